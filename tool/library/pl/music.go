package pl

import (
	"fmt"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func musicTools() []define.Tool {
	return []define.Tool{
		define.List("search_songs", "Finds songs by title, artist, album, genre, year and speed.", world.Songs, "title~query artist~ album~ genre= year>= year<= bpm>= bpm<=", "id title artist album year genre seconds bpm plays", "plays- title+ year-", `{"query":"the"}`, `{"genre":"jazz","min_bpm":90,"max_bpm":140}`),
		define.View("get_artist", "Gives an artist, by name or identifier, with songs, albums and coming events.",
			func(w *world.World, in struct {
				Artist string `json:"artist" doc:"Name or identifier" min:"1" max:"80"`
			}) (out struct {
				Artist world.Artist `json:"artist"`
				Albums []string     `json:"albums"`
				Songs  []string     `json:"song_ids"`
				Plays  int          `json:"plays"`
				Events []string     `json:"event_ids"`
			}, err error) {
				a, ok := world.Artists.First(w, func(a *world.Artist) bool { return a.ID == in.Artist || strings.EqualFold(a.Name, in.Artist) })
				if !ok {
					return out, define.NotFound("artist", in.Artist, "search_songs shows artists")
				}
				out.Artist = a
				for _, s := range world.Songs.Where(w, func(s *world.Song) bool { return s.ArtistID == a.ID }) {
					out.Songs, out.Plays = append(out.Songs, s.ID), out.Plays+s.Plays
					if !slices.Contains(out.Albums, s.Album) {
						out.Albums = append(out.Albums, s.Album)
					}
				}
				for _, e := range world.Events.All(w) {
					if at, _ := world.Attractions.Get(w, e.Attraction); at.Ref == a.ID {
						out.Events = append(out.Events, e.ID)
					}
				}
				return out, nil
			}, `{"artist":"AR0001"}`, `{"artist":"AR0042"}`),
		define.Act("create_playlist", "Makes a playlist of the user's from songs, or by a wish: genre, speed and length in minutes.",
			func(w *world.World, in struct {
				Name    string   `json:"name" doc:"Name of the playlist" min:"1" max:"80"`
				Songs   []string `json:"song_ids,omitempty" doc:"Songs; chosen by the wish when left out" max:"100" each_max:"20"`
				Genre   string   `json:"genre,omitempty" doc:"Genre" enum:"pop,rock,jazz,electronic,folk,classical"`
				BPM     int      `json:"bpm,omitempty" doc:"Speed, within 15 beats a minute" min:"50" max:"220"`
				Minutes int      `json:"minutes" doc:"Length" min:"5" max:"600" default:"30"`
			}) (out struct {
				Playlist world.Playlist `json:"playlist"`
				Seconds  int            `json:"seconds"`
			}, err error) {
				p := world.Playlist{Name: in.Name, Owner: "me", Songs: in.Songs}
				if _, ok := world.Playlists.First(w, func(o *world.Playlist) bool { return o.Owner == "me" && strings.EqualFold(o.Name, in.Name) }); ok {
					return out, define.Fail("duplicate", "a playlist called %q exists already", in.Name)
				}
				for _, id := range in.Songs {
					s, err := define.Row(w, world.Songs, id, "search_songs shows identifiers")
					if err != nil {
						return out, err
					}
					out.Seconds += s.Seconds
				}
				if len(in.Songs) == 0 {
					fit := world.Songs.Where(w, func(s *world.Song) bool {
						return (in.Genre == "" || s.Genre == in.Genre) && (in.BPM == 0 || s.BPM >= in.BPM-15 && s.BPM <= in.BPM+15)
					})
					for _, k := range w.Rand().Perm(len(fit)) {
						if out.Seconds+fit[k].Seconds <= in.Minutes*60 {
							p.Songs, out.Seconds = append(p.Songs, fit[k].ID), out.Seconds+fit[k].Seconds
						}
					}
				}
				if len(p.Songs) == 0 {
					return out, define.Fail("no_match", "no song fits the wish; leave out genre or bpm")
				}
				p.ID = w.NextID("PY")
				world.Playlists.Put(w, p)
				out.Playlist = p
				return out, nil
			}, `{"name":"Slow Sunday","genre":"jazz"}`, `{"name":"Two songs","song_ids":["SO0001","SO0002"]}`),
		define.Act("edit_playlist", "Adds songs to a playlist of the user's, takes songs out, or renames it.",
			func(w *world.World, in struct {
				ID     string   `json:"playlist_id" doc:"Playlist identifier" min:"1" max:"20"`
				Add    []string `json:"add,omitempty" doc:"Songs to add at the end" max:"50" each_max:"20"`
				Remove []string `json:"remove,omitempty" doc:"Songs to take out" max:"50" each_max:"20"`
				Name   string   `json:"name,omitempty" doc:"New name" max:"80"`
			}) (world.Playlist, error) {
				p, err := define.Row(w, world.Playlists, in.ID, "list_playlists shows identifiers")
				if err != nil {
					return p, err
				}
				if p.Owner != "me" {
					return p, define.Refused("playlist %s belongs to %s", p.ID, p.Owner)
				}
				songs := slices.DeleteFunc(slices.Clone(p.Songs), func(s string) bool { return slices.Contains(in.Remove, s) })
				for _, id := range in.Add {
					if _, err := define.Row(w, world.Songs, id, "search_songs shows identifiers"); err != nil {
						return p, err
					}
					if !slices.Contains(songs, id) {
						songs = append(songs, id)
					}
				}
				p.Songs = songs
				if in.Name != "" {
					p.Name = in.Name
				}
				world.Playlists.Put(w, p)
				return p, nil
			}, `{"playlist_id":"PY0001","add":["SO0001"]}`, `{"playlist_id":"PY0002","name":"Evening"}`),
		define.View("list_playlists", "Lists playlists with their length, genres and mean speed.",
			func(w *world.World, in struct {
				Owner string `json:"owner" doc:"Username of the owner, me for the user's own, any for all" min:"1" max:"60" default:"me"`
				define.Paging
			}) (define.Page[playlistLine], error) {
				var all []playlistLine
				for _, p := range world.Playlists.All(w) {
					if in.Owner != "any" && p.Owner != in.Owner {
						continue
					}
					l := playlistLine{ID: p.ID, Name: p.Name, Owner: p.Owner, Songs: len(p.Songs)}
					sec, bpm := 0, 0
					for _, id := range p.Songs {
						s, _ := world.Songs.Get(w, id)
						sec, bpm = sec+s.Seconds, bpm+s.BPM
						if !slices.Contains(l.Genres, s.Genre) {
							l.Genres = append(l.Genres, s.Genre)
						}
					}
					l.Length = fmt.Sprintf("%d:%02d", sec/60, sec%60)
					l.BPM = float64(bpm) / float64(max(1, len(p.Songs)))
					all = append(all, l)
				}
				return define.Cut(all, in.Paging), nil
			}, `{}`, `{"owner":"any","page_size":3}`),
	}
}

type playlistLine struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Owner  string   `json:"owner"`
	Songs  int      `json:"songs"`
	Length string   `json:"length" doc:"minutes:seconds"`
	Genres []string `json:"genres"`
	BPM    float64  `json:"mean_bpm"`
}
