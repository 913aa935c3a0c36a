// Package outbound makes HTTP clients for tools that others describe: they reach only the hosts
// that the user allows, and no address of a private network unless he allows those too. The
// address is checked when the connection is made, so a name that resolves to something else the
// second time gains nothing; redirects are checked like first requests.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// Refused says that a connection or redirect is not allowed, and how the user may allow it.
type Refused struct{ Reason string }

func (e *Refused) Error() string { return e.Reason }

// Policy says what may be reached.
type Policy struct {
	// Hosts are names or addresses, with a port ("api.example.com:8443") or without (any port).
	// Empty: any host.
	Hosts []string
	// Private allows loopback, private, link-local and other special addresses.
	Private bool
}

// Allows says whether a URL may be called, as far as its text tells: the scheme and the host.
func (p Policy) Allows(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return &Refused{fmt.Sprintf("the scheme %.20q is not http or https", u.Scheme)}
	}
	if u.Hostname() == "" {
		return &Refused{"the URL has no host"}
	}
	if len(p.Hosts) > 0 && !p.lists(u) {
		return &Refused{fmt.Sprintf("the host %.100q is not among the allowed ones (%s); --allow-host adds one", u.Host, strings.Join(p.Hosts, ", "))}
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !p.Private && !Public(a) {
		return refusedAddress(u.Hostname())
	}
	return nil
}

func (p Policy) lists(u *url.URL) bool {
	name, port := strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")), Port(u)
	for _, h := range p.Hosts {
		host, want := h, ""
		if n, q, err := net.SplitHostPort(h); err == nil {
			host, want = n, q
		}
		host = strings.ToLower(strings.Trim(strings.TrimSuffix(host, "."), "[]"))
		if host == name && (want == "" || want == port) {
			return true
		}
	}
	return false
}

// Port is the URL's port, or that of its scheme.
func Port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}

func refusedAddress(host string) error {
	return &Refused{fmt.Sprintf("%s is not a public address; --allow-private allows such addresses", host)}
}

// special are the ranges, beyond what package netip names, that are no public hosts or that reach
// other addresses through a translation (RFC 6890, RFC 6052, RFC 3056, RFC 4380).
func special() []netip.Prefix {
	return []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
		netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"),
		netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
		netip.MustParsePrefix("::/96"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"),
		netip.MustParsePrefix("100::/64"), netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"),
		netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
	}
}

// Public says whether an address is one of the public internet.
func Public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsValid() || a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() || !a.IsGlobalUnicast() {
		return false
	}
	for _, p := range special() {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// control is called with the address that is about to be dialled, after every look-up of a name.
func (p Policy) control(_, address string, _ syscall.RawConn) error {
	if p.Private {
		return nil
	}
	at, err := netip.ParseAddrPort(address)
	if err != nil || !Public(at.Addr()) {
		return refusedAddress(address)
	}
	return nil
}

// Transport dials only what the policy allows. It uses no proxy: behind one, the address dialled
// would not be the one called.
func (p Policy) Transport() *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second, Control: p.control}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  2 * time.Minute,
		MaxResponseHeaderBytes: 256 << 10,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConnsPerHost:    16,
		ForceAttemptHTTP2:      true,
	}
}

// maxRedirects is how many redirects a request follows.
const maxRedirects = 5

// Client checks first requests and redirects and dials through Transport. A redirect from https
// to http is refused. secret names headers that must not travel to another host or port.
func (p Policy) Client(secret ...string) *http.Client {
	return &http.Client{
		Transport: &checked{p, p.Transport()},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > maxRedirects {
				return &Refused{fmt.Sprintf("more than %d redirects", maxRedirects)}
			}
			r.Header.Del("Referer") // it would show the query, which may hold a key
			first := via[0].URL
			if via[len(via)-1].URL.Scheme == "https" && r.URL.Scheme != "https" {
				return &Refused{"a redirect from https to http"}
			}
			if !strings.EqualFold(first.Hostname(), r.URL.Hostname()) || Port(first) != Port(r.URL) {
				for _, h := range append([]string{"Authorization", "Cookie"}, secret...) {
					r.Header.Del(h)
				}
			}
			return p.Allows(r.URL)
		},
	}
}

type checked struct {
	policy Policy
	inner  *http.Transport
}

// RoundTrip refuses what the policy does not allow.
func (c *checked) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := c.policy.Allows(r.URL); err != nil {
		return nil, err
	}
	return c.inner.RoundTrip(r)
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the transport.
func (c *checked) CloseIdleConnections() { c.inner.CloseIdleConnections() }

// IsRefused says whether err came from a policy, and gives its reason.
func IsRefused(err error) (string, bool) {
	var r *Refused
	if errors.As(err, &r) {
		return r.Reason, true
	}
	return "", false
}

// Get reads a document of at most limit bytes.
func (p Policy) Get(ctx context.Context, location string, limit int64) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, location, nil)
	if err != nil {
		return nil, errors.New("not a URL")
	}
	client := p.Client()
	defer client.CloseIdleConnections()
	response, err := client.Do(r)
	if err != nil {
		return nil, Cause(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answered %s", response.Status)
	}
	return ReadAll(response.Body, limit)
}

// Cause is what went wrong in an exchange, without the URL, which may hold a secret.
func Cause(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
