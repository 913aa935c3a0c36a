# Two targets a newcomer needs: test, and run. The rest is what CI calls.
GO ?= go
TOOLS = -modfile=tools.mod

.PHONY: build test race lint bench

build:
	$(GO) build -trimpath -ldflags="-s -w" -o bin/deft ./cmd/deft

test:
	$(GO) vet ./...
	$(GO) test -timeout 20m ./...

race:
	$(GO) test -race -timeout 30m ./...

lint:
	test -z "$$(gofmt -l $$(git ls-files '*.go'))"
	$(GO) vet ./...
	$(GO) tool $(TOOLS) golangci-lint run

bench:
	$(GO) test -run '^$$' -bench . -benchtime 2s ./...
