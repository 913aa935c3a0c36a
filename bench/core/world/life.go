package world

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"deft/tool/builtin"
)

// Tools of scenario PL, personal life.

func findRecipe(_ context.Context, _ *World, a struct {
	Ingredients []string
	Diet        string
}) (object, error) {
	sorted := slices.Clone(a.Ingredients)
	slices.Sort(sorted)
	key := strings.Join(sorted, "|")
	form := choose([]string{"stew", "bake", "salad", "stir-fry", "soup"}, "form", key)
	return object{"recipe_id": number("RC", key, a.Diet), "title": strings.TrimSpace(a.Diet + " " + strings.Join(sorted, " and ") + " " + form), "minutes": 15 + 5*draw(10, "min", key)}, nil
}

func recipeSteps(_ context.Context, _ *World, a struct {
	ID string `json:"recipe_id"`
}) (object, error) {
	heat := choose([]string{"Simmer for 20 minutes.", "Bake for 35 minutes at 190 degrees.", "Fry briskly for 6 minutes."}, a.ID)
	return object{"steps": []string{"Wash and chop everything.", heat, "Season, and serve warm."}, "servings": 2 + draw(4, "serves", a.ID)}, nil
}

func foodNutrition(_ context.Context, _ *World, a struct {
	Food  string
	Grams float64
}) (object, error) {
	per := a.Grams / 100
	protein, fat, carbs := float64(draw(250, "prot", a.Food))/10, float64(draw(200, "fat", a.Food))/10, float64(draw(500, "carb", a.Food))/10
	return object{
		"calories": int(math.Round(per * (4*protein + 9*fat + 4*carbs))), "protein_g": round(per*protein, 1),
		"fat_g": round(per*fat, 1), "carbohydrates_g": round(per*carbs, 1),
	}, nil
}

func bodyMassIndex(_ context.Context, _ *World, a struct {
	Weight float64 `json:"weight_kg"`
	Height float64 `json:"height_cm"`
}) (object, error) {
	bmi := round(a.Weight/math.Pow(a.Height/100, 2), 1)
	category := "obese"
	switch {
	case bmi < 18.5:
		category = "underweight"
	case bmi < 25:
		category = "normal"
	case bmi < 30:
		category = "overweight"
	}
	return object{"bmi": bmi, "category": category}, nil
}

// dailyCalories is the equation of Mifflin and St Jeor times a factor for activity.
func dailyCalories(_ context.Context, _ *World, a struct {
	Sex      string
	Age      int
	Weight   float64 `json:"weight_kg"`
	Height   float64 `json:"height_cm"`
	Activity string
}) (object, error) {
	rest := 10*a.Weight + 6.25*a.Height - 5*float64(a.Age) - 161
	if a.Sex == "male" {
		rest += 166
	}
	factor := map[string]float64{"low": 1.2, "moderate": 1.55, "high": 1.9}[a.Activity]
	return object{"calories": int(math.Round(rest * factor))}, nil
}

func phoneOf(parts ...string) string {
	return fmt.Sprintf("+10000%07d", draw(10_000_000, append(parts, "phone")...))
}

func findRestaurant(_ context.Context, _ *World, a struct{ City, Cuisine string }) (object, error) {
	name := choose([]string{"The Blue Lantern", "Casa Verde", "Old Mill", "Saffron Yard", "Two Herons"}, a.City, a.Cuisine)
	return object{
		"restaurant_id": number("RS", a.City, a.Cuisine), "name": name, "rating": round(3.8+float64(draw(12, "stars", a.City, a.Cuisine))/10, 1),
		"phone": phoneOf(a.City, a.Cuisine),
	}, nil
}

func bookTable(_ context.Context, w *World, a struct {
	ID         string `json:"restaurant_id"`
	Date, Time string
	People     int
}) (object, error) {
	return object{"booking_id": w.did("BK", "table for %d at %s on %s %s", a.People, a.ID, a.Date, a.Time)}, nil
}

func findHotel(_ context.Context, _ *World, a struct {
	City  string
	Stars int
}) (object, error) {
	stars := fmt.Sprint(a.Stars)
	return object{
		"hotel_id": number("HT", a.City, stars), "name": choose([]string{"Hotel Aurora", "Station Inn", "Linden House", "Quay Rooms"}, "hotel", a.City, stars),
		"price_per_night": float64(40*a.Stars + draw(60, "rate", a.City, stars)), "currency": "EUR",
	}, nil
}

func bookRoom(_ context.Context, w *World, a struct {
	ID      string `json:"hotel_id"`
	CheckIn string `json:"check_in"`
	Nights  int
	Guest   string
}) (object, error) {
	return object{"booking_id": w.did("BK", "room at %s from %s, %d nights, for %s", a.ID, a.CheckIn, a.Nights, a.Guest)}, nil
}

func findFlight(_ context.Context, _ *World, a struct{ Origin, Destination, Date string }) (object, error) {
	return object{
		"flight_id": number("FL", a.Origin, a.Destination, a.Date), "departure_time": clock(6 + float64(draw(60, "fly", a.Origin, a.Destination, a.Date))/4),
		"price": float64(45 + draw(500, "fare", a.Origin, a.Destination, a.Date)), "currency": "EUR",
	}, nil
}

func bookFlight(_ context.Context, w *World, a struct {
	ID        string `json:"flight_id"`
	Passenger string
}) (object, error) {
	return object{"booking_id": w.did("BK", "flight %s for %s", a.ID, a.Passenger)}, nil
}

func findMovie(_ context.Context, _ *World, a struct{ Title string }) (object, error) {
	return object{"movie_id": number("MV", a.Title), "director": choose(people(), "dir", a.Title), "year": 1970 + draw(56, "film", a.Title), "minutes": 80 + draw(80, "len", a.Title)}, nil
}

func showtimes(_ context.Context, _ *World, a struct {
	ID         string `json:"movie_id"`
	City, Date string
}) (object, error) {
	first := 14 + draw(4, a.ID, a.City, a.Date)
	return object{"cinema": choose([]string{"Odeon", "Lumen", "Rialto"}, a.City), "times": []string{clock(float64(first)), clock(float64(first) + 3.25), clock(float64(first) + 6)}}, nil
}

func findSong(_ context.Context, _ *World, a struct{ Title, Artist string }) (object, error) {
	return object{"song_id": number("SG", a.Title, a.Artist), "album": choose([]string{"First Light", "Paper Boats", "Low Tide", "Static"}, a.Artist), "seconds": 150 + draw(150, a.Title, a.Artist)}, nil
}

func lyrics(_ context.Context, _ *World, a struct {
	ID string `json:"song_id"`
}) (object, error) {
	lines := []string{"We walk along the water and the night is ours", "The radio is humming and the road is long", "You left a light for me, I follow it home"}
	return object{"lyrics": choose(lines, a.ID) + "\n" + choose(lines, a.ID, "2")}, nil
}

func findJob(_ context.Context, _ *World, a struct{ Role, City string }) (object, error) {
	return object{"job_id": number("JB", a.Role, a.City), "employer": choose([]string{"Alder & Sons", "Polaris Group", "City Works"}, a.Role, a.City), "yearly_salary": 28000 + 500*draw(90, "pay", a.Role, a.City)}, nil
}

func findProduct(_ context.Context, _ *World, a struct {
	Name     string
	MaxPrice *float64 `json:"max_price"`
}) (object, error) {
	price := float64(900+draw(14000, "price", a.Name)) / 100
	if a.MaxPrice != nil && price > *a.MaxPrice {
		price = round(*a.MaxPrice*0.9, 2)
	}
	return object{"product_id": number("PR", a.Name), "name": a.Name, "price": price, "currency": "EUR"}, nil
}

func productReviews(_ context.Context, _ *World, a struct {
	ID string `json:"product_id"`
}) (object, error) {
	sum := choose([]string{"Buyers love it: great quality and a perfect fit.", "Many find it slow, and some arrived broken.", "Does what it should."}, a.ID)
	return object{"rating": round(2.5+float64(draw(25, "r", a.ID))/10, 1), "reviews": 3 + draw(800, "n", a.ID), "summary": sum}, nil
}

func addToCart(_ context.Context, w *World, a struct {
	ID       string `json:"product_id"`
	Quantity int
}) (object, error) {
	w.did("CT", "%d of %s into the basket", a.Quantity, a.ID)
	return object{"items": a.Quantity}, nil
}

func trackParcel(_ context.Context, _ *World, a struct {
	Number string `json:"tracking_number"`
}) (object, error) {
	at := today().AddDate(0, 0, 1+draw(4, a.Number))
	return object{
		"status": choose([]string{"in transit", "at the depot", "out for delivery"}, "st", a.Number),
		"place":  choose([]string{"Lyon", "Hamburg", "Leeds", "Porto"}, "pl", a.Number), "expected": at.Format("2006-01-02"),
	}, nil
}

// travelRoute takes the great circle between known cities, and an invented distance elsewhere.
func travelRoute(_ context.Context, w *World, a struct{ Origin, Destination, Mode string }) (object, error) {
	km := 1 + float64(draw(240, "way", a.Origin, a.Destination))/10
	p, known := w.Cities[strings.ToLower(a.Origin)]
	q, too := w.Cities[strings.ToLower(a.Destination)]
	if known && too {
		km = 1.2 * greatCircle(p, q)
	}
	speed := map[string]float64{"driving": 70, "cycling": 17, "walking": 5, "transit": 55}[a.Mode]
	return object{"distance_km": round(km, 1), "minutes": int(math.Ceil(km / speed * 60))}, nil
}

func greatCircle(p, q place) float64 {
	rad := math.Pi / 180
	s := math.Pow(math.Sin((q.Lat-p.Lat)*rad/2), 2) + math.Cos(p.Lat*rad)*math.Cos(q.Lat*rad)*math.Pow(math.Sin((q.Lon-p.Lon)*rad/2), 2)
	return 2 * 6371 * math.Asin(math.Sqrt(min(1, s)))
}

// geocode places an address near the city it ends with.
func geocode(_ context.Context, w *World, a struct{ Address string }) (object, error) {
	parts := strings.Split(a.Address, ",")
	if len(parts) < 2 {
		return nil, builtin.Failed("%q has no city: give street, number and city", a.Address)
	}
	p := w.city(parts[len(parts)-1])
	shift := func(salt string) float64 { return float64(draw(800, salt, a.Address))/10000 - 0.04 }
	return object{"latitude": round(p.Lat+shift("lat"), 4), "longitude": round(p.Lon+shift("lon"), 4)}, nil
}

func placesNearby(_ context.Context, _ *World, a struct {
	Latitude, Longitude float64
	Kind                string
}) (object, error) {
	at := fmt.Sprintf("%.3f %.3f", a.Latitude, a.Longitude)
	names := []string{"Corner", "Central", "Park", "Riverside", "Old Town"}
	return object{"places": []string{choose(names, at, a.Kind) + " " + a.Kind, choose(names, at, a.Kind, "2") + " " + a.Kind + " II"}, "nearest_metres": 60 + draw(900, at, a.Kind)}, nil
}
