package tg

import (
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func adviceTools() []define.Tool {
	return []define.Tool{
		define.View("draw_advice", "Draws one piece of advice at random, of one topic if wanted. A second draw usually differs.",
			func(w *world.World, in struct {
				Topic string `json:"topic,omitempty" doc:"Only advice on this topic" enum:"work,money,friends,health,home,travel"`
			}) (world.Advice, error) {
				all := world.Advices.Where(w, func(a *world.Advice) bool { return in.Topic == "" || a.Topic == in.Topic })
				return all[w.Rand().IntN(len(all))], nil
			}, `{}`, `{"topic":"travel"}`),
		define.Get("get_advice_slip", "Gives the slip of advice with a number.", world.Advices, "id=", "", "slips are numbered from 1 to 72", `{"id":1}`, `{"id":40}`),
		define.List("search_advice", "Finds slips of advice that hold a text.", world.Advices, "advice~query! topic= likes>=", "", "likes- id+", `{"query":"before"}`, `{"query":"the","topic":"money","min_likes":10}`),
	}
}

func activityTools() []define.Tool {
	return []define.Tool{
		define.View("suggest_activity", "Suggests one activity at random among those that fit the wishes.",
			func(w *world.World, in struct {
				Type         string   `json:"type,omitempty" doc:"Kind of activity" enum:"education,recreational,social,charity,cooking,relaxation,music,busywork"`
				Participants int      `json:"participants,omitempty" doc:"For exactly so many people" min:"1" max:"8"`
				MaxPrice     *float64 `json:"max_price,omitempty" doc:"Greatest cost, from 0 (free) to 1" min:"0" max:"1"`
			}) (world.Activity, error) {
				fit := world.Activities.Where(w, func(a *world.Activity) bool {
					return (in.Type == "" || a.Type == in.Type) && (in.Participants == 0 || a.Participants == in.Participants) && (in.MaxPrice == nil || a.Price <= *in.MaxPrice)
				})
				if len(fit) == 0 {
					return world.Activity{}, define.Fail("no_match", "no activity fits all wishes; leave one out")
				}
				return fit[w.Rand().IntN(len(fit))], nil
			}, `{}`, `{"type":"cooking"}`),
		define.Get("get_activity", "Gives the activity with a key.", world.Activities, "key=", "", "suggest_activity and list_activities show keys", `{"key":"1000000"}`, `{"key":"1097861"}`),
		define.List("list_activities", "Lists activities by kind, cost, effort and duration.", world.Activities,
			"type= participants= price>= price<= accessibility<= duration_minutes<=", "key activity type participants price duration_minutes", "price+ duration_minutes+ activity+", `{"type":"music"}`, `{"max_price":0.2,"max_duration_minutes":60}`),
		define.View("plan_free_hours", "Fills a number of free minutes with different activities: the longest that still fits comes first, dear ones are left out.",
			func(w *world.World, in struct {
				Minutes  int     `json:"minutes" doc:"Free time in minutes" min:"15" max:"1440"`
				MaxPrice float64 `json:"max_price" doc:"Greatest cost of each" min:"0" max:"1" default:"0.5"`
			}) (out struct {
				Plan []struct {
					Start    int    `json:"start_minute"`
					Key      string `json:"key"`
					Activity string `json:"activity"`
					Minutes  int    `json:"minutes"`
				} `json:"plan"`
				Unused int `json:"unused_minutes"`
			}, err error) {
				all := world.TopBy(world.Activities.Where(w, func(a *world.Activity) bool { return a.Price <= in.MaxPrice }), func(a world.Activity) int { return a.Minutes })
				at := 0
				for _, a := range all {
					if at+a.Minutes > in.Minutes {
						continue
					}
					out.Plan = append(out.Plan, struct {
						Start    int    `json:"start_minute"`
						Key      string `json:"key"`
						Activity string `json:"activity"`
						Minutes  int    `json:"minutes"`
					}{at, a.Key_, a.Title, a.Minutes})
					at += a.Minutes
				}
				out.Unused = in.Minutes - at
				return out, nil
			}, `{"minutes":240}`, `{"minutes":90,"max_price":0}`),
		define.Act("save_activity", "Keeps an activity for later, with a note. Saving it again replaces the note.",
			func(w *world.World, in struct {
				Key  string `json:"key" doc:"Key of the activity" min:"7" max:"7"`
				Note string `json:"note" doc:"Remark" default:""`
			}) (world.Saved, error) {
				if _, ok := world.Activities.Get(w, in.Key); !ok {
					return world.Saved{}, define.NotFound("activity", in.Key, "list_activities shows keys")
				}
				return world.Save(w, "activity", in.Key, in.Note), nil
			}, `{"key":"1000000"}`, `{"key":"1097861","note":"with Ana"}`),
		define.View("list_saved_activities", "Lists the activities the user has saved, with what each costs and takes, and the sums.",
			func(w *world.World, _ struct{}) (out struct {
				Activities []world.Activity `json:"activities"`
				Notes      []string         `json:"notes"`
				Minutes    int              `json:"total_minutes"`
			}, err error) {
				for _, s := range world.SavedRefs(w, "activity") {
					if a, ok := world.Activities.Get(w, s.Ref); ok {
						out.Activities, out.Notes = append(out.Activities, a), append(out.Notes, s.Note)
						out.Minutes += a.Minutes
					}
				}
				return out, nil
			}, `{}`, `{}`),
		define.Act("remove_saved_activity", "Removes an activity from those the user has saved.",
			func(w *world.World, in struct {
				Key string `json:"key" doc:"Key of the activity" min:"7" max:"7"`
			}) (out struct {
				Removed bool `json:"removed" doc:"Whether it was saved before"`
				Left    int  `json:"left" doc:"Activities still saved"`
			}, err error) {
				for _, s := range world.SavedRefs(w, "activity") {
					if s.Ref == in.Key {
						out.Removed = world.Saves.Delete(w, s.ID)
					}
				}
				out.Left = len(world.SavedRefs(w, "activity"))
				return out, nil
			}, `{"key":"1000000"}`, `{"key":"1097861"}`),
		define.View("activity_statistics", "Sums up the activities by kind: how many there are, how many are free, mean cost and duration.",
			func(w *world.World, in struct {
				Types []string `json:"types,omitempty" doc:"Only these kinds" enum:"education,recreational,social,charity,cooking,relaxation,music,busywork" max:"8"`
			}) (out struct {
				Types []activityCount `json:"types"`
			}, err error) {
				at := map[string]int{}
				for _, a := range world.Activities.All(w) {
					if len(in.Types) > 0 && !slices.Contains(in.Types, a.Type) {
						continue
					}
					i, ok := at[a.Type]
					if !ok {
						i = len(out.Types)
						at[a.Type] = i
						out.Types = append(out.Types, activityCount{Type: a.Type})
					}
					out.Types[i].add(a)
				}
				return out, nil
			}, `{}`, `{"types":["music","social"]}`),
	}
}

type activityCount struct {
	Type    string  `json:"type"`
	Count   int     `json:"count"`
	Free    int     `json:"free"`
	Price   float64 `json:"mean_price"`
	Minutes float64 `json:"mean_minutes"`
}

func (c *activityCount) add(a world.Activity) {
	n := float64(c.Count)
	c.Price, c.Minutes = (c.Price*n+a.Price)/(n+1), (c.Minutes*n+float64(a.Minutes))/(n+1)
	c.Count++
	if a.Price == 0 {
		c.Free++
	}
}
