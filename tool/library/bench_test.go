package library

import (
	"testing"

	"deft/tool"
)

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		New()
	}
}

// BenchmarkOpen opens a fresh world of a seed that is in use, as each sample does.
func BenchmarkOpen(b *testing.B) {
	lib := New()
	b.ReportAllocs()
	for range b.N {
		if _, err := lib.Open(1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstWrite opens a world and books a room: the table of bookings is copied.
func BenchmarkFirstWrite(b *testing.B) {
	lib := New()
	b.ReportAllocs()
	for range b.N {
		env, err := lib.Open(1)
		if err != nil {
			b.Fatal(err)
		}
		r, err := env.Call(b.Context(), tool.Call{Name: "book_hotel", Arguments: []byte(`{"hotel_id":"HT0001","name":"Ana","check_in":"2025-06-10","check_out":"2025-06-12"}`)})
		if err != nil || r.Fault != "" {
			b.Fatal(err, string(r.Content))
		}
	}
}
