package ft

import (
	"deft/tool/library/define"
	"deft/tool/library/world"
)

func holderTools() []define.Tool {
	return []define.Tool{
		define.View("stock_holders", "Gives who holds a share: the company's leaders, investment funds by size, and all others, with shares, value and percent.",
			func(w *world.World, in struct {
				symbolParam
				Count int `json:"count" doc:"Most funds to give" min:"0" max:"50" default:"10"`
			}) (out struct {
				Symbol  string       `json:"symbol"`
				Leaders float64      `json:"leaders_percent"`
				Funds   float64      `json:"funds_percent"`
				Others  float64      `json:"others_percent"`
				Number  int          `json:"funds_holding"`
				List    []fundHolder `json:"greatest_funds"`
			}, err error) {
				c, err := listed(w, in.Symbol)
				if err != nil {
					return out, err
				}
				price, funds := w.Base().Price(c), 0.0
				for _, p := range world.Positions.Where(w, func(p *world.Position) bool { return p.Symbol == c.Symbol }) {
					f, _ := world.Funds.Get(w, p.Fund)
					funds += float64(p.Shares)
					out.List = append(out.List, fundHolder{f.Code, f.Name, p.Shares, world.Round(float64(p.Shares)*price, 2), world.Round(float64(p.Shares)/c.Shares/1e4, 4)})
				}
				out.Symbol, out.Number = c.Symbol, len(out.List)
				out.List = world.TopBy(out.List, func(h fundHolder) float64 { return float64(h.Shares) })[:min(in.Count, len(out.List))]
				out.Leaders, out.Funds = world.Round(100*w.Base().InsiderShares(c)/c.Shares, 4), world.Round(funds/c.Shares/1e4, 4)
				out.Others = world.Round(100-out.Leaders-out.Funds, 4)
				return out, nil
			}, `{"symbol":"CO0001"}`, `{"symbol":"CO0066","count":3}`),
		define.View("fund_holdings", "Gives the shares that an investment fund holds, by value, with their part of its assets, its sectors, and what is not in shares.",
			func(w *world.World, in struct {
				Code string `json:"fund_code" doc:"Fund code" min:"1" max:"12"`
				define.Paging
			}) (out struct {
				Fund    string                 `json:"fund"`
				Sectors map[string]float64     `json:"sector_percent" doc:"Of the assets"`
				Other   float64                `json:"not_in_shares_percent"`
				Shares  define.Page[fundShare] `json:"shares"`
			}, err error) {
				f, err := define.Row(w, world.Funds, in.Code, fundHint)
				if err != nil {
					return out, err
				}
				out.Fund, out.Other, out.Sectors = f.Name, 100, map[string]float64{}
				var all []fundShare
				for _, p := range world.Positions.Where(w, func(p *world.Position) bool { return p.Fund == f.Code }) {
					c, _ := world.CompanyBySymbol(w, p.Symbol)
					s := fundShare{c.Symbol, c.Name, c.Sector, p.Shares, world.Round(float64(p.Shares)*w.Base().Price(c), 2), 0}
					s.Percent = world.Round(s.Value/f.Assets/1e4, 4)
					out.Other -= s.Percent
					out.Sectors[c.Sector] = world.Round(out.Sectors[c.Sector]+s.Percent, 4)
					all = append(all, s)
				}
				out.Other = world.Round(out.Other, 4)
				out.Shares = define.Cut(world.TopBy(all, func(s fundShare) float64 { return s.Value }), in.Paging)
				return out, nil
			}, `{"fund_code":"F10000"}`, `{"fund_code":"F10137","page_size":5}`),
		define.List("insider_transactions", "Lists purchases and sales of shares by the people who lead the companies.", world.InsiderDeals, "symbol= person~ role= side= value_usd>= day>=since", "", "day- value_usd- shares-", `{"side":"buy"}`, `{"role":"chief executive","min_value_usd":1000000,"sort":"value_usd-"}`),
	}
}

type fundHolder struct {
	Code    string  `json:"fund_code"`
	Name    string  `json:"fund"`
	Shares  int     `json:"shares"`
	Value   float64 `json:"value_usd"`
	Percent float64 `json:"percent_of_company"`
}

type fundShare struct {
	Symbol  string  `json:"symbol"`
	Name    string  `json:"name"`
	Sector  string  `json:"sector"`
	Shares  int     `json:"shares"`
	Value   float64 `json:"value_usd"`
	Percent float64 `json:"percent_of_assets"`
}
