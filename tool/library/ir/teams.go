package ir

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// team finds a team by identifier or name.
func team(w *world.World, name string) (world.Team, error) {
	t, ok := world.Teams.Get(w, name)
	if !ok {
		t, ok = world.Teams.First(w, func(t *world.Team) bool { return strings.EqualFold(t.Name, name) })
	}
	if !ok {
		return t, define.NotFound("team", name, "search_teams shows names")
	}
	return t, nil
}

// match gives a match of one sport.
func match(w *world.World, id, sport string) (world.Match, error) {
	m, err := define.Row(w, world.Matches, id, "list_matches shows identifiers")
	if err == nil && sport != "" && m.Sport != sport {
		err = define.Fail("wrong_sport", "match %s is %s", id, m.Sport)
	}
	return m, err
}

// played gives a finished match of one sport.
func played(w *world.World, id, sport string) (world.Match, error) {
	m, err := match(w, id, sport)
	if err == nil && m.Status != "finished" {
		err = define.Fail("not_played", "match %s takes place on %s", id, m.Day)
	}
	return m, err
}

func league(w *world.World, id, sport string) (world.League, error) {
	l, err := define.Row(w, world.Leagues, id, "search_leagues shows identifiers")
	if err == nil && l.Sport != sport {
		err = define.Fail("wrong_sport", "%s is a league of %s", l.Name, l.Sport)
	}
	return l, err
}

type matchLine struct {
	ID    string     `json:"match_id"`
	Day   world.Date `json:"day"`
	Home  string     `json:"home"`
	Away  string     `json:"away"`
	Score string     `json:"score" doc:"Empty before the match"`
}

func lineOf(m world.Match) matchLine {
	l := matchLine{ID: m.ID, Day: m.Day, Home: m.HomeName, Away: m.AwayName}
	if m.Status == "finished" {
		l.Score = fmt.Sprintf("%d:%d", m.HomeGoal, m.AwayGoal)
	}
	return l
}

// side gives what a team scored and let in, and W, D or L.
func side(m world.Match, id string) (scored, against int, result string) {
	scored, against = m.HomeGoal, m.AwayGoal
	if m.Away == id {
		scored, against = against, scored
	}
	return scored, against, map[bool]string{true: "W", false: map[bool]string{true: "D", false: "L"}[scored == against]}[scored > against]
}

func finishedOf(w *world.World, id string) []world.Match {
	return world.Matches.Where(w, func(m *world.Match) bool { return (m.Home == id || m.Away == id) && m.Status == "finished" })
}

type teamParam struct {
	Team string `json:"team" doc:"Name or identifier of the team" min:"2" max:"80"`
}

func teamTools() []define.Tool {
	return []define.Tool{
		define.List("search_leagues", "Finds leagues by sport and country.", world.Leagues, "name~query sport= country=", "", "name+ founded+", `{"sport":"cricket"}`, `{"country":"ES"}`),
		define.List("search_teams", "Finds teams by name, sport, league, city and country.", world.Teams, "name~query sport= league_id= city= country=", "id name sport league_id city country venue", "name+ founded+ capacity-", `{"query":"united"}`, `{"sport":"basketball","country":"US"}`),
		define.List("search_players", "Finds players by name, team, sport, position and height.", world.Players, "name~query team_id= sport= position= height_cm>=", "id name team_id sport position number height_cm birth_date", "name+ height_cm- birth_date+", `{"team_id":"TM0001"}`, `{"position":"goalkeeper","min_height_cm":185}`),
		define.List("list_matches", "Lists matches of all team sports by league, round, days and state.", world.Matches, "league_id= sport= round= home~ status= day>=from day<=until", "id league_id round home away day time status home_score away_score", "day+ day-", `{"league_id":"LG0001"}`, `{"sport":"basketball","from":"2025-06-02","until":"2025-07-31"}`),
		define.View("get_team", "Gives a team with its league, squad, place in the table, and next match.",
			func(w *world.World, in teamParam) (out struct {
				Team    world.Team     `json:"team"`
				League  string         `json:"league"`
				Place   int            `json:"place"`
				Points  int            `json:"points"`
				Next    *matchLine     `json:"next_match,omitempty"`
				Players []world.Player `json:"players"`
			}, err error) {
				t, err := team(w, in.Team)
				if err != nil {
					return out, err
				}
				l, _ := world.Leagues.Get(w, t.League)
				out.Team, out.League, out.Players = t, l.Name, world.PlayersOf(w, t.ID)
				for _, s := range world.Standings(w, t.League, 0) {
					if s.TeamID == t.ID {
						out.Place, out.Points = s.Place, s.Points
					}
				}
				if m, ok := world.Matches.First(w, func(m *world.Match) bool { return (m.Home == t.ID || m.Away == t.ID) && m.Status == "scheduled" }); ok {
					n := lineOf(m)
					out.Next = &n
				}
				return out, nil
			}, `{"team":"TM0001"}`, `{"team":"TM0200"}`),
		define.View("head_to_head", "Gives the matches between two teams, with wins, draws and scores in all.",
			func(w *world.World, in struct {
				A string `json:"first" doc:"Name or identifier of a team" min:"2" max:"80"`
				B string `json:"second" doc:"Name or identifier of another" min:"2" max:"80"`
			}) (out struct {
				Wins    [2]int      `json:"wins" doc:"Of the first and the second"`
				Draws   int         `json:"draws"`
				Scores  [2]int      `json:"scores"`
				Matches []matchLine `json:"matches"`
			}, err error) {
				a, err := team(w, in.A)
				if err != nil {
					return out, err
				}
				b, err := team(w, in.B)
				if err != nil {
					return out, err
				}
				for _, m := range world.Matches.All(w) {
					if !(m.Home == a.ID && m.Away == b.ID) && !(m.Home == b.ID && m.Away == a.ID) {
						continue
					}
					out.Matches = append(out.Matches, lineOf(m))
					if m.Status == "finished" {
						x, y, r := side(m, a.ID)
						out.Scores[0], out.Scores[1] = out.Scores[0]+x, out.Scores[1]+y
						switch r {
						case "W":
							out.Wins[0]++
						case "L":
							out.Wins[1]++
						default:
							out.Draws++
						}
					}
				}
				return out, nil
			}, `{"first":"TM0001","second":"TM0002"}`, `{"first":"TM0001","second":"TM0100"}`),
		define.View("team_form", "Gives a team's last results as letters, the points and scores in them, at home and away.",
			func(w *world.World, in struct {
				Team string `json:"team" doc:"Name or identifier of the team" min:"2" max:"80"`
				Last int    `json:"last" doc:"Matches to look back" min:"1" max:"20" default:"5"`
				At   string `json:"at" doc:"Which matches" enum:"all,home,away" default:"all"`
			}) (out struct {
				Form    string      `json:"form" doc:"W, D and L, the latest last"`
				Scored  int         `json:"scored"`
				Against int         `json:"conceded"`
				Matches []matchLine `json:"matches"`
			}, err error) {
				t, err := team(w, in.Team)
				if err != nil {
					return out, err
				}
				all := slices.DeleteFunc(finishedOf(w, t.ID), func(m world.Match) bool {
					return in.At == "home" && m.Home != t.ID || in.At == "away" && m.Away != t.ID
				})
				for _, m := range all[max(0, len(all)-in.Last):] {
					x, y, r := side(m, t.ID)
					out.Form, out.Scored, out.Against, out.Matches = out.Form+r, out.Scored+x, out.Against+y, append(out.Matches, lineOf(m))
				}
				return out, nil
			}, `{"team":"TM0001"}`, `{"team":"TM0150","last":3,"at":"home"}`),
		define.View("league_calendar", "Gives the rounds of a league's season: days, state, matches played and points scored in each.",
			func(w *world.World, in struct {
				League string `json:"league_id" doc:"League identifier" min:"1" max:"20"`
			}) (out struct {
				League  string        `json:"league"`
				Current int           `json:"current_round" doc:"The round that comes next; 0 after the last"`
				Rounds  []leagueRound `json:"rounds"`
			}, err error) {
				l, err := define.Row(w, world.Leagues, in.League, "search_leagues shows identifiers")
				if err != nil {
					return out, err
				}
				out.League = l.Name
				for _, m := range world.Matches.Where(w, func(m *world.Match) bool { return m.League == l.ID }) {
					if m.Round > len(out.Rounds) {
						out.Rounds = append(out.Rounds, leagueRound{Round: m.Round, Day: m.Day})
					}
					r := &out.Rounds[m.Round-1]
					r.Matches++
					if m.Status == "finished" {
						r.Played, r.Scored = r.Played+1, r.Scored+m.HomeGoal+m.AwayGoal
					} else if out.Current == 0 {
						out.Current = m.Round
					}
				}
				return out, nil
			}, `{"league_id":"LG0001"}`, `{"league_id":"LG0040"}`),
	}
}

type leagueRound struct {
	Round   int        `json:"round"`
	Day     world.Date `json:"day"`
	Matches int        `json:"matches"`
	Played  int        `json:"played"`
	Scored  int        `json:"scored"`
}
