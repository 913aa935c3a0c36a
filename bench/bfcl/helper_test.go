package bfcl

import (
	"time"

	"deft/chat"
)

type chatModel = chat.Model

func now() time.Time { return time.Unix(0, 0) }
