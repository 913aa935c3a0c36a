package define

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzArguments reads arguments of every kind of parameter. What is accepted keeps to the document,
// and is accepted again, unchanged, when it is sent back.
func FuzzArguments(f *testing.F) {
	for _, s := range []string{`{"text":"a","list":["x"],"n":3}`, `{"text":"a","deep":{"day":"2025-06-02"}}`, `{"text":"\u0000","map":{"k":1e309}}`, `[[[[`, `{"text":1}`, `{"text":"a","mail":"a@b.c","at":"2025-06-02T09:00:00Z"}`, "", "null", `{"text":"a"}{}`, `{"text":"a","text":"b"}`} {
		f.Add([]byte(s))
	}
	type params struct {
		Text  string             `json:"text" min:"1" max:"20"`
		N     int                `json:"n" min:"-5" max:"5" default:"2"`
		X     float64            `json:"x,omitempty"`
		Yes   bool               `json:"yes,omitempty"`
		Pick  string             `json:"pick,omitempty" enum:"a,b"`
		Mail  string             `json:"mail,omitempty" format:"email"`
		URL   string             `json:"url,omitempty" format:"uri"`
		IP    string             `json:"ip,omitempty" format:"ipv4"`
		At    string             `json:"at,omitempty" format:"date-time"`
		Clock string             `json:"clock,omitempty" format:"time"`
		List  []string           `json:"list,omitempty" max:"3" each_max:"5"`
		Map   map[string]float64 `json:"map,omitempty"`
		Deep  struct {
			Day string `json:"day" format:"date"`
		} `json:"deep,omitempty"`
	}
	s := Shapes{}.shapeOf(reflect.TypeFor[params](), "")
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := s.arguments(raw)
		if err != nil {
			if got != nil || err.Error() == "" {
				t.Errorf("%q: %v and %v", raw, got, err)
			}
			return
		}
		once, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.arguments(once)
		if err != nil {
			t.Fatalf("%q was read as %s, which is refused: %v", raw, once, err)
		}
		twice, err := json.Marshal(again)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%q was read as %s, then as %s", raw, once, twice)
		}
	})
}
