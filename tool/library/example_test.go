package library_test

import (
	"context"
	"fmt"

	"deft/tool"
	"deft/tool/library"
)

// Example books a room and shows what the world then holds.
func Example() {
	lib := library.New()
	env, err := lib.Open(7, "Travel", "current_weather")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	result, err := env.Call(ctx, tool.Call{Name: "book_hotel", Arguments: []byte(`{"hotel_id":"HT0001","name":"Ana","check_in":"2025-06-10","check_out":"2025-06-12"}`)})
	fmt.Println(len(env.Tools()), result.Fault == "", err)
	state, err := env.Snapshot(ctx)
	fmt.Printf("%.21s… %v\n", state, err)
	// Output:
	// 37 true <nil>
	// {"bookings":{"BK5001"… <nil>
}
