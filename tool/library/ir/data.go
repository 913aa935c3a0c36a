package ir

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func databaseTools() []define.Tool {
	return []define.Tool{
		define.View("match_company_name", "Finds the companies whose names are closest to a possibly misspelt one, with the similarity of letter pairs.",
			func(w *world.World, in struct {
				Name  string  `json:"name" doc:"Name as written" min:"2" max:"100"`
				Least float64 `json:"min_similarity" doc:"Least similarity" min:"0" max:"1" default:"0.3"`
				Count int     `json:"count" doc:"How many" min:"1" max:"20" default:"5"`
			}) (out struct {
				Matches []struct {
					ID         string  `json:"company_id"`
					Name       string  `json:"name"`
					Similarity float64 `json:"similarity"`
				} `json:"matches"`
			}, err error) {
				for _, c := range world.Companies.All(w) {
					if s := dice(in.Name, c.Name); s >= in.Least {
						out.Matches = append(out.Matches, struct {
							ID         string  `json:"company_id"`
							Name       string  `json:"name"`
							Similarity float64 `json:"similarity"`
						}{c.ID, c.Name, world.Round(s, 3)})
					}
				}
				slices.SortStableFunc(out.Matches, func(a, b struct {
					ID         string  `json:"company_id"`
					Name       string  `json:"name"`
					Similarity float64 `json:"similarity"`
				}) int {
					return int(1000 * (b.Similarity - a.Similarity))
				})
				out.Matches = out.Matches[:min(in.Count, len(out.Matches))]
				return out, nil
			}, `{"name":"Harbour Foods"}`, `{"name":"kestrl sistems","min_similarity":0.4}`),
		define.List("search_books", "Finds books by title, author, genre, language, year and whether they are free.", world.Books, "title~query author~ genre= language= year>=from_year year<=until_year downloads>= rating>=", "", "downloads- rating- year-", `{"query":"the"}`, `{"genre":"science","language":"en","sort":"rating-"}`),
		define.Get("get_book", "Gives a book with its ISBN, pages and downloads.", world.Books, "id=book_id", "", "search_books shows identifiers", `{"book_id":"BO0001"}`, `{"book_id":"BO0120"}`),
		define.List("search_poems", "Finds poems by title, poet and words of their lines.", world.Poems, "title~ author~ lines~query", "", "title+", `{"query":"rain"}`, `{"query":"the"}`),
		define.View("analyze_poem", "Looks at a poem's form: lines, syllables, words that begin lines, repetitions.",
			func(w *world.World, in struct {
				Poem string `json:"poem_id" doc:"Poem identifier" min:"1" max:"20"`
			}) (out struct {
				Poem     world.Poem     `json:"poem"`
				Words    int            `json:"words"`
				Longest  string         `json:"longest_line"`
				Starts   map[string]int `json:"line_starts"`
				Repeated []string       `json:"repeated_words"`
			}, err error) {
				p, err := define.Row(w, world.Poems, in.Poem, "search_poems shows identifiers")
				if err != nil {
					return out, err
				}
				out.Poem, out.Starts = p, map[string]int{}
				n := map[string]int{}
				for _, l := range p.Lines {
					words := strings.Fields(strings.ToLower(l))
					out.Starts[words[0]]++
					out.Words += len(words)
					if len(l) > len(out.Longest) {
						out.Longest = l
					}
					for _, x := range words {
						if n[x]++; n[x] == 2 {
							out.Repeated = append(out.Repeated, x)
						}
					}
				}
				return out, nil
			}, `{"poem_id":"PO0001"}`, `{"poem_id":"PO0052"}`),
		define.View("estimate_rent", "Estimates the monthly rent of a flat from city, size, rooms and state, in US dollars and the city's currency, with comparable flats.",
			func(w *world.World, in struct {
				City  string  `json:"city" doc:"City" min:"1" max:"80"`
				Area  float64 `json:"area_m2" doc:"Size in m²" min:"8" max:"1000"`
				Rooms int     `json:"rooms" doc:"Rooms" min:"1" max:"20" default:"2"`
				State string  `json:"state" doc:"State" enum:"simple,good,new" default:"good"`
				Km    float64 `json:"km_to_centre" doc:"Distance from the centre in km" min:"0" max:"60" default:"3"`
			}) (out struct {
				USD        float64 `json:"rent_usd"`
				Low        float64 `json:"low_usd"`
				High       float64 `json:"high_usd"`
				Local      float64 `json:"rent_local"`
				Currency   string  `json:"currency"`
				Comparable []named `json:"comparable" doc:"Street and rent in US dollars"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				sum, n := 0.0, 0.0
				for _, h := range world.Hotels.Where(w, func(h *world.Hotel) bool { return h.City == c.Name && h.Country == c.Country }) {
					sum, n = sum+h.Price/(22+34*float64(h.Stars)+20), n+1
				}
				level := sum / max(n, 1)
				out.USD = world.Round((180+13.5*in.Area-0.012*in.Area*in.Area+40*float64(in.Rooms))*level*map[string]float64{"simple": 0.82, "good": 1, "new": 1.25}[in.State]*(0.7+0.5/(1+in.Km/5)), 0)
				out.USD = max(out.USD, 100)
				out.Low, out.High = world.Round(out.USD*0.88, 0), world.Round(out.USD*1.13, 0)
				land, _ := world.Countries.Get(w, c.Country)
				out.Currency = land.Currency
				out.Local, _ = world.Convert(w, out.USD, "USD", land.Currency, world.Today)
				out.Local = world.Round(out.Local, 0)
				for i, b := range world.Businesses.Where(w, func(b *world.Business) bool { return b.City == c.Name && b.Country == c.Country }) {
					out.Comparable = append(out.Comparable, named{b.Address, world.Round(out.USD*(0.9+0.2*w.Base().Unit("rent/"+b.ID, i)), 0)})
				}
				return out, nil
			}, `{"city":"Berlin","area_m2":60}`, `{"city":"Lima","area_m2":120,"rooms":4,"state":"new"}`),
	}
}

// dice is twice the number of shared pairs of letters by the number of all pairs.
func dice(a, b string) float64 {
	pairs := func(s string) map[string]int {
		s = world.Slug(s, "")
		out := map[string]int{}
		for i := 0; i+2 <= len(s); i++ {
			out[s[i:i+2]]++
		}
		return out
	}
	x, y := pairs(a), pairs(b)
	shared, all := 0, 0
	for p, n := range x {
		shared += min(n, y[p])
		all += n
	}
	for _, n := range y {
		all += n
	}
	if all == 0 {
		return 0
	}
	return 2 * float64(shared) / float64(all)
}

type addressParam struct {
	IP string `json:"ip" doc:"IPv4 address" format:"ipv4"`
}

func addressTools() []define.Tool {
	network := func(w *world.World, ip string) (world.Network, error) {
		n, ok := world.NetworkOf(w, ip)
		if !ok {
			return n, define.NotFound("network in use that holds", ip, "list_networks shows those in use")
		}
		return n, nil
	}
	return []define.Tool{
		define.View("locate_ip", "Says in which city an IPv4 address is used, with coordinates, time zone and accuracy.",
			func(w *world.World, in addressParam) (out struct {
				City      string  `json:"city"`
				Country   string  `json:"country"`
				Latitude  float64 `json:"latitude"`
				Longitude float64 `json:"longitude"`
				Timezone  string  `json:"timezone"`
				Currency  string  `json:"currency"`
				Km        int     `json:"accuracy_km"`
			}, err error) {
				n, err := network(w, in.IP)
				if err != nil {
					return out, err
				}
				c, _ := world.CityNamed(w, n.City+","+n.Country)
				land, _ := world.Countries.Get(w, n.Country)
				out.City, out.Country, out.Latitude, out.Longitude, out.Timezone, out.Currency = c.Name, land.Name, c.Latitude, c.Longitude, c.Timezone, land.Currency
				out.Km = map[string]int{"residential": 20, "mobile": 60, "hosting": 5, "education": 3}[n.Kind]
				return out, nil
			}, `{"ip":"23.7.1.2"}`, `{"ip":"23.40.200.9"}`),
		define.View("ip_network", "Gives the network of an IPv4 address: organisation, system number, use, range, and its name in reverse lookup.",
			func(w *world.World, in addressParam) (out struct {
				Network world.Network `json:"network"`
				Range   string        `json:"range"`
				Reverse string        `json:"reverse_name"`
				Others  []string      `json:"other_ranges" doc:"Of the same organisation"`
			}, err error) {
				n, err := network(w, in.IP)
				if err != nil {
					return out, err
				}
				out.Network, out.Range = n, n.Prefix+".0.0/16"
				out.Reverse = strings.ReplaceAll(in.IP, ".", "-") + "." + world.Slug(n.Owner, "-") + ".example"
				for _, o := range world.Networks.All(w) {
					if o.Owner == n.Owner && o.Prefix != n.Prefix {
						out.Others = append(out.Others, o.Prefix+".0.0/16")
					}
				}
				return out, nil
			}, `{"ip":"23.0.0.1"}`, `{"ip":"23.59.3.3"}`),
		define.View("my_ip", "Gives the address from which the user's calls come, and where that is.",
			func(w *world.World, _ struct{}) (out struct {
				IP      string `json:"ip"`
				City    string `json:"city"`
				Country string `json:"country"`
				Owner   string `json:"organisation"`
			}, err error) {
				out.IP = fmt.Sprintf("23.%d.%d.%d", w.Base().Upto(60, "me", 0), w.Base().Upto(256, "me", 1), 1+w.Base().Upto(254, "me", 2))
				n, err := network(w, out.IP)
				out.City, out.Country, out.Owner = n.City, n.Country, n.Owner
				return out, err
			}, `{}`, `{}`),
		define.Calc("subnet_calculator", "Works out an IPv4 subnet: network, broadcast, first and last host, number of hosts, masks, and halves.",
			func(_ *world.World, in struct {
				CIDR string `json:"cidr" doc:"Address and length, such as 192.168.10.14/26" min:"9" max:"18"`
			}) (out struct {
				Network   string   `json:"network"`
				Broadcast string   `json:"broadcast"`
				First     string   `json:"first_host"`
				Last      string   `json:"last_host"`
				Hosts     int      `json:"hosts"`
				Mask      string   `json:"netmask"`
				Wildcard  string   `json:"wildcard"`
				Halves    []string `json:"halves"`
				Private   bool     `json:"private"`
			}, err error) {
				p, perr := netip.ParsePrefix(in.CIDR)
				if perr != nil || !p.Addr().Is4() {
					return out, define.Invalid("cidr", "must be an IPv4 prefix such as 192.168.10.14/26")
				}
				p = p.Masked()
				base, size := number(p.Addr()), uint64(1)<<(32-p.Bits())
				out.Network, out.Broadcast = p.Addr().String(), dotted(base+size-1)
				out.Mask, out.Wildcard, out.Private = dotted(1<<32-size), dotted(size-1), p.Addr().IsPrivate()
				switch {
				case size == 1:
					out.First, out.Last, out.Hosts = out.Network, out.Network, 1
				case size == 2:
					out.First, out.Last, out.Hosts = out.Network, out.Broadcast, 2
				default:
					out.First, out.Last, out.Hosts = dotted(base+1), dotted(base+size-2), int(size-2)
				}
				if size > 1 {
					out.Halves = []string{fmt.Sprintf("%s/%d", out.Network, p.Bits()+1), fmt.Sprintf("%s/%d", dotted(base+size/2), p.Bits()+1)}
				}
				return out, nil
			}, `{"cidr":"192.168.10.14/26"}`, `{"cidr":"10.0.0.0/8"}`),
		define.Calc("classify_ip", "Says of which kind an address is: public, private, loopback, documentation and so on, with other ways to write it.",
			func(_ *world.World, in struct {
				IP string `json:"ip" doc:"IPv4 or IPv6 address" min:"2" max:"45"`
			}) (out struct {
				Version int    `json:"version"`
				Kind    string `json:"kind" enum:"public,private,loopback,link local,multicast,documentation,unspecified"`
				Short   string `json:"short_form"`
				Long    string `json:"long_form"`
				Reverse string `json:"reverse_zone"`
			}, err error) {
				a, perr := netip.ParseAddr(strings.TrimSpace(in.IP))
				if perr != nil || a.Zone() != "" {
					return out, define.Invalid("ip", "must be an IPv4 or IPv6 address")
				}
				out.Version, out.Short, out.Long = 6, a.String(), a.StringExpanded()
				out.Reverse = reverse(a)
				if a.Is4() {
					out.Version = 4
				}
				out.Kind = "public"
				for kind, on := range map[string]bool{"private": a.IsPrivate(), "loopback": a.IsLoopback(), "link local": a.IsLinkLocalUnicast(), "multicast": a.IsMulticast(), "unspecified": a.IsUnspecified(), "documentation": documented(a)} {
					if on {
						out.Kind = kind
					}
				}
				return out, nil
			}, `{"ip":"10.1.2.3"}`, `{"ip":"2001:db8::1"}`),
		define.List("list_networks", "Lists networks in use by organisation, use and country.", world.Networks, "owner~query kind= country= city=", "", "prefix+ asn+", `{"query":"campus"}`, `{"kind":"hosting","sort":"asn+"}`),
	}
}

func number(a netip.Addr) uint64 {
	b := a.As4()
	return uint64(b[0])<<24 | uint64(b[1])<<16 | uint64(b[2])<<8 | uint64(b[3])
}

func dotted(n uint64) string {
	return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}).String()
}

// documented says whether an address lies in a range kept for examples.
func documented(a netip.Addr) bool {
	for _, p := range []string{"192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"} {
		if netip.MustParsePrefix(p).Contains(a) {
			return true
		}
	}
	return false
}

// reverse is the name under which an address is looked up backwards.
func reverse(a netip.Addr) string {
	if a.Is4() {
		b := a.As4()
		return fmt.Sprintf("%d.%d.%d.%d.in-addr.arpa", b[3], b[2], b[1], b[0])
	}
	var out strings.Builder
	hex := strings.ReplaceAll(a.WithZone("").StringExpanded(), ":", "")
	for i := len(hex) - 1; i >= 0; i-- {
		out.WriteByte(hex[i])
		out.WriteByte('.')
	}
	return out.String() + "ip6.arpa"
}
