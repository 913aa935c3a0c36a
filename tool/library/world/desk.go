package world

import (
	"fmt"
	"strings"
	"time"
)

// Appointment is an entry of the user's calendar.
type Appointment struct {
	ID     string    `json:"id" doc:"Appointment identifier"`
	Title  string    `json:"title" doc:"Title"`
	Start  time.Time `json:"start" doc:"Start"`
	End    time.Time `json:"end" doc:"End"`
	Place  string    `json:"place" doc:"Where"`
	Guests []string  `json:"guests" doc:"E-mail addresses of those invited"`
}

// Key is the identifier.
func (a Appointment) Key() string { return a.ID }

// Mail is a message in the user's mailbox.
type Mail struct {
	ID      string    `json:"id" doc:"Mail identifier"`
	Folder  string    `json:"folder" doc:"Folder" enum:"inbox,sent,archive,trash"`
	From    string    `json:"from" doc:"Sender" format:"email"`
	To      []string  `json:"to" doc:"Receivers"`
	Subject string    `json:"subject" doc:"Subject"`
	Body    string    `json:"body" doc:"Text"`
	Sent    time.Time `json:"sent" doc:"When it was sent"`
	Read    bool      `json:"read" doc:"Whether it was read"`
	ReplyTo string    `json:"reply_to" doc:"Mail it answers; empty when none"`
}

// Key is the identifier.
func (m Mail) Key() string { return m.ID }

// Me is the user's own address.
const Me = "me@mailbox.example"

// File is a file of the user's workspace: text, or a document of pages.
type File struct {
	Path      string   `json:"path" doc:"Path in the workspace"`
	Kind      string   `json:"kind" doc:"Kind of file" enum:"text,pdf,image"`
	Text      string   `json:"text" doc:"Content of a text file"`
	Pages     []Leaf   `json:"pages" doc:"Pages of a document"`
	Bytes     int      `json:"bytes" doc:"Size in bytes"`
	Modified  Date     `json:"modified" doc:"Day of the last change"`
	Password  string   `json:"-"`
	Watermark string   `json:"watermark" doc:"Watermark of a document"`
	Marks     []string `json:"marks" doc:"What was done to a document"`
}

// Leaf is a page of a document.
type Leaf struct {
	Text     string `json:"text"`
	Rotation int    `json:"rotation"`
	Number   string `json:"number"`
}

// Key is the path.
func (f File) Key() string { return f.Path }

// State is the file with its password, which no tool shows.
func (f File) State() any {
	return struct {
		File
		Password string `json:"password,omitempty"`
	}{f, f.Password}
}

// ShortLink is a short address for a long one.
type ShortLink struct {
	Code    string `json:"code" doc:"Code after the slash"`
	URL     string `json:"url" doc:"Address it leads to" format:"uri"`
	Clicks  int    `json:"clicks" doc:"How often it was followed"`
	Created Date   `json:"created" doc:"Day"`
}

// Key is the code.
func (l ShortLink) Key() string { return l.Code }

// Automation is a rule that an automation service can run.
type Automation struct {
	ID     string `json:"id" doc:"Automation identifier"`
	App    string `json:"app" doc:"App it acts in" enum:"mail,calendar,files,tasks"`
	Action string `json:"action" doc:"What it does" enum:"send_mail,add_appointment,append_note,count_unread"`
	About  string `json:"description" doc:"What it does, in words"`
	Runs   int    `json:"runs" doc:"How often it ran"`
}

// Key is the identifier.
func (a Automation) Key() string { return a.ID }

// Tables of the user's desk.
var (
	Appointments = Table[Appointment]{"appointments", makeAppointments}
	Mails        = Table[Mail]{"mails", makeMails}
	Files        = Table[File]{"files", makeFiles}
	ShortLinks   = Table[ShortLink]{"short_links", makeShortLinks}
	Automations  = Table[Automation]{"automations", makeAutomations}
)

func makeAppointments(b *Base) []Appointment {
	g, people := b.gen("appointments"), People.Base(b)
	out := make([]Appointment, 60)
	for i := range out {
		start := (Today + Date(i-20)).At(60*g.between(8, 17) + 30*g.IntN(2))
		out[i] = Appointment{id("CE", i), pick(g, list("Dentist|Team meeting|Lunch|Call with the bank|Piano lesson|Review|Haircut|Parents' evening|Gym|Planning")), start, start.Add(time.Duration(15*g.between(2, 6)) * time.Minute), pick(g, list("Office|Cafe|Online|Town hall|Studio|")), []string{}}
		for _, p := range some(g, people, g.IntN(3)) {
			out[i].Guests = append(out[i].Guests, p.Email)
		}
	}
	return out
}

func makeMails(b *Base) []Mail {
	g, people := b.gen("mails"), People.Base(b)
	out := make([]Mail, 80)
	for i := range out {
		p := pick(g, people)
		subject := pick(g, list("Minutes of Monday|Invoice for May|Dinner on Friday?|Photos from the trip|Your order|Question about the lease|Draft for review|Tickets"))
		m := Mail{ID: id("ML", i), Folder: "inbox", From: p.Email, To: []string{Me}, Subject: subject, Sent: (Today - Date((79-i)/2)).At(60*g.between(6, 8) + g.IntN(60)), Read: i < 60}
		m.Body = "Hello,\n\n" + pick(g, list("please find the details below.|could you answer by Thursday?|thank you for last week.|here is what we spoke about.")) + "\n\nBest wishes\n" + p.Name
		if i%5 == 4 {
			m.Folder, m.From, m.To, m.Read = "sent", Me, []string{p.Email}, true
			m.Body = strings.Replace(m.Body, p.Name, "Me", 1)
		}
		out[i] = m
	}
	return out
}

func makeFiles(b *Base) []File {
	g, people := b.gen("files"), People.Base(b)
	var out []File
	for i := range 20 {
		path := fmt.Sprintf("notes/note%02d.txt", i+1)
		text := fmt.Sprintf("%s\nAsk %s about the keys.\nTotal: %d\n", pick(g, list("Shopping list: bread, tea|Ideas for the garden|Books to return|Packing list")), pick(g, people).Name, g.between(10, 900))
		out = append(out, File{Path: path, Kind: "text", Text: text, Bytes: len(text), Modified: Today - Date(g.between(1, 300))})
	}
	for i := range 5 {
		var t strings.Builder
		t.WriteString("date,item,amount\n")
		for range 12 {
			fmt.Fprintf(&t, "%s,%s,%.2f\n", Today-Date(g.between(1, 90)), pick(g, words("rent food train books phone")), g.real(3, 900, 2))
		}
		out = append(out, File{Path: fmt.Sprintf("data/expenses%d.csv", i+1), Kind: "text", Text: t.String(), Bytes: t.Len(), Modified: Today - Date(g.between(1, 90))})
	}
	for i := range 20 {
		f := File{Path: fmt.Sprintf("docs/report%02d.pdf", i+1), Kind: "pdf", Modified: Today - Date(g.between(1, 600))}
		for p := range g.between(3, 9) {
			f.Pages = append(f.Pages, Leaf{Text: fmt.Sprintf("Report %d, section %d: %s", i+1, p+1, pick(g, list("results by region|costs and income|method|open questions|outlook|tables")))})
		}
		f.Bytes = PDFBytes(f)
		out = append(out, f)
	}
	for i := range 10 {
		out = append(out, File{Path: fmt.Sprintf("images/photo%02d.png", i+1), Kind: "image", Text: pick(g, list("a harbour at dusk|two dogs on a sofa|a receipt|a mountain road")), Bytes: 40000 + g.IntN(900000), Modified: Today - Date(g.between(1, 600))})
	}
	return out
}

// PDFBytes is the size of a document: a head, its texts, and some for each page.
func PDFBytes(f File) int {
	n := 1200
	for _, p := range f.Pages {
		n += 5200 + 9*len(p.Text)
	}
	for _, m := range f.Marks {
		if m == "compressed" {
			n = n * 6 / 10
		}
	}
	return n
}

func makeShortLinks(b *Base) []ShortLink {
	g, articles := b.gen("short_links"), Articles.Base(b)
	out := make([]ShortLink, 50)
	for i := range out {
		url := articles[i].URL
		out[i] = ShortLink{LinkCode(url), url, g.between(0, 4000), Today - Date(g.between(1, 400))}
	}
	return out
}

// LinkCode is the code a URL gets: six characters of its hash, the same in every seed.
func LinkCode(url string) string {
	const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
	h := hash(7, url)
	var c [6]byte
	for i := range c {
		c[i] = alphabet[h>>(5*i)&31]
	}
	return string(c[:])
}

func makeAutomations(b *Base) []Automation {
	g := b.gen("automations")
	kinds := lines(`mail|send_mail|Send a mail with the text %q to the address that is given
calendar|add_appointment|Put an appointment called %q on a day
files|append_note|Append a line to the note %q
tasks|count_unread|Count unread mails for the list %q`)
	out := make([]Automation, 52)
	for i := range out {
		f := kinds[i%len(kinds)]
		out[i] = Automation{id("ZA", i), f[0], f[1], fmt.Sprintf(f[2], pick(g, list("Weekly plan|Reminder|Status|Guests|Errands|Reading"))+" "+itoa(i/4+1)), g.between(0, 90)}
	}
	return out
}

// Network is a range of IPv4 addresses: all whose first two numbers are those of Prefix.
type Network struct {
	Prefix  string `json:"prefix" doc:"First two numbers, such as 23.140"`
	ASN     int    `json:"asn" doc:"Autonomous system number"`
	Owner   string `json:"owner" doc:"Organisation"`
	Kind    string `json:"kind" doc:"Use" enum:"residential,hosting,mobile,education"`
	City    string `json:"city" doc:"City"`
	Country string `json:"country" doc:"Two-letter country code"`
}

// Key is the prefix.
func (n Network) Key() string { return n.Prefix }

// Threat is something known to be malicious.
type Threat struct {
	ID       string `json:"id" doc:"Threat identifier"`
	Kind     string `json:"kind" doc:"Kind of indicator" enum:"ip,host,url,payload"`
	Value    string `json:"value" doc:"Address, host name, URL or SHA-256"`
	Family   string `json:"family" doc:"Family of malware"`
	Severity string `json:"severity" doc:"Severity" enum:"low,medium,high,critical"`
	First    Date   `json:"first_seen" doc:"First seen"`
	Last     Date   `json:"last_seen" doc:"Last seen"`
	Reports  int    `json:"reports" doc:"Reports"`
	Online   bool   `json:"online" doc:"Whether it still answers"`
}

// Key is the identifier.
func (t Threat) Key() string { return t.ID }

// Block is an entry of the user's block list.
type Block struct {
	Value  string `json:"value" doc:"Blocked address or host"`
	Reason string `json:"reason" doc:"Why"`
	Since  Date   `json:"since" doc:"Day"`
}

// Key is the value.
func (k Block) Key() string { return k.Value }

// Tables of the network.
var (
	Networks = Table[Network]{"networks", makeNetworks}
	Threats  = Table[Threat]{"threats", makeThreats}
	Blocks   = Table[Block]{"block_list", makeBlocks}
)

func makeNetworks(b *Base) []Network {
	g, cities, seen := b.gen("networks"), Cities.Base(b), map[string]bool{}
	out := make([]Network, 160)
	for i := range out {
		c := cities[i%len(cities)]
		// Numbers above 22 and below 100 hold no private or reserved range.
		prefix := fmt.Sprintf("23.%d", i)
		if i >= 60 {
			prefix = unique(seen, func() string { return fmt.Sprintf("%d.%d", g.between(24, 99), g.IntN(256)) })
		}
		out[i] = Network{prefix, 60000 + i*13, pick(g, list("Northern Cable|Metro Fibre|CloudPier|Campus Net|Wavelink Mobile|Hosting Harbor")) + " " + CountryCode(c), pick(g, words("residential hosting mobile education")), c.Name, c.Country}
	}
	return out
}

// CountryCode is the country of a city.
func CountryCode(c City) string { return c.Country }

// NetworkOf finds the network of a valid IPv4 address; false when the range is not in use.
func NetworkOf(w *World, ip string) (Network, bool) {
	parts := strings.SplitN(ip, ".", 3)
	if len(parts) < 3 {
		return Network{}, false
	}
	return Networks.Get(w, parts[0]+"."+parts[1])
}

func makeThreats(b *Base) []Threat {
	g, nets := b.gen("threats"), Networks.Base(b)
	out := make([]Threat, 160)
	for i := range out {
		kind := words("ip host url payload")[i%4]
		family := pick(g, list("Marrow|Tinderbox|Gloomrat|Saltworm|Hexpipe|Duskloader"))
		ip := fmt.Sprintf("%s.%d.%d", pick(g, nets).Prefix, g.between(1, 254), g.between(1, 254))
		if i == 0 {
			ip = "23.7.66.66" // one that is bad in every seed
		}
		host := fmt.Sprintf("%s-%s%d.example", pick(g, words("free login update secure prize account")), pick(g, words("gift check mail wallet drive")), i)
		first := Today - Date(g.between(30, 900))
		value := map[string]string{"ip": ip, "host": host, "url": "http://" + host + "/" + pick(g, words("a.exe doc.zip x.js inv.pdf")), "payload": fmt.Sprintf("%016x%016x%016x%016x", b.Hash("sha", 4*i), b.Hash("sha", 4*i+1), b.Hash("sha", 4*i+2), b.Hash("sha", 4*i+3))}[kind]
		out[i] = Threat{id("MW", i), kind, value, family, pick(g, words("low medium medium high critical")), first, min(first+Date(g.between(0, 400)), Today), g.between(1, 600), g.chance(0.3)}
	}
	return out
}

func makeBlocks(b *Base) []Block {
	g, threats := b.gen("block_list"), Threats.Base(b)
	var out []Block
	seen := map[string]bool{}
	for _, t := range threats {
		if (t.Kind == "ip" || t.Kind == "host") && t.ID != "MW0001" && !seen[t.Value] && len(out) < 56 {
			seen[t.Value] = true
			out = append(out, Block{t.Value, t.Family, min(t.First+Date(g.between(1, 60)), Today)})
		}
	}
	return out
}
