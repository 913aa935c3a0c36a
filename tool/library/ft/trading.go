package ft

import (
	"deft/tool/library/define"
	"deft/tool/library/world"
)

// fee is what the broker takes of an executed order, in US dollars.
const fee = 1.5

// brokerage is the user's account for shares.
func brokerage(w *world.World) (world.Account, error) {
	a, ok := world.Accounts.First(w, func(a *world.Account) bool { return a.Owner == "me" && a.Kind == "brokerage" })
	if !ok {
		return a, define.Fail("no_account", "the user has no brokerage account")
	}
	return a, nil
}

type holding struct {
	Symbol string  `json:"symbol"`
	Shares int     `json:"shares"`
	Cost   float64 `json:"mean_cost_usd" doc:"Mean price paid for a share"`
	Price  float64 `json:"price_usd"`
	Value  float64 `json:"value_usd"`
	Gain   float64 `json:"gain_percent"`
}

// holdings are what the user's executed orders add up to; a sale leaves the mean cost as it is.
func holdings(w *world.World) []holding {
	var out []holding
	at := map[string]int{}
	for _, t := range world.Trades.All(w) {
		if !t.Mine || t.Status != "executed" {
			continue
		}
		i, ok := at[t.Symbol]
		if !ok {
			i = len(out)
			at[t.Symbol] = i
			out = append(out, holding{Symbol: t.Symbol})
		}
		h := &out[i]
		if t.Side == "sell" {
			h.Shares -= t.Shares
			continue
		}
		h.Cost = (h.Cost*float64(h.Shares) + t.Price*float64(t.Shares)) / float64(h.Shares+t.Shares)
		h.Shares += t.Shares
	}
	left := out[:0]
	for _, h := range out {
		if c, ok := world.CompanyBySymbol(w, h.Symbol); ok && h.Shares > 0 {
			h.Price = w.Base().Price(c)
			h.Value, h.Gain = world.Round(h.Price*float64(h.Shares), 2), change(h.Cost, h.Price)
			left = append(left, h)
		}
	}
	return left
}

func sharesOf(w *world.World, symbol string) int {
	for _, h := range holdings(w) {
		if h.Symbol == symbol {
			return h.Shares
		}
	}
	return 0
}

func tradingTools() []define.Tool {
	return []define.Tool{
		define.Act("place_stock_order", "Buys or sells shares for the user: a market order at the last price, or a limit order that stays open until the price is reached. The broker takes 1.50 dollars.",
			func(w *world.World, in struct {
				symbolParam
				Side   string  `json:"side" doc:"Whether to buy or to sell" enum:"buy,sell"`
				Shares int     `json:"shares" doc:"Shares" min:"1" max:"100000"`
				Limit  float64 `json:"limit_price" doc:"Highest price to pay or lowest to take; 0 for a market order" min:"0" max:"1000000" default:"0"`
			}) (out struct {
				Order   world.Trade `json:"order"`
				Total   float64     `json:"total_usd" doc:"Paid or received with the fee; 0 for an open order"`
				Balance float64     `json:"balance_usd" doc:"Balance of the brokerage account"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				a, err := brokerage(w)
				if err != nil {
					return out, err
				}
				price, held := w.Base().Price(c), sharesOf(w, c.Symbol)
				if in.Side == "sell" && held < in.Shares {
					return out, define.Fail("too_few_shares", "the user holds %d shares of %s", held, c.Symbol)
				}
				t := world.Trade{Symbol: c.Symbol, Side: in.Side, Shares: in.Shares, Limit: in.Limit, Status: "open", Day: world.Today, Mine: true}
				if in.Limit == 0 || in.Side == "buy" && price <= in.Limit || in.Side == "sell" && price >= in.Limit {
					t.Status, t.Price = "executed", price
					out.Total = world.Round(price*float64(in.Shares)+fee, 2)
					if in.Side == "sell" {
						out.Total = world.Round(price*float64(in.Shares)-fee, 2)
						a.Balance += out.Total
					} else if a.Balance -= out.Total; a.Balance < 0 {
						return out, define.Fail("not_enough_money", "the order costs %.2f dollars, the account holds %.2f", out.Total, a.Balance+out.Total)
					}
					a.Balance = world.Round(a.Balance, 2)
					world.Accounts.Put(w, a)
				}
				t.ID = w.NextID("TR")
				world.Trades.Put(w, t)
				out.Order, out.Balance = t, a.Balance
				return out, nil
			}, `{"symbol":"CO0001","side":"buy","shares":1}`, `{"symbol":"CO0002","side":"buy","shares":5,"limit_price":0.01}`),
		define.Act("cancel_stock_order", "Cancels one of the user's orders that is still open.",
			func(w *world.World, in struct {
				ID     string `json:"order_id,omitempty" doc:"Order identifier; without it all open orders" max:"20"`
				Symbol string `json:"symbol,omitempty" doc:"Only orders for this symbol" max:"10"`
			}) (out struct {
				Cancelled []string `json:"cancelled_ids"`
			}, err error) {
				if in.ID != "" {
					t, err := define.Row(w, world.Trades, in.ID, "list_stock_orders shows identifiers")
					if err != nil {
						return out, err
					}
					if !t.Mine || t.Status != "open" {
						return out, define.Fail("not_open", "the order %s is not an open order of the user", t.ID)
					}
				}
				for _, t := range world.Trades.Where(w, func(t *world.Trade) bool { return t.Mine && t.Status == "open" }) {
					if (in.ID == "" || t.ID == in.ID) && (in.Symbol == "" || fold(in.Symbol, t.Symbol)) {
						t.Status = "cancelled"
						world.Trades.Put(w, t)
						out.Cancelled = append(out.Cancelled, t.ID)
					}
				}
				return out, nil
			}, `{}`, `{"symbol":"ABC"}`),
		define.List("list_stock_orders", "Lists orders for shares by symbol, side, state and day; mine tells the user's own.", world.Trades, "symbol= side= status= mine= day>=since", "", "day- symbol+", `{"mine":true}`, `{"status":"executed","since":"2025-01-01"}`),
		define.View("stock_portfolio", "Gives the user's shares with mean cost, value and gain, the cash of the brokerage account and the sum.",
			func(w *world.World, in struct {
				Sort string `json:"sort" doc:"Order, greatest first" enum:"value_usd,gain_percent,shares" default:"value_usd"`
			}) (out struct {
				Holdings []holding `json:"holdings"`
				Cash     float64   `json:"cash_usd"`
				Shares   float64   `json:"shares_usd" doc:"Value of all shares"`
				Total    float64   `json:"total_usd"`
			}, err error) {
				a, err := brokerage(w)
				if err != nil {
					return out, err
				}
				out.Holdings = world.TopBy(holdings(w), func(h holding) float64 {
					return map[string]float64{"value_usd": h.Value, "gain_percent": h.Gain, "shares": float64(h.Shares)}[in.Sort]
				})
				for _, h := range out.Holdings {
					out.Shares += h.Value
				}
				out.Cash, out.Shares = a.Balance, world.Round(out.Shares, 2)
				out.Total = world.Round(out.Cash+out.Shares, 2)
				return out, nil
			}, `{}`, `{"sort":"gain_percent"}`),
		define.Act("transfer_money", "Transfers money from one of the user's accounts to any account, converting it at the rate of the day where currencies differ.",
			func(w *world.World, in struct {
				From    string  `json:"from_account" doc:"One of the user's accounts" min:"1" max:"20"`
				To      string  `json:"to_account" doc:"Account that receives" min:"1" max:"20"`
				Amount  float64 `json:"amount" doc:"Amount in the currency of the first account" min:"0.01" max:"1000000"`
				Purpose string  `json:"purpose" doc:"Purpose" max:"140" default:""`
			}) (out struct {
				Transfer world.Transfer `json:"transfer"`
				Balance  float64        `json:"balance" doc:"What is left on the account"`
			}, err error) {
				from, err := define.Row(w, world.Accounts, in.From, "account_statement shows the user's accounts")
				if err != nil {
					return out, err
				}
				to, err := define.Row(w, world.Accounts, in.To, "give the identifier of an account")
				if err != nil {
					return out, err
				}
				amount := world.Round(in.Amount, 2)
				switch {
				case from.Owner != "me":
					return out, define.Refused("money can leave the user's own accounts only")
				case from.ID == to.ID:
					return out, define.Invalid("to_account", "must differ from from_account")
				case from.Balance < amount:
					return out, define.Fail("not_enough_money", "the account holds %.2f %s", from.Balance, from.Currency)
				}
				got, _ := world.Convert(w, amount, from.Currency, to.Currency, world.Today)
				got = world.Round(got, 2)
				from.Balance, to.Balance = world.Round(from.Balance-amount, 2), world.Round(to.Balance+got, 2)
				world.Accounts.Put(w, from)
				world.Accounts.Put(w, to)
				out.Transfer = world.Transfer{ID: w.NextID("TF"), From: from.ID, To: to.ID, Amount: amount, Received: got, Purpose: in.Purpose, Day: world.Today}
				world.Transfers.Put(w, out.Transfer)
				out.Balance = from.Balance
				return out, nil
			}, `{"from_account":"AC0001","to_account":"AC0003","amount":100}`, `{"from_account":"AC0002","to_account":"AC0010","amount":12.5,"purpose":"Dinner"}`),
		define.View("account_statement", "Gives the user's accounts with their balances and the latest transfers of all or of one.",
			func(w *world.World, in struct {
				ID    string `json:"account_id,omitempty" doc:"One account of the user" max:"20"`
				Count int    `json:"count" doc:"Most transfers to give" min:"0" max:"50" default:"10"`
			}) (out struct {
				Accounts  []world.Account  `json:"accounts"`
				Transfers []world.Transfer `json:"transfers" doc:"Newest first"`
			}, err error) {
				mine := map[string]bool{}
				out.Accounts = world.Accounts.Where(w, func(a *world.Account) bool { return a.Owner == "me" && (in.ID == "" || a.ID == in.ID) })
				if len(out.Accounts) == 0 {
					return out, define.NotFound("account of the user", in.ID, "call without account_id to see them")
				}
				for _, a := range out.Accounts {
					mine[a.ID] = true
				}
				all := world.Transfers.Where(w, func(t *world.Transfer) bool { return mine[t.From] || mine[t.To] })
				all = world.TopBy(all, func(t world.Transfer) string { return t.Day.String() + t.ID })
				out.Transfers = all[:min(in.Count, len(all))]
				return out, nil
			}, `{}`, `{"account_id":"AC0001","count":3}`),
	}
}
