package ft

import (
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func deliveryTools() []define.Tool {
	return []define.Tool{
		define.View("food_delivery_options", "Finds restaurants that bring meals to an address of a city, the quickest first, with fee, minutes, and the cheapest dish.",
			func(w *world.World, in struct {
				City    string `json:"city" doc:"City" min:"1" max:"80"`
				Address string `json:"address" doc:"Street and number" min:"3" max:"100"`
				Cuisine string `json:"cuisine,omitempty" doc:"Cuisine" enum:"italian,mexican,indian,japanese,french,greek,thai,american"`
				Level   int    `json:"max_price_level" doc:"Greatest price level" min:"1" max:"4" default:"4"`
			}) (out struct {
				Latitude  float64          `json:"latitude" doc:"Of the address"`
				Longitude float64          `json:"longitude"`
				Options   []deliveryOption `json:"options"`
			}, err error) {
				c, err := define.City(w, in.City)
				if err != nil {
					return out, err
				}
				out.Latitude, out.Longitude = world.AddressPoint(w, c, in.Address)
				for _, z := range world.Businesses.All(w) {
					if z.Category == "restaurant" && z.Delivers && z.City == c.Name && z.Country == c.Country && (in.Cuisine == "" || z.Cuisine == in.Cuisine) && z.Level <= in.Level {
						if o := optionOf(w, z, out.Latitude, out.Longitude); o.Km <= world.DeliveryKm {
							out.Options = append(out.Options, o)
						}
					}
				}
				world.SortBy(out.Options, func(o deliveryOption) int { return o.Minutes })
				return out, nil
			}, `{"city":"Lisbon","address":"Mill Lane 12"}`, `{"city":"Tokyo","address":"River Walk 5","max_price_level":3}`),
		define.Act("order_food_delivery", "Orders dishes from a restaurant's menu to an address of its city, as soon as possible or for a time. One of the user's accounts pays, or cash at the door.",
			func(w *world.World, in orderParam) (out struct {
				Order   world.FoodOrder `json:"order"`
				Status  string          `json:"status"`
				Balance float64         `json:"balance" doc:"What is left on the account; 0 for cash"`
			}, err error) {
				out.Order, out.Balance, err = orderFood(w, in)
				out.Status = out.Order.Stage(world.Now())
				return out, err
			}, `{"restaurant_id":"BZ0001","address":"Mill Lane 12","dishes":[{"item_id":"MI0001","count":2}],"account_id":"AC0001"}`, `{"restaurant_id":"BZ0002","address":"Elm Row 7","dishes":[{"item_id":"MI0005"},{"item_id":"MI0006"}]}`),
		define.View("track_food_delivery", "Says how far the user's food orders are: status, minutes until they arrive, and where the rider is.",
			func(w *world.World, in struct {
				ID   string `json:"order_id,omitempty" doc:"One order; without it all of the user's" max:"20"`
				Open bool   `json:"open_only" doc:"Leave out those delivered or cancelled" default:"false"`
			}) (out struct {
				Orders []trackedOrder `json:"orders" doc:"The latest arrival first"`
			}, err error) {
				if in.ID != "" {
					if _, err := mineToEat(w, in.ID); err != nil {
						return out, err
					}
				}
				for _, o := range world.FoodOrders.All(w) {
					t := tracked(w, o)
					if o.Owner == "me" && (in.ID == "" || o.ID == in.ID) && (!in.Open || t.Status != "delivered" && t.Status != "cancelled") {
						out.Orders = append(out.Orders, t)
					}
				}
				out.Orders = world.TopBy(out.Orders, func(t trackedOrder) int { return int(t.Order.Arrives.Unix()) })
				return out, nil
			}, `{"order_id":"FO0001"}`, `{"open_only":true}`),
		define.Act("cancel_food_delivery", "Cancels one of the user's food orders: before the kitchen begins all of the money comes back, while it cooks half of it; after that it is too late.",
			func(w *world.World, in struct {
				ID string `json:"order_id" doc:"Order identifier" min:"1" max:"20"`
			}) (out struct {
				Order   world.FoodOrder `json:"order"`
				Balance float64         `json:"balance" doc:"On the account that paid; 0 for cash"`
			}, err error) {
				out.Order, out.Balance, err = cancelFood(w, in.ID)
				return out, err
			}, `{"order_id":"FO0001"}`, `{"order_id":"FO0006"}`),
	}
}

type deliveryOption struct {
	ID       string  `json:"restaurant_id"`
	Name     string  `json:"name"`
	Cuisine  string  `json:"cuisine"`
	Rating   float64 `json:"rating"`
	Level    int     `json:"price_level"`
	Km       float64 `json:"distance_km"`
	Fee      float64 `json:"delivery_fee_usd"`
	Minutes  int     `json:"minutes" doc:"From the beginning of a meal for one to the door"`
	Open     bool    `json:"open_now"`
	Cheapest float64 `json:"cheapest_dish_usd"`
}

func optionOf(w *world.World, z world.Business, lat, lon float64) deliveryOption {
	km, fee, ride := world.Delivery(z, lat, lon)
	o := deliveryOption{z.ID, z.Name, z.Cuisine, z.Rating, z.Level, km, fee, ride + w.Base().Kitchen(z, 1), w.Base().OpenAt(z, world.Now()), 0}
	for _, m := range world.MenuItems.All(w) {
		if m.Restaurant == z.ID && (o.Cheapest == 0 || m.Price < o.Cheapest) {
			o.Cheapest = m.Price
		}
	}
	return o
}

type orderedDish struct {
	Item  string `json:"item_id" doc:"Menu item of the restaurant" min:"1" max:"20"`
	Count int    `json:"count" doc:"Portions" min:"1" max:"20" default:"1"`
}

type orderParam struct {
	ID      string        `json:"restaurant_id" doc:"Business identifier of a restaurant that delivers" min:"1" max:"20"`
	Address string        `json:"address" doc:"Street and number in the restaurant's city" min:"3" max:"100"`
	Dishes  []orderedDish `json:"dishes" doc:"What to bring" min:"1" max:"20"`
	Account string        `json:"account_id,omitempty" doc:"One of the user's accounts; without it cash is paid at the door" max:"20"`
	At      time.Time     `json:"deliver_at,omitempty" doc:"When to bring it, within a week; without it as soon as possible"`
}

func orderFood(w *world.World, in orderParam) (world.FoodOrder, float64, error) {
	var none world.FoodOrder
	z, err := define.Row(w, world.Businesses, in.ID, "food_delivery_options shows identifiers")
	if err != nil {
		return none, 0, err
	}
	if z.Category != "restaurant" || !z.Delivers {
		return none, 0, define.Fail("no_delivery", "%s does not bring meals", z.Name)
	}
	var lines []world.OrderedDish
	portions := 0
	for _, d := range in.Dishes {
		m, ok := world.MenuItems.Get(w, d.Item)
		if !ok || m.Restaurant != z.ID {
			return none, 0, define.NotFound("dish of "+z.Name, d.Item, "restaurant_menu shows its dishes")
		}
		lines = append(lines, world.OrderedDish{Item: m.ID, Title: m.Title, Count: d.Count, Price: world.Round(m.Price*float64(d.Count), 2)})
		portions += d.Count
	}
	o := world.OrderFood(w, z, in.Address, lines, portions, nextOpening(w.Base(), z, world.Now(), w.Base().Kitchen(z, portions)))
	c, _ := world.CityNamed(w, z.City+","+z.Country)
	lat, lon := world.AddressPoint(w, c, in.Address)
	if km, _, _ := world.Delivery(z, lat, lon); km > world.DeliveryKm {
		return none, 0, define.Fail("too_far", "%s brings meals up to %v km; the address is %v km away", z.Name, world.DeliveryKm, km)
	}
	if !in.At.IsZero() {
		starts := o.Starts.Add(in.At.Sub(o.Arrives))
		closing := nextOpening(w.Base(), z, starts, int(o.Leaves.Sub(o.Starts).Minutes()))
		if in.At.Before(o.Arrives) || in.At.After(world.Now().AddDate(0, 0, 7)) || !closing.Equal(starts) {
			return none, 0, define.Invalid("deliver_at", "must be within a week, not before %s, and while the restaurant is open", o.Arrives.Format(time.RFC3339))
		}
		o = world.OrderFood(w, z, in.Address, lines, portions, starts)
	}
	o.ID, o.Owner = w.NextID("FO"), "me"
	balance := 0.0
	if in.Account != "" {
		if o.Account, balance, err = pay(w, in.Account, z.ID, o.Total, "Food order "+o.ID); err != nil {
			return none, 0, err
		}
	}
	world.FoodOrders.Put(w, o)
	return o, balance, nil
}

// pay takes US dollars from one of the user's accounts for a business; a negative sum goes back.
func pay(w *world.World, account, business string, usd float64, purpose string) (string, float64, error) {
	a, err := define.Row(w, world.Accounts, account, "account_statement shows the user's accounts")
	if err != nil {
		return "", 0, err
	}
	amount, _ := world.Convert(w, usd, "USD", a.Currency, world.Today)
	amount = world.Round(amount, 2)
	switch {
	case a.Owner != "me":
		return "", 0, define.Refused("only the user's own accounts can pay")
	case amount > a.Balance:
		return "", 0, define.Fail("not_enough_money", "the account holds %.2f %s, the price is %.2f", a.Balance, a.Currency, amount)
	}
	a.Balance = world.Round(a.Balance-amount, 2)
	world.Accounts.Put(w, a)
	t := world.Transfer{ID: w.NextID("TF"), From: a.ID, To: business, Amount: amount, Received: usd, Purpose: purpose, Day: world.Today}
	if usd < 0 {
		t.From, t.To, t.Amount, t.Received = business, a.ID, -usd, -amount
	}
	world.Transfers.Put(w, t)
	return a.ID, a.Balance, nil
}

func mineToEat(w *world.World, id string) (world.FoodOrder, error) {
	o, err := define.Row(w, world.FoodOrders, id, "track_food_delivery shows the user's orders")
	if err == nil && o.Owner != "me" {
		err = define.Refused("the order %s is not the user's", id)
	}
	return o, err
}

func cancelFood(w *world.World, id string) (world.FoodOrder, float64, error) {
	o, err := mineToEat(w, id)
	if err != nil {
		return o, 0, err
	}
	stage, share := o.Stage(world.Now()), 0.0
	switch stage {
	case "scheduled":
		share = 1
	case "being prepared":
		share = 0.5
	default:
		return o, 0, define.Fail("not_possible", "the order %s is %s", o.ID, stage)
	}
	o.Cancelled = true
	balance := 0.0
	if o.Account != "" {
		o.Refund = world.Round(share*o.Total, 2)
		if _, balance, err = pay(w, o.Account, o.Restaurant, -o.Refund, "Refund of food order "+o.ID); err != nil {
			return o, 0, err
		}
	}
	world.FoodOrders.Put(w, o)
	return o, balance, nil
}

type trackedOrder struct {
	Order      world.FoodOrder `json:"order"`
	Restaurant string          `json:"restaurant"`
	Status     string          `json:"status" enum:"scheduled,being prepared,on the way,delivered,cancelled"`
	Minutes    int             `json:"minutes_left" doc:"Until it arrives; 0 when it is delivered or cancelled"`
	Latitude   float64         `json:"rider_latitude" doc:"Where the meal is, or the address once it is delivered"`
	Longitude  float64         `json:"rider_longitude"`
}

func tracked(w *world.World, o world.FoodOrder) trackedOrder {
	z, _ := world.Businesses.Get(w, o.Restaurant)
	c, _ := world.CityNamed(w, z.City+","+z.Country)
	now := world.Now()
	t := trackedOrder{Order: o, Restaurant: z.Name, Status: o.Stage(now), Latitude: z.Latitude, Longitude: z.Longitude}
	if !o.Cancelled && now.Before(o.Arrives) {
		t.Minutes = int(o.Arrives.Sub(now).Minutes())
	}
	way := 0.0
	switch t.Status {
	case "on the way":
		way = now.Sub(o.Leaves).Seconds() / o.Arrives.Sub(o.Leaves).Seconds()
	case "delivered":
		way = 1
	}
	lat, lon := world.AddressPoint(w, c, o.Address)
	t.Latitude = world.Round(z.Latitude+way*(lat-z.Latitude), 4)
	t.Longitude = world.Round(z.Longitude+way*(lon-z.Longitude), 4)
	return t
}
