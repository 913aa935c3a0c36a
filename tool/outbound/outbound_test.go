package outbound

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

func TestPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"8.8.8.8": true, "1.1.1.1": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "127.8.9.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "0.0.0.0": false, "0.1.2.3": false, "224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false, "198.18.0.1": false,
		"::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd12::1": false, "ff02::1": false, "fec0::1": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:0:1::": false, "::7f00:1": false,
	} {
		if got := Public(netip.MustParseAddr(address)); got != want {
			t.Errorf("Public(%s) = %v", address, got)
		}
	}
}

func TestAllows(t *testing.T) {
	p := Policy{Hosts: []string{"api.example.com", "b.example:8443", "[2606:4700::1]:443"}}
	for text, want := range map[string]string{
		"https://api.example.com/x": "", "http://API.example.com.:81/": "", "https://b.example:8443/": "", "https://[2606:4700::1]/": "",
		"https://b.example/": "not among", "https://api.example.com.evil.example/": "not among", "https://evil.example/api.example.com": "not among",
		"https://api.example.com@evil.example/": "not among", "file:///etc/passwd": "scheme", "gopher://api.example.com/": "scheme", "https:///x": "no host",
	} {
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		err = p.Allows(u)
		if got := err == nil; got != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"http://127.0.0.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/"} {
		u, _ := url.Parse(text)
		if err := (Policy{}).Allows(u); err == nil {
			t.Errorf("%s is allowed", text)
		}
		if err := (Policy{Private: true}).Allows(u); err != nil {
			t.Errorf("%s with Private: %v", text, err)
		}
	}
}

// TestAddressIsCheckedWhenDialled calls private addresses by names and odd spellings.
func TestAddressIsCheckedWhenDialled(t *testing.T) {
	reached := false
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer s.Close()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"localhost", "127.0.0.1", "127.1", "0x7f000001", "2130706433", "0", "[::ffff:127.0.0.1]", "[::]", "0.0.0.0"} {
		if _, err := (Policy{}).Get(context.Background(), "http://"+host+":"+u.Port()+"/", 10); err == nil {
			t.Errorf("%s answered", host)
		}
	}
	if reached {
		t.Error("the server on this machine was reached")
	}
	if _, err := (Policy{Private: true}).Get(context.Background(), s.URL, 10); err != nil || !reached {
		t.Errorf("with Private: %v, reached %v", err, reached)
	}
}

func TestGetIsBounded(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 100)) }))
	defer s.Close()
	if b, err := (Policy{Private: true}).Get(context.Background(), s.URL, 100); err != nil || len(b) != 100 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if _, err := (Policy{Private: true}).Get(context.Background(), s.URL, 99); err == nil {
		t.Error("100 bytes passed a limit of 99")
	}
}
