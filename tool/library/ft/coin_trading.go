package ft

import (
	"deft/tool/library/define"
	"deft/tool/library/world"
)

type coinHolding struct {
	Symbol string  `json:"symbol"`
	Amount float64 `json:"amount"`
	Cost   float64 `json:"mean_cost_usd" doc:"Mean price paid for a coin"`
	Price  float64 `json:"price_usd"`
	Value  float64 `json:"value_usd"`
	Gain   float64 `json:"gain_percent"`
}

// wallet is what the user's trades of coins add up to; a sale leaves the mean cost as it is.
func wallet(w *world.World) []coinHolding {
	var out []coinHolding
	at := map[string]int{}
	for _, t := range world.CoinTrades.All(w) {
		if !t.Mine {
			continue
		}
		i, ok := at[t.Symbol]
		if !ok {
			i = len(out)
			at[t.Symbol] = i
			out = append(out, coinHolding{Symbol: t.Symbol})
		}
		h := &out[i]
		if t.Side == "sell" {
			h.Amount = world.Round(h.Amount-t.Amount, 6)
			continue
		}
		h.Cost = (h.Cost*h.Amount + t.Price*t.Amount) / (h.Amount + t.Amount)
		h.Amount = world.Round(h.Amount+t.Amount, 6)
	}
	left := out[:0]
	for _, h := range out {
		if c, err := coin(w, h.Symbol); err == nil && h.Amount > 0 {
			h.Price = w.Base().CoinBar(c, coinDay).Close
			h.Value, h.Gain = world.Round(h.Price*h.Amount, 2), change(h.Cost, h.Price)
			left = append(left, h)
		}
	}
	return world.TopBy(left, func(h coinHolding) float64 { return h.Value })
}

func held(w *world.World, symbol string) float64 {
	for _, h := range wallet(w) {
		if h.Symbol == symbol {
			return h.Amount
		}
	}
	return 0
}

// bestOffer is the exchange where a coin is best bought or sold, with its fee; or the one named.
func bestOffer(w *world.World, c world.Coin, side, exchange string) (world.CoinOffer, error) {
	var best world.CoinOffer
	found, cost := false, 0.0
	for _, o := range w.Base().CoinOffers(c, coinDay) {
		if exchange != "" && o.Exchange.ID != exchange {
			continue
		}
		x := o.Price * (1 + o.Exchange.Fee/100)
		if side == "sell" {
			x = -o.Price * (1 - o.Exchange.Fee/100)
		}
		if !found || x < cost {
			best, found, cost = o, true, x
		}
	}
	if !found {
		e, err := define.Row(w, world.CoinExchanges, exchange, "list_coin_exchanges shows identifiers")
		if err != nil {
			return best, err
		}
		return best, define.Fail("not_traded", "%s does not trade %s; coin_profile shows who does", e.Name, c.Symbol)
	}
	return best, nil
}

func tradeCoins() define.Tool {
	return define.Act("trade_coins", "Buys or sells coins for the user at the last price of an exchange, with its fee; the brokerage account pays or receives.",
		func(w *world.World, in struct {
			coinParam
			Side     string  `json:"side" doc:"Whether to buy or to sell" enum:"buy,sell"`
			Amount   float64 `json:"amount" doc:"Coins" min:"0.000001" max:"1e9"`
			Exchange string  `json:"exchange_id,omitempty" doc:"Exchange; without it the one with the best price after its fee" max:"20"`
		}) (out struct {
			Trade   world.CoinTrade `json:"trade"`
			Total   float64         `json:"total_usd" doc:"Paid or received with the fee"`
			Balance float64         `json:"balance_usd" doc:"Balance of the brokerage account"`
		}, err error) {
			c, err := coin(w, in.Coin)
			if err != nil {
				return out, err
			}
			a, err := brokerage(w)
			if err != nil {
				return out, err
			}
			o, err := bestOffer(w, c, in.Side, in.Exchange)
			if err != nil {
				return out, err
			}
			t := world.CoinTrade{Symbol: c.Symbol, Side: in.Side, Amount: world.Round(in.Amount, 6), Price: world.Round(o.Price, 6), Exchange: o.Exchange.ID, Day: world.Today, Mine: true}
			worth := world.Round(t.Amount*t.Price, 2)
			t.Fee = world.Round(worth*o.Exchange.Fee/100, 2)
			have := held(w, c.Symbol)
			switch {
			case worth < 0.01:
				return out, define.Invalid("amount", "is worth less than a cent; a coin costs %g dollars", t.Price)
			case in.Side == "buy" && a.Balance < worth+t.Fee:
				return out, define.Fail("not_enough_money", "the coins cost %.2f dollars, the account holds %.2f", worth+t.Fee, a.Balance)
			case in.Side == "sell" && have < t.Amount:
				return out, define.Fail("too_few_coins", "the user holds %g %s", have, c.Symbol)
			}
			if out.Total = world.Round(worth+t.Fee, 2); in.Side == "buy" {
				a.Balance = world.Round(a.Balance-out.Total, 2)
			} else {
				out.Total = world.Round(worth-t.Fee, 2)
				a.Balance = world.Round(a.Balance+out.Total, 2)
			}
			world.Accounts.Put(w, a)
			t.ID = w.NextID("CT")
			world.CoinTrades.Put(w, t)
			out.Trade, out.Balance = t, a.Balance
			return out, nil
		}, `{"coin":"AETH","side":"buy","amount":0.01}`, `{"coin":"Bolt","side":"buy","amount":0.5,"exchange_id":"CX0002"}`)
}
