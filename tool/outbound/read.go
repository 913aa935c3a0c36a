package outbound

import (
	"fmt"
	"io"
)

// TooLarge says that a body passed its limit.
type TooLarge struct{ Limit int64 }

func (e *TooLarge) Error() string { return fmt.Sprintf("more than %d bytes", e.Limit) }

// ReadAll reads a body of at most limit bytes; a longer one gives *TooLarge.
func ReadAll(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(body)) > limit {
		return nil, &TooLarge{limit}
	}
	return body, err
}
