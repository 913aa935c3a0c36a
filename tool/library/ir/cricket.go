package ir

import (
	"fmt"
	"math"
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func pow(x, y float64) float64 { return math.Pow(x, y) }

type batter struct {
	ID     string  `json:"player_id"`
	Player string  `json:"player"`
	Runs   int     `json:"runs"`
	Balls  int     `json:"balls"`
	Fours  int     `json:"fours"`
	Sixes  int     `json:"sixes"`
	Out    bool    `json:"out"`
	Rate   float64 `json:"strike_rate"`
}

type bowler struct {
	ID      string  `json:"player_id"`
	Player  string  `json:"player"`
	Overs   int     `json:"overs"`
	Runs    int     `json:"runs"`
	Wickets int     `json:"wickets"`
	Economy float64 `json:"economy"`
}

type innings struct {
	Team    string   `json:"team"`
	Runs    int      `json:"runs"`
	Wickets int      `json:"wickets"`
	Overs   float64  `json:"overs"`
	Extras  int      `json:"extras"`
	Batting []batter `json:"batting"`
	Bowling []bowler `json:"bowling"`
}

// inningsOf works out a team's innings of twenty overs from its total: batters' runs and extras
// add up to it, and the bowlers' wickets to those that fell.
func inningsOf(w *world.World, m world.Match, bat, bowl string) innings {
	b := w.Base()
	total, _, _ := side(m, bat)
	t, _ := world.Teams.Get(w, bat)
	in := innings{Team: t.Name, Runs: total, Extras: min(total, 3+b.Upto(10, "extras/"+m.ID+bat, 0)), Wickets: b.Upto(5, "wickets/"+m.ID+bat, 0), Overs: 20}
	ps := world.PlayersOf(w, bat)
	weights, balls := make([]float64, len(ps)), make([]float64, len(ps))
	for i, p := range ps {
		weights[i] = p.Skill() * map[string]float64{"batter": 2.4, "all-rounder": 1.6, "bowler": 0.6}[p.Position] * (0.2 + b.Unit("bat/"+m.ID+p.ID, 0))
		balls[i] = weights[i] + 0.3
	}
	runs, faced := world.Share(total-in.Extras, weights), world.Share(120, balls)
	for i, p := range ps {
		x := batter{ID: p.ID, Player: p.Name, Runs: runs[i], Balls: faced[i], Out: i < in.Wickets}
		x.Sixes = x.Runs / 22
		x.Fours = (x.Runs - 6*x.Sixes) / 9
		if x.Balls > 0 {
			x.Rate = world.Round(100*float64(x.Runs)/float64(x.Balls), 1)
		}
		in.Batting = append(in.Batting, x)
	}
	attack := slices.DeleteFunc(world.PlayersOf(w, bowl), func(p world.Player) bool { return p.Position == "batter" })
	weights = make([]float64, len(attack))
	for i, p := range attack {
		weights[i] = 0.5 + b.Unit("bowl/"+m.ID+p.ID, 0)
	}
	given, overs, taken := world.Share(total, weights), world.Share(20, slices.Repeat([]float64{1}, len(attack))), world.Share(in.Wickets, weights)
	for i, p := range attack {
		in.Bowling = append(in.Bowling, bowler{p.ID, p.Name, overs[i], given[i], taken[i], world.Round(float64(given[i])/float64(max(1, overs[i])), 2)})
	}
	return in
}

func cricketTools() []define.Tool {
	return []define.Tool{
		define.View("cricket_scorecard", "Gives the scorecard of a finished cricket match of twenty overs: batting, bowling, extras and the result in words.",
			func(w *world.World, in matchParam) (out struct {
				Match   matchLine `json:"match"`
				Innings []innings `json:"innings"`
				Result  string    `json:"result"`
			}, err error) {
				m, err := played(w, in.Match, "cricket")
				if err != nil {
					return out, err
				}
				out.Match, out.Innings = lineOf(m), []innings{inningsOf(w, m, m.Home, m.Away), inningsOf(w, m, m.Away, m.Home)}
				switch d := m.HomeGoal - m.AwayGoal; {
				case d > 0:
					out.Result = fmt.Sprintf("%s won by %d runs", m.HomeName, d)
				case d < 0:
					out.Result = fmt.Sprintf("%s won by %d wickets", m.AwayName, 10-out.Innings[1].Wickets)
				default:
					out.Result = "match tied"
				}
				return out, nil
			}, `{"match_id":"MT1081"}`, `{"match_id":"MT1083"}`),
		define.View("cricket_standings", "Computes the table of a cricket league with the net run rate that decides between equals.",
			func(w *world.World, in leagueParam) (out struct {
				Table []cricketStanding `json:"table"`
			}, err error) {
				l, err := league(w, in.League, "cricket")
				if err != nil {
					return out, err
				}
				for _, s := range world.Standings(w, l.ID, 0) {
					n := 20 * float64(max(1, s.Played))
					out.Table = append(out.Table, cricketStanding{s.Team, s.Played, s.Won, s.Lost, s.Drawn, s.Points, world.Round(float64(s.For)/n-float64(s.Against)/n, 3)})
				}
				world.TopBy(out.Table, func(c cricketStanding) float64 { return float64(c.Points) + c.Rate/100 })
				return out, nil
			}, `{"league_id":"LG0037"}`, `{"league_id":"LG0052"}`),
		define.View("cricket_top_batters", "Ranks the batters of a cricket league by runs, average or strike rate.",
			func(w *world.World, in struct {
				League string `json:"league_id" doc:"League identifier" min:"1" max:"20"`
				By     string `json:"by" doc:"Figure" enum:"runs,average,strike_rate" default:"runs"`
				Top    int    `json:"top" doc:"How many" min:"1" max:"30" default:"5"`
			}) (out struct {
				Batters []batterSeason `json:"batters"`
			}, err error) {
				l, err := league(w, in.League, "cricket")
				if err != nil {
					return out, err
				}
				at := map[string]int{}
				for _, m := range world.Matches.Where(w, func(m *world.Match) bool { return m.League == l.ID && m.Status == "finished" }) {
					for _, x := range append(inningsOf(w, m, m.Home, m.Away).Batting, inningsOf(w, m, m.Away, m.Home).Batting...) {
						i, ok := at[x.ID]
						if !ok {
							i = len(out.Batters)
							at[x.ID] = i
							out.Batters = append(out.Batters, batterSeason{ID: x.ID, Player: x.Player})
						}
						s := &out.Batters[i]
						s.Runs, s.Balls, s.Best = s.Runs+x.Runs, s.Balls+x.Balls, max(s.Best, x.Runs)
						if x.Out {
							s.Outs++
						}
						s.Average, s.Rate = world.Round(float64(s.Runs)/float64(max(1, s.Outs)), 2), world.Round(100*float64(s.Runs)/float64(max(1, s.Balls)), 1)
					}
				}
				world.TopBy(out.Batters, func(b batterSeason) float64 {
					return map[string]float64{"runs": float64(b.Runs), "average": b.Average, "strike_rate": b.Rate}[in.By]
				})
				out.Batters = out.Batters[:min(in.Top, len(out.Batters))]
				return out, nil
			}, `{"league_id":"LG0037"}`, `{"league_id":"LG0038","by":"strike_rate","top":3}`),
		define.View("cricket_top_bowlers", "Ranks the bowlers of a cricket league by wickets, fewer runs first.",
			func(w *world.World, in leagueParam) (out struct {
				Bowlers []bowler `json:"bowlers"`
			}, err error) {
				l, err := league(w, in.League, "cricket")
				if err != nil {
					return out, err
				}
				at := map[string]int{}
				for _, m := range world.Matches.Where(w, func(m *world.Match) bool { return m.League == l.ID && m.Status == "finished" }) {
					for _, x := range append(inningsOf(w, m, m.Home, m.Away).Bowling, inningsOf(w, m, m.Away, m.Home).Bowling...) {
						i, ok := at[x.ID]
						if !ok {
							at[x.ID] = len(out.Bowlers)
							out.Bowlers = append(out.Bowlers, x)
							continue
						}
						s := &out.Bowlers[i]
						s.Overs, s.Runs, s.Wickets = s.Overs+x.Overs, s.Runs+x.Runs, s.Wickets+x.Wickets
						s.Economy = world.Round(float64(s.Runs)/float64(max(1, s.Overs)), 2)
					}
				}
				world.TopBy(out.Bowlers, func(b bowler) int { return 1000*b.Wickets - b.Runs })
				out.Bowlers = out.Bowlers[:min(10, len(out.Bowlers))]
				return out, nil
			}, `{"league_id":"LG0037"}`, `{"league_id":"LG0040"}`),
		define.View("cricket_fixtures_by_date", "Gives the cricket matches around a day, with the weather that is expected at the ground.",
			func(w *world.World, in struct {
				Date world.Date `json:"date" doc:"Day" default:"2025-06-02"`
				Days int        `json:"days" doc:"Days before and after" min:"0" max:"14" default:"3"`
			}) (out struct {
				Fixtures []struct {
					Match   matchLine `json:"match"`
					City    string    `json:"city"`
					Weather string    `json:"weather"`
					Rain    float64   `json:"precipitation_mm"`
				} `json:"fixtures"`
			}, err error) {
				for _, m := range world.Matches.Where(w, func(m *world.Match) bool {
					return m.Sport == "cricket" && m.Day >= in.Date-world.Date(in.Days) && m.Day <= in.Date+world.Date(in.Days)
				}) {
					t, _ := world.Teams.Get(w, m.Home)
					c, _ := world.CityNamed(w, t.City+","+t.Country)
					d := w.Base().DayOf(c, m.Day)
					out.Fixtures = append(out.Fixtures, struct {
						Match   matchLine `json:"match"`
						City    string    `json:"city"`
						Weather string    `json:"weather"`
						Rain    float64   `json:"precipitation_mm"`
					}{lineOf(m), t.City, d.Condition, d.Rain})
				}
				return out, nil
			}, `{"days":7}`, `{"date":"2025-03-10","days":5}`),
		define.Calc("cricket_run_chase", "Works out a chase: runs needed, required and current rate, and the winning chance of a side that scores at some pace.",
			func(_ *world.World, in struct {
				Target  int     `json:"target" doc:"Runs needed to win" min:"1" max:"600"`
				Runs    int     `json:"runs" doc:"Runs so far" min:"0" max:"600"`
				Wickets int     `json:"wickets" doc:"Wickets lost" min:"0" max:"10"`
				Balls   int     `json:"balls_left" doc:"Balls left" min:"0" max:"300"`
				Bowled  int     `json:"balls_bowled" doc:"Balls bowled so far" min:"0" max:"300" default:"60"`
				Pace    float64 `json:"usual_rate" doc:"Runs an over that are usual" min:"1" max:"20" default:"8"`
			}) (out struct {
				Needed   int     `json:"runs_needed"`
				Required float64 `json:"required_rate" doc:"Runs an over; 0 when decided"`
				Current  float64 `json:"current_rate"`
				Chance   float64 `json:"win_chance"`
			}, err error) {
				out.Needed = max(0, in.Target-in.Runs)
				if in.Bowled > 0 {
					out.Current = world.Round(6*float64(in.Runs)/float64(in.Bowled), 2)
				}
				switch {
				case out.Needed == 0:
					out.Chance = 1
				case in.Balls == 0 || in.Wickets == 10:
					out.Chance = 0
				default:
					out.Required = world.Round(6*float64(out.Needed)/float64(in.Balls), 2)
					hands := 1 - math.Pow(float64(in.Wickets)/10, 2)
					mean := in.Pace / 6 * float64(in.Balls) * (0.55 + 0.45*hands)
					out.Chance = world.Round(1/(1+math.Exp((float64(out.Needed)-mean)/math.Max(2, 1.3*math.Sqrt(float64(in.Balls))))), 3)
				}
				return out, nil
			}, `{"target":165,"runs":90,"wickets":3,"balls_left":48,"balls_bowled":72}`, `{"target":120,"runs":120,"wickets":5,"balls_left":12}`),
		define.View("cricket_player_career", "Gives a cricket player's season: innings, runs, best score, average, wickets and economy.",
			func(w *world.World, in struct {
				Player string `json:"player_id" doc:"Player identifier" min:"1" max:"20"`
			}) (out struct {
				Player  world.Player `json:"player"`
				Innings int          `json:"innings"`
				Runs    int          `json:"runs"`
				Best    int          `json:"best_score"`
				Wickets int          `json:"wickets"`
				Overs   int          `json:"overs"`
				Economy float64      `json:"economy" doc:"0 for those who did not bowl"`
			}, err error) {
				p, err := define.Row(w, world.Players, in.Player, "search_players shows identifiers")
				if err == nil && p.Sport != "cricket" {
					err = define.Fail("wrong_sport", "%s plays %s", p.Name, p.Sport)
				}
				if err != nil {
					return out, err
				}
				out.Player = p
				given := 0
				for _, m := range finishedOf(w, p.Team) {
					other := m.Home
					if other == p.Team {
						other = m.Away
					}
					for _, x := range inningsOf(w, m, p.Team, other).Batting {
						if x.ID == p.ID {
							out.Innings, out.Runs, out.Best = out.Innings+1, out.Runs+x.Runs, max(out.Best, x.Runs)
						}
					}
					for _, x := range inningsOf(w, m, other, p.Team).Bowling {
						if x.ID == p.ID {
							out.Wickets, out.Overs, given = out.Wickets+x.Wickets, out.Overs+x.Overs, given+x.Runs
						}
					}
				}
				if out.Overs > 0 {
					out.Economy = world.Round(float64(given)/float64(out.Overs), 2)
				}
				return out, nil
			}, `{"player_id":"PX1081"}`, `{"player_id":"PX1560"}`),
	}
}

type cricketStanding struct {
	Team   string  `json:"team"`
	Played int     `json:"played"`
	Won    int     `json:"won"`
	Lost   int     `json:"lost"`
	Tied   int     `json:"tied"`
	Points int     `json:"points"`
	Rate   float64 `json:"net_run_rate"`
}

type batterSeason struct {
	ID      string  `json:"player_id"`
	Player  string  `json:"player"`
	Runs    int     `json:"runs"`
	Balls   int     `json:"balls"`
	Outs    int     `json:"outs"`
	Best    int     `json:"best_score"`
	Average float64 `json:"average"`
	Rate    float64 `json:"strike_rate"`
}
