package ir

import (
	"math"
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

type goal struct {
	Minute  int    `json:"minute"`
	Team    string `json:"team"`
	Player  string `json:"player"`
	ID      string `json:"player_id"`
	Penalty bool   `json:"penalty"`
}

// goals gives who scored in a finished football match, by minute. They add up to the score.
func goals(w *world.World, m world.Match) []goal {
	var out []goal
	for _, s := range []struct {
		id, name string
		n        int
	}{{m.Home, m.HomeName, m.HomeGoal}, {m.Away, m.AwayName, m.AwayGoal}} {
		ps := world.PlayersOf(w, s.id)
		for k := range s.n {
			key := "goal/" + m.ID + s.id
			// Forwards score most, the goalkeeper never.
			weights := make([]float64, len(ps))
			for i, p := range ps {
				weights[i] = p.Skill() * map[string]float64{"goalkeeper": 0, "defender": 0.6, "midfielder": 1.2, "forward": 3}[p.Position]
			}
			p := ps[choose(weights, w.Base().Unit(key, 3*k))]
			out = append(out, goal{1 + w.Base().Upto(93, key, 3*k+1), s.name, p.Name, p.ID, w.Base().Unit(key, 3*k+2) < 0.1})
		}
	}
	return world.SortBy(out, func(g goal) int { return g.Minute })
}

// choose picks a position with a chance in proportion to its weight.
func choose(weights []float64, u float64) int {
	sum := 0.0
	for _, x := range weights {
		sum += x
	}
	for i, x := range weights {
		if u -= x / sum; u < 0 {
			return i
		}
	}
	return len(weights) - 1
}

type card struct {
	Minute int    `json:"minute"`
	Player string `json:"player"`
	Color  string `json:"color" enum:"yellow,red"`
}

func cards(w *world.World, m world.Match, id string) []card {
	var out []card
	for k, p := range world.PlayersOf(w, id) {
		if u := w.Base().Unit("card/"+m.ID+p.ID, 0); u < 0.28 {
			out = append(out, card{1 + w.Base().Upto(93, "card/"+m.ID+p.ID, k+1), p.Name, map[bool]string{true: "red", false: "yellow"}[u < 0.02]})
		}
	}
	return world.SortBy(out, func(c card) int { return c.Minute })
}

type matchParam struct {
	Match string `json:"match_id" doc:"Match identifier" min:"1" max:"20"`
}

type leagueParam struct {
	League string `json:"league_id" doc:"League identifier" min:"1" max:"20"`
}

func footballTools() []define.Tool {
	return []define.Tool{
		define.View("football_standings", "Computes the table of a football league, also after an earlier round.",
			func(w *world.World, in struct {
				League string `json:"league_id" doc:"League identifier" min:"1" max:"20"`
				Round  int    `json:"round" doc:"After this round; 0 for now" min:"0" max:"10" default:"0"`
			}) (out struct {
				League string           `json:"league"`
				Table  []world.Standing `json:"table"`
			}, err error) {
				l, err := league(w, in.League, "football")
				if err == nil {
					out.League, out.Table = l.Name, world.Standings(w, l.ID, in.Round)
				}
				return out, err
			}, `{"league_id":"LG0001"}`, `{"league_id":"LG0005","round":3}`),
		define.View("football_match", "Gives a finished football match: goals with minutes and scorers, cards, the score at half time, and figures.",
			func(w *world.World, in matchParam) (out struct {
				Match      matchLine      `json:"match"`
				HalfTime   string         `json:"half_time"`
				Goals      []goal         `json:"goals"`
				HomeCards  []card         `json:"home_cards"`
				AwayCards  []card         `json:"away_cards"`
				Possession [2]int         `json:"possession_percent"`
				Shots      map[string]int `json:"shots"`
			}, err error) {
				m, err := played(w, in.Match, "football")
				if err != nil {
					return out, err
				}
				out.Match, out.Goals = lineOf(m), goals(w, m)
				h, a := 0, 0
				for _, g := range out.Goals {
					if g.Minute <= 45 && g.Team == m.HomeName {
						h++
					} else if g.Minute <= 45 {
						a++
					}
				}
				half := m
				half.HomeGoal, half.AwayGoal = h, a
				out.HalfTime = lineOf(half).Score
				out.HomeCards, out.AwayCards = cards(w, m, m.Home), cards(w, m, m.Away)
				p := 35 + w.Base().Upto(31, "possession/"+m.ID, 0)
				out.Possession = [2]int{p, 100 - p}
				out.Shots = map[string]int{"home": m.HomeGoal*2 + 4 + w.Base().Upto(9, "shots/"+m.ID, 0), "away": m.AwayGoal*2 + 3 + w.Base().Upto(9, "shots/"+m.ID, 1)}
				return out, nil
			}, `{"match_id":"MT0001"}`, `{"match_id":"MT0004"}`),
		define.View("football_top_scorers", "Ranks the scorers of a football league by goals, fewer penalties first.",
			func(w *world.World, in struct {
				League string `json:"league_id" doc:"League identifier" min:"1" max:"20"`
				Top    int    `json:"top" doc:"How many" min:"1" max:"50" default:"10"`
			}) (out struct {
				Scorers []scorer `json:"scorers"`
			}, err error) {
				l, err := league(w, in.League, "football")
				if err != nil {
					return out, err
				}
				for _, m := range world.Matches.Where(w, func(m *world.Match) bool { return m.League == l.ID && m.Status == "finished" }) {
					for _, g := range goals(w, m) {
						i := slices.IndexFunc(out.Scorers, func(s scorer) bool { return s.ID == g.ID })
						if i < 0 {
							i = len(out.Scorers)
							out.Scorers = append(out.Scorers, scorer{ID: g.ID, Player: g.Player, Team: g.Team})
						}
						out.Scorers[i].Goals++
						if g.Penalty {
							out.Scorers[i].Penalties++
						}
					}
				}
				world.TopBy(out.Scorers, func(s scorer) int { return 100*s.Goals - s.Penalties })
				out.Scorers = out.Scorers[:min(in.Top, len(out.Scorers))]
				return out, nil
			}, `{"league_id":"LG0001"}`, `{"league_id":"LG0010","top":3}`),
		define.View("football_player", "Gives a football player's season: matches, goals, penalties, cards and minutes between goals.",
			func(w *world.World, in struct {
				Player string `json:"player_id" doc:"Player identifier" min:"1" max:"20"`
			}) (out struct {
				Player  world.Player `json:"player"`
				Team    string       `json:"team"`
				Matches int          `json:"matches"`
				Goals   int          `json:"goals"`
				Yellow  int          `json:"yellow_cards"`
				Red     int          `json:"red_cards"`
				Every   float64      `json:"minutes_per_goal" doc:"0 without goals"`
			}, err error) {
				p, err := define.Row(w, world.Players, in.Player, "search_players shows identifiers")
				if err == nil && p.Sport != "football" {
					err = define.Fail("wrong_sport", "%s plays %s", p.Name, p.Sport)
				}
				if err != nil {
					return out, err
				}
				t, _ := world.Teams.Get(w, p.Team)
				out.Player, out.Team = p, t.Name
				for _, m := range finishedOf(w, p.Team) {
					out.Matches++
					for _, g := range goals(w, m) {
						if g.ID == p.ID {
							out.Goals++
						}
					}
					for _, c := range cards(w, m, p.Team) {
						if c.Player == p.Name && c.Color == "red" {
							out.Red++
						} else if c.Player == p.Name {
							out.Yellow++
						}
					}
				}
				if out.Goals > 0 {
					out.Every = world.Round(90*float64(out.Matches)/float64(out.Goals), 1)
				}
				return out, nil
			}, `{"player_id":"PX0004"}`, `{"player_id":"PX0005"}`),
		define.View("football_prediction", "Predicts a football match from what both teams have scored so far (two Poisson variables): chances and likeliest score.",
			func(w *world.World, in struct {
				Match string `json:"match_id" doc:"Match identifier" min:"1" max:"20"`
				Max   int    `json:"max_goals" doc:"Goals of a team to reckon with" min:"3" max:"12" default:"8"`
			}) (out struct {
				Match    matchLine  `json:"match"`
				Home     float64    `json:"home_win"`
				Draw     float64    `json:"draw"`
				Away     float64    `json:"away_win"`
				Expected [2]float64 `json:"expected_goals"`
				Likely   string     `json:"likeliest_score"`
			}, err error) {
				m, err := match(w, in.Match, "football")
				if err != nil {
					return out, err
				}
				out.Match = lineOf(m)
				rate := func(att, def string) float64 {
					x, y, n := 1.3, 1.3, 1.0
					for _, g := range finishedOf(w, att) {
						s, _, _ := side(g, att)
						x, n = x+float64(s), n+1
					}
					x /= n
					n = 1
					for _, g := range finishedOf(w, def) {
						_, a, _ := side(g, def)
						y, n = y+float64(a), n+1
					}
					return (x + y/n) / 2
				}
				out.Expected = [2]float64{world.Round(rate(m.Home, m.Away)*1.12, 3), world.Round(rate(m.Away, m.Home)*0.9, 3)}
				best := -1.0
				for i := range in.Max + 1 {
					for j := range in.Max + 1 {
						p := poisson(i, out.Expected[0]) * poisson(j, out.Expected[1])
						switch {
						case i > j:
							out.Home += p
						case i == j:
							out.Draw += p
						default:
							out.Away += p
						}
						if p > best {
							best, out.Likely = p, lineOf(world.Match{Status: "finished", HomeGoal: i, AwayGoal: j}).Score
						}
					}
				}
				sum := out.Home + out.Draw + out.Away
				out.Home, out.Draw, out.Away = out.Home/sum, out.Draw/sum, out.Away/sum
				return out, nil
			}, `{"match_id":"MT0030"}`, `{"match_id":"MT0025","max_goals":5}`),
		define.View("football_clean_sheets", "Ranks a league's teams by matches without a goal against them, with goals against for a match.",
			func(w *world.World, in leagueParam) (out struct {
				Teams []struct {
					Team    string  `json:"team"`
					Clean   int     `json:"clean_sheets"`
					Against float64 `json:"conceded_per_match"`
				} `json:"teams"`
			}, err error) {
				l, err := league(w, in.League, "football")
				if err != nil {
					return out, err
				}
				for _, s := range world.Standings(w, l.ID, 0) {
					clean := 0
					for _, m := range finishedOf(w, s.TeamID) {
						if _, y, _ := side(m, s.TeamID); y == 0 {
							clean++
						}
					}
					out.Teams = append(out.Teams, struct {
						Team    string  `json:"team"`
						Clean   int     `json:"clean_sheets"`
						Against float64 `json:"conceded_per_match"`
					}{s.Team, clean, world.Round(float64(s.Against)/float64(max(1, s.Played)), 2)})
				}
				slices.SortStableFunc(out.Teams, func(a, b struct {
					Team    string  `json:"team"`
					Clean   int     `json:"clean_sheets"`
					Against float64 `json:"conceded_per_match"`
				}) int {
					return b.Clean - a.Clean
				})
				return out, nil
			}, `{"league_id":"LG0002"}`, `{"league_id":"LG0015"}`),
		define.View("football_title_race", "Says which teams of a football league can still win, with the points they can reach, and those sure of it.",
			func(w *world.World, in leagueParam) (out struct {
				Teams []titleChance `json:"teams"`
				Sure  string        `json:"decided_for" doc:"Empty while open"`
			}, err error) {
				l, err := league(w, in.League, "football")
				if err != nil {
					return out, err
				}
				table := world.Standings(w, l.ID, 0)
				second := 0
				for i, s := range table {
					c := titleChance{Team: s.Team, Points: s.Points, Most: s.Points + 3*(10-s.Played)}
					c.Alive = c.Most >= table[0].Points
					if i > 0 {
						second = max(second, c.Most)
					}
					out.Teams = append(out.Teams, c)
				}
				if table[0].Points > second {
					out.Sure = table[0].Team
				}
				return out, nil
			}, `{"league_id":"LG0003"}`, `{"league_id":"LG0020"}`),
		define.View("football_discipline", "Ranks the teams of a league by cards: yellow one point, red three.",
			func(w *world.World, in leagueParam) (out struct {
				Teams []named `json:"teams"`
			}, err error) {
				l, err := league(w, in.League, "football")
				if err != nil {
					return out, err
				}
				for _, t := range world.Teams.Where(w, func(t *world.Team) bool { return t.League == l.ID }) {
					n := named{Name: t.Name}
					for _, m := range finishedOf(w, t.ID) {
						for _, c := range cards(w, m, t.ID) {
							n.Value += map[string]float64{"yellow": 1, "red": 3}[c.Color]
						}
					}
					out.Teams = append(out.Teams, n)
				}
				world.TopBy(out.Teams, func(n named) float64 { return n.Value })
				return out, nil
			}, `{"league_id":"LG0004"}`, `{"league_id":"LG0019"}`),
		define.View("football_home_advantage", "Computes for each football league how often the home team wins, goals for a match, and the share of draws.",
			func(w *world.World, in struct {
				Country string `json:"country,omitempty" doc:"Two-letter country code" max:"2"`
			}) (out struct {
				Leagues []homeFigures `json:"leagues"`
			}, err error) {
				for _, l := range world.Leagues.Where(w, func(l *world.League) bool {
					return l.Sport == "football" && (in.Country == "" || l.Country == in.Country)
				}) {
					f, n := homeFigures{League: l.Name}, 0.0
					for _, m := range world.Matches.Where(w, func(m *world.Match) bool { return m.League == l.ID && m.Status == "finished" }) {
						n++
						f.Goals += float64(m.HomeGoal + m.AwayGoal)
						if m.HomeGoal > m.AwayGoal {
							f.Home++
						} else if m.HomeGoal == m.AwayGoal {
							f.Draws++
						}
					}
					n = math.Max(n, 1)
					f.Goals, f.Home, f.Draws = f.Goals/n, f.Home/n, f.Draws/n
					out.Leagues = append(out.Leagues, f)
				}
				world.TopBy(out.Leagues, func(f homeFigures) float64 { return f.Home })
				return out, nil
			}, `{}`, `{"country":"GB"}`),
	}
}

type scorer struct {
	ID        string `json:"player_id"`
	Player    string `json:"player"`
	Team      string `json:"team"`
	Goals     int    `json:"goals"`
	Penalties int    `json:"penalties"`
}

type titleChance struct {
	Team   string `json:"team"`
	Points int    `json:"points"`
	Most   int    `json:"most_points"`
	Alive  bool   `json:"can_win"`
}

type homeFigures struct {
	League string  `json:"league"`
	Home   float64 `json:"home_win_share"`
	Draws  float64 `json:"draw_share"`
	Goals  float64 `json:"goals_per_match"`
}

func poisson(k int, mean float64) float64 {
	p := math.Exp(-mean)
	for i := 1; i <= k; i++ {
		p *= mean / float64(i)
	}
	return p
}
