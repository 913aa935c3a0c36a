package ir

import (
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type boxLine struct {
	ID       string `json:"player_id"`
	Player   string `json:"player"`
	Points   int    `json:"points"`
	Rebounds int    `json:"rebounds"`
	Assists  int    `json:"assists"`
	Minutes  int    `json:"minutes"`
}

// courtMinutes are what the five on the court play together in a game of forty minutes.
const courtMinutes = 5 * 40

// box shares a team's points, rebounds and assists among its players. A squad has no more than the
// five on the court, so that nobody rests.
func box(w *world.World, m world.Match, id string) []boxLine {
	score, _, _ := side(m, id)
	ps := world.PlayersOf(w, id)
	share := func(what string, total int, tall float64) []int {
		weights := make([]float64, len(ps))
		for i, p := range ps {
			weights[i] = p.Skill() * (0.6 + w.Base().Unit(what+m.ID+p.ID, 0)) * (1 + tall*float64(p.Height-195)/60)
		}
		return world.Share(total, weights)
	}
	n := w.Base().Upto(12, "team/"+m.ID+id, 0)
	points, rebounds, assists := share("points", score, 0), share("rebounds", 34+n, 1), share("assists", 14+n, -1)
	out := make([]boxLine, len(ps))
	for i, p := range ps {
		out[i] = boxLine{p.ID, p.Name, points[i], rebounds[i], assists[i], courtMinutes / len(ps)}
	}
	return out
}

type averages struct {
	ID       string  `json:"player_id"`
	Player   string  `json:"player"`
	Games    int     `json:"games"`
	Points   float64 `json:"points"`
	Rebounds float64 `json:"rebounds"`
	Assists  float64 `json:"assists"`
	Doubles  int     `json:"double_doubles"`
}

// average gives each player's figures for a game over a team's season.
func average(w *world.World, id string) []averages {
	var out []averages
	for _, p := range world.PlayersOf(w, id) {
		out = append(out, averages{ID: p.ID, Player: p.Name})
	}
	for _, m := range finishedOf(w, id) {
		for i, l := range box(w, m, id) {
			a := &out[i]
			a.Games++
			a.Points, a.Rebounds, a.Assists = a.Points+float64(l.Points), a.Rebounds+float64(l.Rebounds), a.Assists+float64(l.Assists)
			tens := 0
			for _, v := range []int{l.Points, l.Rebounds, l.Assists} {
				if v >= 10 {
					tens++
				}
			}
			if tens >= 2 {
				a.Doubles++
			}
		}
	}
	for i := range out {
		n := float64(max(1, out[i].Games))
		out[i].Points, out[i].Rebounds, out[i].Assists = world.Round(out[i].Points/n, 2), world.Round(out[i].Rebounds/n, 2), world.Round(out[i].Assists/n, 2)
	}
	return out
}

func basketballTools() []define.Tool {
	return []define.Tool{
		define.View("basketball_standings", "Computes the table of a basketball league by share of wins, with games behind the first and the current streak.",
			func(w *world.World, in leagueParam) (out struct {
				Table []basketStanding `json:"table"`
			}, err error) {
				l, err := league(w, in.League, "basketball")
				if err != nil {
					return out, err
				}
				for _, s := range world.Standings(w, l.ID, 0) {
					b := basketStanding{Team: s.Team, Won: s.Won, Lost: s.Lost, Share: world.Round(float64(s.Won)/float64(max(1, s.Played)), 3), Difference: s.For - s.Against}
					for _, m := range finishedOf(w, s.TeamID) {
						_, _, r := side(m, s.TeamID)
						switch {
						case r == "W":
							b.Streak = max(b.Streak, 0) + 1
						default:
							b.Streak = min(b.Streak, 0) - 1
						}
					}
					out.Table = append(out.Table, b)
				}
				for i := range out.Table {
					out.Table[i].Behind = float64(out.Table[0].Won-out.Table[i].Won+out.Table[i].Lost-out.Table[0].Lost) / 2
				}
				return out, nil
			}, `{"league_id":"LG0021"}`, `{"league_id":"LG0030"}`),
		define.View("basketball_game", "Gives a finished basketball game by quarters, with who led.",
			func(w *world.World, in matchParam) (out struct {
				Game  matchLine `json:"game"`
				Home  []int     `json:"home_quarters"`
				Away  []int     `json:"away_quarters"`
				Lead  []int     `json:"lead_after_quarter" doc:"Of the home team"`
				Crowd int       `json:"spectators"`
			}, err error) {
				m, err := played(w, in.Match, "basketball")
				if err != nil {
					return out, err
				}
				out.Game, out.Home, out.Away = lineOf(m), w.Base().Split("quarter/h"+m.ID, m.HomeGoal, 4), w.Base().Split("quarter/a"+m.ID, m.AwayGoal, 4)
				lead := 0
				for i := range 4 {
					lead += out.Home[i] - out.Away[i]
					out.Lead = append(out.Lead, lead)
				}
				t, _ := world.Teams.Get(w, m.Home)
				out.Crowd = int(float64(t.Capacity) * (0.5 + 0.5*w.Base().Unit("crowd/"+m.ID, 0)))
				return out, nil
			}, `{"match_id":"MT0601"}`, `{"match_id":"MT0603"}`),
		define.View("basketball_box_score", "Gives what each player of both teams did in a finished game. The points add up to the score.",
			func(w *world.World, in matchParam) (out struct {
				Game matchLine `json:"game"`
				Home []boxLine `json:"home"`
				Away []boxLine `json:"away"`
				Best string    `json:"best_player"`
			}, err error) {
				m, err := played(w, in.Match, "basketball")
				if err != nil {
					return out, err
				}
				out.Game, out.Home, out.Away = lineOf(m), box(w, m, m.Home), box(w, m, m.Away)
				out.Best = slices.MaxFunc(slices.Concat(out.Home, out.Away), func(a, b boxLine) int {
					return (a.Points + a.Rebounds + 2*a.Assists) - (b.Points + b.Rebounds + 2*b.Assists)
				}).Player
				return out, nil
			}, `{"match_id":"MT0602"}`, `{"match_id":"MT0605"}`),
		define.View("basketball_player_averages", "Gives the averages of a basketball team's players over the season.",
			func(w *world.World, in teamParam) (out struct {
				Players []averages `json:"players"`
			}, err error) {
				t, err := team(w, in.Team)
				if err == nil && t.Sport != "basketball" {
					err = define.Fail("wrong_sport", "%s plays %s", t.Name, t.Sport)
				}
				if err == nil {
					out.Players = average(w, t.ID)
				}
				return out, err
			}, `{"team":"TM0121"}`, `{"team":"TM0200"}`),
		define.View("basketball_leaders", "Ranks the players of a basketball league by points, rebounds, assists or double doubles.",
			func(w *world.World, in struct {
				League string `json:"league_id" doc:"League identifier" min:"1" max:"20"`
				Figure string `json:"figure" doc:"What to rank by" enum:"points,rebounds,assists,double_doubles" default:"points"`
				Top    int    `json:"top" doc:"How many" min:"1" max:"30" default:"5"`
			}) (out struct {
				Leaders []averages `json:"leaders"`
			}, err error) {
				l, err := league(w, in.League, "basketball")
				if err != nil {
					return out, err
				}
				for _, t := range world.Teams.Where(w, func(t *world.Team) bool { return t.League == l.ID }) {
					out.Leaders = append(out.Leaders, average(w, t.ID)...)
				}
				world.TopBy(out.Leaders, func(a averages) float64 {
					return map[string]float64{"points": a.Points, "rebounds": a.Rebounds, "assists": a.Assists, "double_doubles": float64(a.Doubles)}[in.Figure]
				})
				out.Leaders = out.Leaders[:min(in.Top, len(out.Leaders))]
				return out, nil
			}, `{"league_id":"LG0021"}`, `{"league_id":"LG0022","figure":"assists","top":3}`),
		define.View("basketball_player_games", "Gives a basketball player's games one by one, with the best of them.",
			func(w *world.World, in struct {
				Player string `json:"player_id" doc:"Player identifier" min:"1" max:"20"`
			}) (out struct {
				Player string `json:"player"`
				Games  []struct {
					Game matchLine `json:"game"`
					boxLine
				} `json:"games"`
				High int `json:"most_points"`
			}, err error) {
				p, err := define.Row(w, world.Players, in.Player, "search_players shows identifiers")
				if err == nil && p.Sport != "basketball" {
					err = define.Fail("wrong_sport", "%s plays %s", p.Name, p.Sport)
				}
				if err != nil {
					return out, err
				}
				out.Player = p.Name
				for _, m := range finishedOf(w, p.Team) {
					for _, l := range box(w, m, p.Team) {
						if l.ID == p.ID {
							out.Games = append(out.Games, struct {
								Game matchLine `json:"game"`
								boxLine
							}{lineOf(m), l})
							out.High = max(out.High, l.Points)
						}
					}
				}
				return out, nil
			}, `{"player_id":"PX0601"}`, `{"player_id":"PX0700"}`),
		define.View("basketball_efficiency", "Compares the teams of a basketball league: points for and against a game, and wins expected from them (Pythagorean).",
			func(w *world.World, in struct {
				League   string  `json:"league_id" doc:"League identifier" min:"1" max:"20"`
				Exponent float64 `json:"exponent" doc:"Exponent of the formula" min:"2" max:"20" default:"13.91"`
			}) (out struct {
				Teams []efficiency `json:"teams"`
			}, err error) {
				l, err := league(w, in.League, "basketball")
				if err != nil {
					return out, err
				}
				for _, s := range world.Standings(w, l.ID, 0) {
					n := float64(max(1, s.Played))
					f, a := float64(s.For), float64(max(1, s.Against))
					out.Teams = append(out.Teams, efficiency{s.Team, world.Round(f/n, 1), world.Round(a/n, 1), s.Won, world.Round(n/(1+pow(a/max(f, 1), in.Exponent)), 2)})
				}
				world.TopBy(out.Teams, func(e efficiency) float64 { return e.Expected })
				return out, nil
			}, `{"league_id":"LG0021"}`, `{"league_id":"LG0025","exponent":10}`),
		define.View("basketball_schedule_strength", "Computes how strong the coming opponents of a basketball team are: the mean of their share of wins.",
			func(w *world.World, in teamParam) (out struct {
				Games    []matchLine `json:"coming_games"`
				Strength float64     `json:"opponents_win_share"`
				Rest     []int       `json:"days_of_rest" doc:"Before each game"`
			}, err error) {
				t, err := team(w, in.Team)
				if err == nil && t.Sport != "basketball" {
					err = define.Fail("wrong_sport", "%s plays %s", t.Name, t.Sport)
				}
				if err != nil {
					return out, err
				}
				share := map[string]float64{}
				for _, s := range world.Standings(w, t.League, 0) {
					share[s.TeamID] = float64(s.Won) / float64(max(1, s.Played))
				}
				last := world.Today
				for _, m := range world.Matches.Where(w, func(m *world.Match) bool { return (m.Home == t.ID || m.Away == t.ID) && m.Status == "scheduled" }) {
					out.Games, out.Rest = append(out.Games, lineOf(m)), append(out.Rest, int(m.Day-last))
					out.Strength += share[m.Home] + share[m.Away] - share[t.ID]
					last = m.Day
				}
				out.Strength = world.Round(out.Strength/float64(max(1, len(out.Games))), 3)
				return out, nil
			}, `{"team":"TM0121"}`, `{"team":"TM0150"}`),
	}
}

type basketStanding struct {
	Team       string  `json:"team"`
	Won        int     `json:"won"`
	Lost       int     `json:"lost"`
	Share      float64 `json:"win_share"`
	Behind     float64 `json:"games_behind"`
	Difference int     `json:"points_difference"`
	Streak     int     `json:"streak" doc:"Wins in a row; negative for losses"`
}

type efficiency struct {
	Team     string  `json:"team"`
	For      float64 `json:"points_per_game"`
	Against  float64 `json:"conceded_per_game"`
	Won      int     `json:"won"`
	Expected float64 `json:"expected_wins"`
}
