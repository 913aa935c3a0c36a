package ir

import (
	"math"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// bookmakers are those whose odds differ a little.
func bookmakers() []string {
	return []string{"Fairplay", "Lucky Seven", "Oddsmith", "Redline Bets"}
}

type odds struct {
	Bookmaker string  `json:"bookmaker"`
	Home      float64 `json:"home"`
	Draw      float64 `json:"draw" doc:"0 in sports without draws"`
	Away      float64 `json:"away"`
	Margin    float64 `json:"margin_percent"`
}

func bettingTools() []define.Tool {
	return []define.Tool{
		define.View("match_odds", "Gives the odds of all bookmakers for a match, with their margins and the best for each outcome.",
			func(w *world.World, in matchParam) (out struct {
				Match matchLine          `json:"match"`
				Odds  []odds             `json:"odds"`
				Best  map[string]float64 `json:"best"`
			}, err error) {
				m, err := match(w, in.Match, "")
				if err != nil {
					return out, err
				}
				out.Match, out.Best = lineOf(m), map[string]float64{"home": 0, "draw": 0, "away": 0}
				for i, name := range bookmakers() {
					h, d, a := world.Odds(w, m, i)
					o := odds{name, h, d, a, 0}
					sum := 1/h + 1/a
					if d > 0 {
						sum += 1 / d
					}
					o.Margin = world.Round(100*(sum-1), 2)
					out.Odds = append(out.Odds, o)
					out.Best["home"], out.Best["draw"], out.Best["away"] = math.Max(out.Best["home"], h), math.Max(out.Best["draw"], d), math.Max(out.Best["away"], a)
				}
				return out, nil
			}, `{"match_id":"MT0030"}`, `{"match_id":"MT0900"}`),
		define.Calc("odds_calculator", "Converts odds between decimal, fractional and American form, and gives the chance they imply and the gain of a stake.",
			func(_ *world.World, in struct {
				Decimal  float64 `json:"decimal,omitempty" doc:"Decimal odds" min:"1.01" max:"1000"`
				American float64 `json:"american,omitempty" doc:"American odds, such as -150 or 200" min:"-100000" max:"100000"`
				Chance   float64 `json:"chance,omitempty" doc:"Chance from 0 to 1" min:"0.001" max:"0.99"`
				Stake    float64 `json:"stake" doc:"Stake" min:"0" max:"1000000" default:"10"`
			}) (out struct {
				Decimal  float64 `json:"decimal"`
				American float64 `json:"american"`
				Fraction string  `json:"fractional"`
				Chance   float64 `json:"implied_chance"`
				Gain     float64 `json:"gain"`
			}, err error) {
				switch {
				case in.Decimal > 0:
					out.Decimal = in.Decimal
				case in.Chance > 0:
					out.Decimal = 1 / in.Chance
				case in.American >= 100:
					out.Decimal = 1 + in.American/100
				case in.American <= -100:
					out.Decimal = 1 - 100/in.American
				default:
					return out, define.Invalid("decimal", "or american (at least 100 from zero) or chance must be given")
				}
				out.Chance, out.Gain = world.Round(1/out.Decimal, 4), world.Round(in.Stake*(out.Decimal-1), 2)
				if out.American = math.Round(100 * (out.Decimal - 1)); out.Decimal < 2 {
					out.American = math.Round(-100 / (out.Decimal - 1))
				}
				p, q := fraction(out.Decimal - 1)
				out.Fraction = matchFraction(p, q)
				out.Decimal = world.Round(out.Decimal, 3)
				return out, nil
			}, `{"decimal":2.5}`, `{"american":-150,"stake":30}`),
		define.Act("place_bet", "Places a bet in play money on a match to come, at the best odds of all bookmakers.",
			func(w *world.World, in struct {
				Match string  `json:"match_id" doc:"Match identifier" min:"1" max:"20"`
				On    string  `json:"on" doc:"Outcome" enum:"home,draw,away"`
				Stake float64 `json:"stake" doc:"Stake in play money" min:"1" max:"1000"`
			}) (world.Bet, error) {
				m, err := match(w, in.Match, "")
				if err != nil {
					return world.Bet{}, err
				}
				if m.Status == "finished" {
					return world.Bet{}, define.Fail("closed", "match %s is over", m.ID)
				}
				best := 0.0
				for i := range bookmakers() {
					h, d, a := world.Odds(w, m, i)
					best = math.Max(best, map[string]float64{"home": h, "draw": d, "away": a}[in.On])
				}
				if best == 0 {
					return world.Bet{}, define.Invalid("on", "cannot be draw in %s", m.Sport)
				}
				b := world.Bet{ID: w.NextID("BT"), Match: m.ID, On: in.On, Stake: in.Stake, Odds: best, Status: "open"}
				world.Bets.Put(w, b)
				return b, nil
			}, `{"match_id":"MT0030","on":"home","stake":10}`, `{"match_id":"MT0060","on":"draw","stake":2.5}`),
		define.List("list_bets", "Lists the user's bets by state and outcome.", world.Bets, "status= on= match_id= stake>=", "", "id- stake- payout-", `{"status":"won"}`, `{"on":"home","sort":"stake-"}`),
		define.View("betting_balance", "Sums up the user's bets: stakes, payouts, share won, return, and the chance that the odds gave them.",
			func(w *world.World, in struct {
				Sport string `json:"sport,omitempty" doc:"Only bets on this sport" enum:"football,basketball,cricket"`
			}) (out struct {
				Bets     int     `json:"bets"`
				Open     int     `json:"open"`
				Stakes   float64 `json:"stakes_settled"`
				Payouts  float64 `json:"payouts"`
				Won      float64 `json:"won_share"`
				Expected float64 `json:"expected_share" doc:"Mean chance by the odds"`
				Return   float64 `json:"return_percent"`
			}, err error) {
				n := 0.0
				for _, b := range world.Bets.All(w) {
					m, _ := world.Matches.Get(w, b.Match)
					if in.Sport != "" && m.Sport != in.Sport {
						continue
					}
					if out.Bets++; b.Status == "open" {
						out.Open++
						continue
					}
					n++
					out.Stakes, out.Payouts, out.Expected = out.Stakes+b.Stake, out.Payouts+b.Payout, out.Expected+1/b.Odds
					if b.Status == "won" {
						out.Won++
					}
				}
				if n > 0 {
					out.Won, out.Expected, out.Return = out.Won/n, out.Expected/n, 100*(out.Payouts/out.Stakes-1)
				}
				return out, nil
			}, `{}`, `{"sport":"football"}`),
	}
}

// fraction approximates x by a fraction with a denominator of at most 40.
func fraction(x float64) (p, q int) {
	best := math.Inf(1)
	for d := 1; d <= 40; d++ {
		n := int(math.Round(x * float64(d)))
		if e := math.Abs(x - float64(n)/float64(d)); e < best-1e-9 {
			best, p, q = e, n, d
		}
	}
	return p, q
}
