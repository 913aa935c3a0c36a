package world

import (
	"math"
	"slices"
	"time"
)

// League is a league of one sport.
type League struct {
	ID      string `json:"id" doc:"League identifier"`
	Name    string `json:"name" doc:"League"`
	Sport   string `json:"sport" doc:"Sport" enum:"football,basketball,cricket"`
	Country string `json:"country" doc:"Two-letter country code"`
	Founded int    `json:"founded" doc:"Year of the first season"`
}

// Key is the identifier.
func (l League) Key() string { return l.ID }

// Team is a team of a league.
type Team struct {
	ID       string  `json:"id" doc:"Team identifier"`
	Name     string  `json:"name" doc:"Team"`
	League   string  `json:"league_id" doc:"League identifier"`
	Sport    string  `json:"sport" doc:"Sport" enum:"football,basketball,cricket"`
	City     string  `json:"city" doc:"City"`
	Country  string  `json:"country" doc:"Two-letter country code"`
	Founded  int     `json:"founded" doc:"Year of foundation"`
	Venue    string  `json:"venue" doc:"Stadium"`
	Capacity int     `json:"capacity" doc:"Spectators the stadium holds"`
	strength float64 // from -1 to 1
}

// Key is the identifier.
func (t Team) Key() string { return t.ID }

// Player is a player of a team.
type Player struct {
	ID       string `json:"id" doc:"Player identifier"`
	Name     string `json:"name" doc:"Player"`
	Team     string `json:"team_id" doc:"Team identifier"`
	Sport    string `json:"sport" doc:"Sport" enum:"football,basketball,cricket"`
	Position string `json:"position" doc:"Position"`
	Number   int    `json:"number" doc:"Shirt number"`
	Height   int    `json:"height_cm" doc:"Height in cm"`
	Born     Date   `json:"birth_date" doc:"Date of birth"`
	skill    float64
}

// Key is the identifier.
func (p Player) Key() string { return p.ID }

// Match is a match of a league's season.
type Match struct {
	ID       string `json:"id" doc:"Match identifier"`
	League   string `json:"league_id" doc:"League identifier"`
	Sport    string `json:"sport" doc:"Sport" enum:"football,basketball,cricket"`
	Round    int    `json:"round" doc:"Round"`
	Home     string `json:"home_id" doc:"Team identifier of the home team"`
	Away     string `json:"away_id" doc:"Team identifier of the visiting team"`
	HomeName string `json:"home" doc:"Home team"`
	AwayName string `json:"away" doc:"Visiting team"`
	Day      Date   `json:"day" doc:"Day"`
	Time     string `json:"time" doc:"Start, local time"`
	Status   string `json:"status" doc:"State" enum:"scheduled,finished"`
	HomeGoal int    `json:"home_score" doc:"Score of the home team, 0 before the match"`
	AwayGoal int    `json:"away_score" doc:"Score of the visiting team, 0 before the match"`
}

// Key is the identifier.
func (m Match) Key() string { return m.ID }

// Tables of team sports.
var (
	Leagues = Table[League]{"leagues", makeLeagues}
	Teams   = Table[Team]{"teams", makeTeams}
	Players = Table[Player]{"players", makePlayers}
	Matches = Table[Match]{"matches", makeMatches}
)

// Season is the year of the season that the matches belong to.
const Season = 2025

const leagueCountries = `football|GB ES DE IT FR PT NL BR AR MX US JP KR TR PL BE SE NG EG ZA
basketball|US ES TR GR IT FR DE LT AU CN PH AR CA BR IL RS
cricket|IN GB AU PK ZA NZ BD IE KE NG US AE CA NL DE SG`

func makeLeagues(b *Base) []League {
	g, by := b.gen("leagues"), map[string]string{}
	for _, c := range Countries.Base(b) {
		by[c.Code] = c.Name
	}
	var out []League
	for _, f := range lines(leagueCountries) {
		for _, c := range words(f[1]) {
			name := by[c] + " " + map[string]string{"football": "Football League", "basketball": "Basketball League", "cricket": "Cricket Series"}[f[0]]
			out = append(out, League{id("LG", len(out)), name, f[0], c, g.between(1888, 2008)})
		}
	}
	return out
}

// teamsPerLeague and rounds: everybody plays everybody else at home and away.
const teamsPerLeague = 6

func makeTeams(b *Base) []Team {
	g, seen, all := b.gen("teams"), map[string]bool{}, Cities.Base(b)
	var out []Team
	for _, l := range Leagues.Base(b) {
		home := cityOf(all, l.Country)
		for range teamsPerLeague {
			c := pick(g, home)
			name := unique(seen, func() string {
				return c.Name + " " + pick(g, commas(map[string]string{"football": "United,Rovers,Athletic,City,Wanderers,Union,Albion,Sporting", "basketball": "Comets,Bears,Towers,Sharks,Flyers,Giants,Pulse,Blaze", "cricket": "Royals,Kings,Falcons,Strikers,Titans,Lions,Chargers,Riders"}[l.Sport]))
			})
			out = append(out, Team{id("TM", len(out)), name, l.ID, l.Sport, c.Name, c.Country, g.between(l.Founded, 2012), c.Name + " " + pick(g, words("Arena Park Ground Dome Field")), 1000 * g.between(4, 70), g.real(-1, 1, 3)})
		}
	}
	return out
}

func makePlayers(b *Base) []Player {
	g, names := b.gen("players"), b.namer("players")
	positions := map[string][]string{"football": words("goalkeeper defender midfielder midfielder forward"), "basketball": words("guard guard forward forward center"), "cricket": words("batter batter bowler bowler all-rounder")}
	var out []Player
	for _, t := range Teams.Base(b) {
		gender := "male"
		if hash(b.Seed, t.League)%2 == 0 {
			gender = "female"
		}
		for k, p := range positions[t.Sport] {
			height := g.between(168, 192)
			if t.Sport == "basketball" {
				height = g.between(183, 214)
			}
			out = append(out, Player{id("PX", len(out)), names.person(t.Country, gender), t.ID, t.Sport, p, 1 + k*7 + g.IntN(7), height, Day(g.between(1988, 2006), time.Month(g.between(1, 12)), g.between(1, 28)), 0.5 + g.Float64()})
		}
	}
	return out
}

func makeMatches(b *Base) []Match {
	teams := Teams.Base(b)
	var out []Match
	for li, l := range Leagues.Base(b) {
		ts := teams[li*teamsPerLeague : (li+1)*teamsPerLeague]
		for round := range 2 * (teamsPerLeague - 1) {
			day := Day(Season, 2, 1) + Date(round*17+li%7)
			for _, pair := range pairing(round) {
				h, a := ts[pair[0]], ts[pair[1]]
				m := Match{ID: id("MT", len(out)), League: l.ID, Sport: l.Sport, Round: round + 1, Home: h.ID, Away: a.ID, HomeName: h.Name, AwayName: a.Name, Day: day, Time: clock(60*14 + 30*(len(out)%14)), Status: "scheduled"}
				if day < Today {
					m.Status = "finished"
					m.HomeGoal, m.AwayGoal = b.score(l.Sport, m.ID, h.strength-a.strength)
				}
				out = append(out, m)
			}
		}
	}
	return out
}

// pairing gives who meets whom in a round by the circle method; the second half swaps home and away.
func pairing(round int) [][2]int {
	n := teamsPerLeague - 1
	var out [][2]int
	for k := range teamsPerLeague / 2 {
		a, c := (round+k)%n, (round+n-k)%n
		if k == 0 {
			c = n
		}
		if (round/n+k)%2 == 1 {
			a, c = c, a
		}
		out = append(out, [2]int{a, c})
	}
	return out
}

func (b *Base) score(sport, match string, edge float64) (home, away int) {
	u, v := b.Unit("score/"+match, 0), b.Unit("score/"+match, 1)
	switch sport {
	case "basketball":
		home, away = int(82+7*edge+14*(u-0.5)+3), int(82-7*edge+14*(v-0.5))
		if home == away {
			home++
		}
	case "cricket":
		home, away = int(160+18*edge+70*(u-0.5)), int(156-18*edge+70*(v-0.5))
	default:
		home, away = poisson(u, math.Exp(0.45+0.4*edge)), poisson(v, math.Exp(0.15-0.4*edge))
	}
	return home, away
}

// poisson inverts the distribution function of a Poisson variable.
func poisson(u, mean float64) int {
	p := math.Exp(-mean)
	k, sum := 0, p
	for u > sum && k < 12 {
		k++
		p *= mean / float64(k)
		sum += p
	}
	return k
}

// Split divides a total among n parts at random, the same way for the same key; for scores by
// quarter or half, and by player.
func (b *Base) Split(key string, total, n int) []int {
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = 0.5 + b.Unit(key, i)
	}
	return Share(total, weights)
}

// Share divides a total among weights by largest remainders, so that the parts sum to it.
func Share(total int, weights []float64) []int {
	sum := 0.0
	for _, x := range weights {
		sum += x
	}
	out, rest, left := make([]int, len(weights)), make([]int, len(weights)), total
	frac := make([]float64, len(weights))
	for i, x := range weights {
		exact := float64(total) * x / sum
		out[i] = int(exact)
		frac[i], rest[i] = exact-float64(out[i]), i
		left -= out[i]
	}
	slices.SortStableFunc(rest, func(a, b int) int {
		if frac[a] > frac[b] {
			return -1
		}
		return 1
	})
	for i := range left {
		out[rest[i%len(rest)]]++
	}
	return out
}

// Skill is how good a player is, about 1; it decides the share in the team's score.
func (p Player) Skill() float64 { return p.skill }

// Strength is how good a team is, from -1 to 1.
func (t Team) Strength() float64 { return t.strength }

// PlayersOf gives a team's players.
func PlayersOf(w *World, team string) []Player {
	return Players.Where(w, func(p *Player) bool { return p.Team == team })
}

// Standing is a team's place in its league.
type Standing struct {
	Place   int    `json:"place"`
	TeamID  string `json:"team_id"`
	Team    string `json:"team"`
	Played  int    `json:"played"`
	Won     int    `json:"won"`
	Drawn   int    `json:"drawn"`
	Lost    int    `json:"lost"`
	For     int    `json:"scored"`
	Against int    `json:"conceded"`
	Points  int    `json:"points"`
}

// Standings computes the table of a league from its finished matches up to a round (0: all). A
// win counts three points in football, two otherwise, a draw one.
func Standings(w *World, league string, round int) []Standing {
	at := map[string]*Standing{}
	var out []*Standing
	for _, t := range Teams.Where(w, func(t *Team) bool { return t.League == league }) {
		s := &Standing{TeamID: t.ID, Team: t.Name}
		at[t.ID] = s
		out = append(out, s)
	}
	win := 2
	for _, m := range Matches.Where(w, func(m *Match) bool {
		return m.League == league && m.Status == "finished" && (round == 0 || m.Round <= round)
	}) {
		if m.Sport == "football" {
			win = 3
		}
		at[m.Home].add(m.HomeGoal, m.AwayGoal, win)
		at[m.Away].add(m.AwayGoal, m.HomeGoal, win)
	}
	slices.SortStableFunc(out, func(a, b *Standing) int {
		if a.Points != b.Points {
			return b.Points - a.Points
		}
		return (b.For - b.Against) - (a.For - a.Against)
	})
	table := make([]Standing, len(out))
	for i, s := range out {
		s.Place = i + 1
		table[i] = *s
	}
	return table
}

func (s *Standing) add(mine, theirs, win int) {
	s.Played++
	s.For += mine
	s.Against += theirs
	switch {
	case mine > theirs:
		s.Won++
		s.Points += win
	case mine == theirs:
		s.Drawn++
		s.Points++
	default:
		s.Lost++
	}
}

// Odds gives decimal odds of a match (home, draw, away) of a bookmaker that keeps 5 percent. The
// draw is 0 in sports without one.
func Odds(w *World, m Match, bookmaker int) (home, draw, away float64) {
	h, _ := Teams.Get(w, m.Home)
	a, _ := Teams.Get(w, m.Away)
	edge := h.strength - a.strength + 0.25 + 0.1*w.base.Noise("odds/"+m.ID, float64(bookmaker)*3)
	p := 1 / (1 + math.Exp(-1.1*edge))
	d := 0.0
	if m.Sport == "football" {
		d = 0.27 - 0.08*math.Abs(edge)
		draw = Round(0.95/d, 2)
	}
	return Round(0.95/(p*(1-d)), 2), draw, Round(0.95/((1-p)*(1-d)), 2)
}

// Bet is a bet in play money.
type Bet struct {
	ID     string  `json:"id" doc:"Bet identifier"`
	Match  string  `json:"match_id" doc:"Match identifier"`
	On     string  `json:"on" doc:"Outcome" enum:"home,draw,away"`
	Stake  float64 `json:"stake" doc:"Stake in play money"`
	Odds   float64 `json:"odds" doc:"Decimal odds when placed"`
	Status string  `json:"status" doc:"State" enum:"open,won,lost"`
	Payout float64 `json:"payout" doc:"What was paid out"`
}

// Key is the identifier.
func (b Bet) Key() string { return b.ID }

// Bets are the user's bets; those on finished matches are settled.
var Bets = Table[Bet]{"bets", func(b *Base) []Bet {
	g, w := b.gen("bets"), Open(b)
	var done []Match
	for _, m := range Matches.Base(b) {
		if m.Status == "finished" {
			done = append(done, m)
		}
	}
	out := make([]Bet, 52)
	for i := range out {
		m := pick(g, done)
		on := pick(g, words("home away home draw"))
		h, d, a := Odds(w, m, 0)
		if on == "draw" && d == 0 {
			on = "away"
		}
		out[i] = SettleBet(Bet{ID: id("BT", i), Match: m.ID, On: on, Stake: float64(5 * g.between(1, 12)), Odds: map[string]float64{"home": h, "draw": d, "away": a}[on], Status: "open"}, m)
	}
	return out
}}

// SettleBet decides a bet by its match; it stays open when the match is not over.
func SettleBet(b Bet, m Match) Bet {
	if m.Status != "finished" {
		return b
	}
	result := "draw"
	if m.HomeGoal > m.AwayGoal {
		result = "home"
	} else if m.HomeGoal < m.AwayGoal {
		result = "away"
	}
	if b.Status = "lost"; b.On == result {
		b.Status, b.Payout = "won", Round(b.Stake*b.Odds, 2)
	}
	return b
}
