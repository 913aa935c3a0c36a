package memory_test

import (
	"context"
	"testing"

	"deft/store"
	"deft/store/memory"
	"deft/store/storetest"
)

type place struct{ *memory.Store }

func (p place) Open(context.Context) (store.Store, error) { return p.Store, nil }

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) storetest.Place { return place{memory.New()} })
}
