package world

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deft/tool/builtin"
)

// Tools of scenario AM, application manipulation: calendar, mail, files, links. Arithmetic and
// units are in arithmetic.go.

func same(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

func createEvent(_ context.Context, w *World, a struct {
	Title, Date string
	Start       string `json:"start_time"`
	Duration    int    `json:"duration_minutes"`
}) (object, error) {
	w.made++
	id := fmt.Sprintf("EV-%04d", 4000+w.made)
	w.state.Events = append(w.state.Events, event{id, a.Title, a.Date, a.Start, a.Duration})
	return object{"event_id": id}, nil
}

func listEvents(_ context.Context, w *World, a struct{ Date string }) (object, error) {
	titles := []string{}
	for _, e := range w.state.Events {
		if e.Date == a.Date {
			titles = append(titles, e.Title)
		}
	}
	return object{"titles": titles, "count": len(titles)}, nil
}

func findEvent(_ context.Context, w *World, a struct{ Title string }) (object, error) {
	for _, e := range w.state.Events {
		if same(e.Title, a.Title) {
			return object{"event_id": e.ID, "date": e.Date, "start_time": e.Start, "duration_minutes": e.Duration}, nil
		}
	}
	return nil, builtin.Failed("no appointment is called %q", a.Title)
}

func (w *World) event(id string) (int, error) {
	i := slices.IndexFunc(w.state.Events, func(e event) bool { return e.ID == id })
	if i < 0 {
		return 0, builtin.Failed("there is no appointment %s", id)
	}
	return i, nil
}

func moveEvent(_ context.Context, w *World, a struct {
	ID    string `json:"event_id"`
	Date  string
	Start string `json:"start_time"`
}) (object, error) {
	i, err := w.event(a.ID)
	if err != nil {
		return nil, err
	}
	w.state.Events[i].Date, w.state.Events[i].Start = a.Date, a.Start
	return object{"event_id": a.ID}, nil
}

func deleteEvent(_ context.Context, w *World, a struct {
	ID string `json:"event_id"`
}) (object, error) {
	i, err := w.event(a.ID)
	if err != nil {
		return nil, err
	}
	w.state.Events = slices.Delete(w.state.Events, i, i+1)
	return object{"deleted": true}, nil
}

func setReminder(_ context.Context, w *World, a struct{ Text, Date, Time string }) (object, error) {
	return object{"reminder_id": w.did("RM", "reminder on %s %s: %s", a.Date, a.Time, a.Text)}, nil
}

// startTimer takes it to be noon.
func startTimer(_ context.Context, w *World, a struct{ Minutes float64 }) (object, error) {
	w.did("TM", "timer of %g minutes", a.Minutes)
	end := today().Add(12*time.Hour + time.Duration(a.Minutes*float64(time.Minute)))
	return object{"ends_at": end.Format("15:04:05")}, nil
}

func sendEmail(_ context.Context, w *World, a struct{ To, Subject, Body string }) (object, error) {
	return object{"message_id": w.did("MS", "e-mail to %s: %s: %s", a.To, a.Subject, a.Body)}, nil
}

func findEmail(_ context.Context, w *World, a struct{ Sender string }) (object, error) {
	for _, m := range w.state.Inbox {
		if same(m.Sender, a.Sender) {
			return object{"email_id": m.ID, "subject": m.Subject, "body": m.Body, "received": m.Received}, nil
		}
	}
	return nil, builtin.Failed("the inbox has nothing from %q", a.Sender)
}

func (w *World) email(id string) (int, error) {
	i := slices.IndexFunc(w.state.Inbox, func(m email) bool { return m.ID == id })
	if i < 0 {
		return 0, builtin.Failed("the inbox has no e-mail %s", id)
	}
	return i, nil
}

func forwardEmail(_ context.Context, w *World, a struct {
	ID string `json:"email_id"`
	To string
}) (object, error) {
	if _, err := w.email(a.ID); err != nil {
		return nil, err
	}
	return object{"message_id": w.did("MS", "%s forwarded to %s", a.ID, a.To)}, nil
}

func archiveEmail(_ context.Context, w *World, a struct {
	ID string `json:"email_id"`
}) (object, error) {
	i, err := w.email(a.ID)
	if err != nil {
		return nil, err
	}
	w.state.Inbox = slices.Delete(w.state.Inbox, i, i+1)
	return object{"archived": true}, nil
}

func findContact(_ context.Context, w *World, a struct{ Name string }) (object, error) {
	for _, c := range w.Contacts {
		if same(c.Name, a.Name) {
			return object{"email": c.Email, "phone": c.Phone, "birthday": c.Birthday}, nil
		}
	}
	return nil, builtin.Failed("the address book has no %q", a.Name)
}

func sendTextMessage(_ context.Context, w *World, a struct{ Phone, Text string }) (object, error) {
	return object{"message_id": w.did("SM", "text to %s: %s", a.Phone, a.Text)}, nil
}

type pathArg struct{ Path string }

func (w *World) file(path string) (string, error) {
	content, ok := w.state.Files[path]
	if !ok {
		return "", builtin.Failed("there is no file %s", path)
	}
	return content, nil
}

func readFile(_ context.Context, w *World, a pathArg) (object, error) {
	content, err := w.file(a.Path)
	return object{"content": content}, err
}

func writeFile(_ context.Context, w *World, a struct{ Path, Content string }) (object, error) {
	w.state.Files[a.Path] = a.Content
	return object{"bytes": len(a.Content)}, nil
}

func moveFile(_ context.Context, w *World, a struct{ Source, Destination string }) (object, error) {
	content, err := w.file(a.Source)
	if err != nil {
		return nil, err
	}
	delete(w.state.Files, a.Source)
	w.state.Files[a.Destination] = content
	return object{"path": a.Destination}, nil
}

func deleteFile(_ context.Context, w *World, a pathArg) (object, error) {
	if _, err := w.file(a.Path); err != nil {
		return nil, err
	}
	delete(w.state.Files, a.Path)
	return object{"deleted": true}, nil
}

func listFolder(_ context.Context, w *World, a struct{ Folder string }) (object, error) {
	prefix := strings.TrimRight(a.Folder, "/") + "/"
	names := []string{}
	for path := range w.state.Files {
		if rest, ok := strings.CutPrefix(path, prefix); ok && !strings.Contains(rest, "/") {
			names = append(names, rest)
		}
	}
	slices.Sort(names)
	return object{"names": names}, nil
}

func shortenURL(_ context.Context, _ *World, a struct{ URL string }) (object, error) {
	return object{"short_url": fmt.Sprintf("https://sh.example/%06x", hash(a.URL)&0xffffff)}, nil
}
