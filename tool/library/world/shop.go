package world

import (
	"fmt"
	"math"
)

// Product is something that is sold on line.
type Product struct {
	ID       string  `json:"id" doc:"Product identifier"`
	Title    string  `json:"title" doc:"Product"`
	Brand    string  `json:"brand" doc:"Brand: the company that makes it"`
	Category string  `json:"category" doc:"Kind of product" enum:"phones,laptops,audio,kitchen,sports,toys,clothing,books,garden,cameras"`
	Price    float64 `json:"price_usd" doc:"Price in US dollars"`
	Before   float64 `json:"list_price_usd" doc:"Price before reduction in US dollars"`
	Rating   float64 `json:"rating" doc:"Rating from 1 to 5"`
	Stock    int     `json:"stock" doc:"Pieces in stock"`
	Seller   string  `json:"seller" doc:"Shop that sells it" enum:"Bazario,ShopNest,MegaMart,Urban Crate"`
	Weight   float64 `json:"weight_kg" doc:"Weight in kg"`
}

// Key is the identifier.
func (p Product) Key() string { return p.ID }

// OrderLine is a product in an order.
type OrderLine struct {
	Product  string  `json:"product_id"`
	Title    string  `json:"title"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"unit_price_usd"`
}

// Order is an order of products; the user's cart is the order in state cart.
type Order struct {
	ID     string      `json:"id" doc:"Order identifier"`
	Lines  []OrderLine `json:"lines" doc:"Products"`
	City   string      `json:"city" doc:"City of delivery"`
	Total  float64     `json:"total_usd" doc:"Sum with delivery in US dollars"`
	Status string      `json:"status" doc:"State" enum:"cart,placed,shipped,delivered,cancelled,refunded"`
	Placed Date        `json:"placed" doc:"Day of the order"`
	Refund float64     `json:"refund_usd" doc:"Money given back in US dollars"`
	Mine   bool        `json:"mine" doc:"Whether the user placed it"`
}

// Key is the identifier.
func (o Order) Key() string { return o.ID }

// Job is a vacancy.
type Job struct {
	ID        string   `json:"id" doc:"Job identifier"`
	Title     string   `json:"title" doc:"Title"`
	CompanyID string   `json:"company_id" doc:"Company identifier"`
	Company   string   `json:"company" doc:"Company"`
	City      string   `json:"city" doc:"City"`
	Country   string   `json:"country" doc:"Two-letter country code"`
	Field     string   `json:"field" doc:"Field of work" enum:"engineering,sales,design,finance,health,logistics"`
	Level     string   `json:"level" doc:"Experience" enum:"internship,entry,mid,senior"`
	Type      string   `json:"type" doc:"Kind of contract" enum:"full time,part time,contract"`
	Remote    bool     `json:"remote" doc:"Whether it can be done from home"`
	Low       int      `json:"salary_low_usd" doc:"Least salary of a year in US dollars"`
	High      int      `json:"salary_high_usd" doc:"Greatest salary of a year in US dollars"`
	Skills    []string `json:"skills" doc:"Skills asked for"`
	Posted    Date     `json:"posted" doc:"Day it was posted"`
}

// Key is the identifier.
func (j Job) Key() string { return j.ID }

// Application is an application for a job.
type Application struct {
	ID     string `json:"id" doc:"Application identifier"`
	Job    string `json:"job_id" doc:"Job identifier"`
	Name   string `json:"name" doc:"Applicant"`
	Email  string `json:"email" doc:"E-mail of the applicant" format:"email"`
	Letter string `json:"letter" doc:"Letter of application"`
	Status string `json:"status" doc:"State" enum:"sent,interview,rejected,withdrawn"`
	Day    Date   `json:"day" doc:"Day it was sent"`
}

// Key is the identifier.
func (a Application) Key() string { return a.ID }

// Review is someone's opinion of a hotel, business, product, film or app.
type Review struct {
	ID      string `json:"id" doc:"Review identifier"`
	Subject string `json:"subject_id" doc:"Identifier of what it is about"`
	Author  string `json:"author" doc:"Author"`
	Stars   int    `json:"stars" doc:"Stars from 1 to 5" min:"1" max:"5"`
	Text    string `json:"text" doc:"Text"`
	Day     Date   `json:"day" doc:"Day"`
}

// Key is the identifier.
func (r Review) Key() string { return r.ID }

// Tables of shops, jobs and reviews.
var (
	Products     = Table[Product]{"products", makeProducts}
	Orders       = Table[Order]{"orders", makeOrders}
	Jobs         = Table[Job]{"jobs", makeJobs}
	Applications = Table[Application]{"applications", makeApplications}
	Reviews      = Table[Review]{"reviews", makeReviews}
)

const productText = `phones|Phone,Slim Phone,Fold Phone|180|1200
laptops|Laptop 13,Laptop 15,Studio Laptop|450|2600
audio|Headphones,Earbuds,Speaker|19|420
kitchen|Blender,Espresso Machine,Knife Set,Kettle|15|520
sports|Running Shoes,Yoga Mat,Tent,Road Bike|12|900
toys|Building Blocks,Board Game,Puppet|8|120
clothing|Rain Jacket,Wool Sweater,Jeans|18|240
books|Cookbook,Atlas,Notebook|6|60
garden|Garden Chair,Hose,Planter|9|310
cameras|Camera,Lens 50 mm,Tripod|35|2100`

func makeProducts(b *Base) []Product {
	g, seen, kinds := b.gen("products"), map[string]bool{}, lines(productText)
	var makers []string
	for _, c := range Companies.Base(b) {
		if c.Sector == "Consumer" || c.Sector == "Technology" || c.Sector == "Industrials" {
			makers = append(makers, c.Name)
		}
	}
	out := make([]Product, 200)
	for i := range out {
		f := kinds[i%len(kinds)]
		var lo, hi float64
		fmt.Sscan(f[2], &lo)
		fmt.Sscan(f[3], &hi)
		brand := pick(g, makers)
		title := unique(seen, func() string {
			return brand + " " + pick(g, commas(f[1])) + " " + pick(g, words("X1 Air Neo Classic Plus 2 Lite Pro Max"))
		})
		before := Round(lo*math.Pow(hi/lo, g.Float64()), 2)
		price := before
		if g.chance(0.4) {
			price = Round(before*g.real(0.6, 0.95, 2), 2)
		}
		out[i] = Product{id("PD", i), title, brand, f[0], price, before, g.real(2.4, 4.9, 1), g.between(0, 140), list("Bazario|ShopNest|MegaMart|Urban Crate")[i/10%4], g.real(0.1, 9, 1)}
		if i < 2 { // what the documents' examples order is in stock in every seed
			out[i].Stock += 10
		}
	}
	return out
}

// Shipping is the price of delivering goods of that weight in kg, free above 75 US dollars.
func Shipping(weight, sum float64) float64 {
	if sum >= 75 || sum == 0 {
		return 0
	}
	return Round(4.5+0.8*weight, 2)
}

func makeOrders(b *Base) []Order {
	g, products, cities := b.gen("orders"), Products.Base(b), Cities.Base(b)
	out := make([]Order, 60)
	for i := range out {
		o := Order{ID: id("OR", i), City: pick(g, cities).Name, Placed: Today - Date(g.between(0, 60)), Mine: i < 12}
		switch i { // the first is still to be packed, the second delivered, in every seed
		case 0:
			o.Placed = Today
		case 1:
			o.Placed = Today - 12
		}
		sum, weight := 0.0, 0.0
		for _, p := range some(g, products, g.between(1, 4)) {
			n := g.between(1, 3)
			o.Lines = append(o.Lines, OrderLine{p.ID, p.Title, n, p.Price})
			sum, weight = sum+p.Price*float64(n), weight+p.Weight*float64(n)
		}
		o.Total = Round(sum+Shipping(weight, sum), 2)
		switch age := Today - o.Placed; {
		case age > 7:
			o.Status = "delivered"
		case age > 1:
			o.Status = "shipped"
		default:
			o.Status = "placed"
		}
		out[i] = o
	}
	return out
}

const jobText = `engineering|Software Engineer,Data Engineer,Test Engineer,Mechanical Engineer|Go,Python,SQL,CAD,statistics|78000
sales|Account Manager,Sales Representative,Store Manager|negotiation,CRM,presentation|52000
design|Product Designer,Illustrator,UX Researcher|sketching,prototyping,interviews|61000
finance|Accountant,Financial Analyst,Auditor|accounting,spreadsheets,tax law|66000
health|Nurse,Physiotherapist,Laboratory Assistant|first aid,anatomy,documentation|49000
logistics|Warehouse Planner,Dispatcher,Supply Chain Analyst|planning,forklift licence,customs|45000`

func makeJobs(b *Base) []Job {
	g, companies, cities, kinds := b.gen("jobs"), Companies.Base(b), Cities.Base(b), lines(jobText)
	out := make([]Job, 200)
	for i := range out {
		f, c := kinds[i%len(kinds)], pick(g, companies)
		city := mustCity(cities, c.City)
		if g.chance(0.35) {
			city = pick(g, cities)
		}
		var base float64
		fmt.Sscan(f[3], &base)
		level := pick(g, words("internship entry mid mid senior"))
		low := base * b.priceLevel(city) * map[string]float64{"internship": 0.35, "entry": 0.7, "mid": 1, "senior": 1.45}[level]
		out[i] = Job{
			id("JB", i), pick(g, commas(f[1])), c.ID, c.Name, city.Name, city.Country, f[0], level, pick(g, list("full time|full time|full time|part time|contract")), g.chance(0.3),
			int(low/500) * 500, int(low*g.real(1.1, 1.5, 2)/500) * 500, some(g, commas(f[2]), 2), Today - Date(g.between(0, 45)),
		}
	}
	return out
}

func makeApplications(b *Base) []Application {
	g, jobs, people := b.gen("applications"), Jobs.Base(b), People.Base(b)
	out := make([]Application, 60)
	for i := range out {
		p := pick(g, people)
		if i < 2 { // the first two are undecided in every seed
			out[i] = Application{id("JA", i), pick(g, jobs).ID, p.Name, p.Email, "I would like to work with you.", "sent", Today - 3}
			continue
		}
		out[i] = Application{id("JA", i), pick(g, jobs).ID, p.Name, p.Email, "I would like to work with you.", pick(g, words("sent sent interview rejected")), Today - Date(g.between(0, 30))}
	}
	return out
}

func makeReviews(b *Base) []Review {
	g, hotels, people := b.gen("reviews"), Hotels.Base(b), People.Base(b)
	out := make([]Review, 60)
	for i := range out {
		h := pick(g, hotels)
		stars := clampStars(h.Rating + g.NormFloat64())
		out[i] = Review{id("RV", i), h.ID, pick(g, people).Name, stars, opinion(g.IntN(1000), stars), Today - Date(g.between(1, 500))}
	}
	return out
}

func clampStars(x float64) int { return int(math.Min(5, math.Max(1, math.Round(x)))) }

func opinion(n, stars int) string {
	parts := map[bool][]string{
		true:  list("Friendly people and everything was clean.|Good value, I would come back.|Better than in the pictures.|Quick and careful service."),
		false: list("Not what was promised.|Slow and rather noisy.|Too expensive for what one gets.|It works, but nothing more."),
	}[stars > 3]
	return parts[n%len(parts)] + []string{"", " The location is good.", " It was crowded on Saturday.", " Ask before you decide."}[n/7%4]
}

// ReviewsOf gives the reviews of something that has a rating: what others wrote, then what was
// written in w, newest last. The number and the stars of the former fit the rating.
func ReviewsOf(w *World, subject string, rating float64) []Review {
	people, b := People.All(w), w.base
	var out []Review
	for i := range 3 + b.Upto(6, "reviews/"+subject, 0) {
		stars := clampStars(rating + 1.6*(b.Unit("stars/"+subject, i)-0.5))
		n := b.Upto(1000, "opinion/"+subject, i)
		out = append(out, Review{reviewID(subject, i), subject, people[b.Upto(len(people), "reviewer/"+subject, i)].Name, stars, opinion(n, stars), Today - Date(600-60*i-n%50)})
	}
	return append(out, Reviews.Where(w, func(r *Review) bool { return r.Subject == subject })...)
}
