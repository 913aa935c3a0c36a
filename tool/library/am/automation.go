package am

import (
	"fmt"
	"strings"
	"time"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func automationTools() []define.Tool {
	return []define.Tool{
		define.List("list_automations", "Lists the automations that the user has set up, by app, action and what they do.", world.Automations, "app= action= description~query", "", "id+ runs-", `{}`, `{"app":"calendar"}`),
		define.Act("run_automation", "Runs one of the user's automations: it sends a mail, adds an appointment, appends a line to a note, or counts unread mail.",
			func(w *world.World, in struct {
				ID   string     `json:"automation_id" doc:"Automation identifier" min:"1" max:"20"`
				Text string     `json:"text" doc:"Text of the mail or line, or title of the appointment" max:"1000" default:"Done"`
				To   string     `json:"to" doc:"Receiver of a mail" format:"email" default:"me@mailbox.example"`
				Day  world.Date `json:"day" doc:"Day of an appointment" default:"2025-06-03"`
				Path string     `json:"file_path" doc:"Note to append to" min:"1" max:"120" default:"notes/automation.txt"`
			}) (out struct {
				Action string `json:"action"`
				Made   string `json:"made" doc:"Identifier or path of what was made or changed; empty when nothing"`
				Text   string `json:"result" doc:"What happened, in words"`
				Runs   int    `json:"runs" doc:"How often it ran"`
			}, err error) {
				a, err := define.Row(w, world.Automations, in.ID, "list_automations shows identifiers")
				if err != nil {
					return out, err
				}
				out.Action = a.Action
				switch a.Action {
				case "send_mail":
					m := deliver(w, world.Mail{Folder: "sent", From: world.Me, To: []string{in.To}, Subject: title(a), Body: in.Text, Sent: world.Now(), Read: true})
					out.Made, out.Text = m.ID, "sent a mail to "+in.To
				case "add_appointment":
					if in.Day < world.Today {
						return out, define.Invalid("day", "is in the past; today is %s", world.Today)
					}
					start := in.Day.At(9 * 60)
					p := world.Appointment{ID: w.NextID("CE"), Title: in.Text, Start: start, End: start.Add(time.Hour), Guests: []string{}}
					world.Appointments.Put(w, p)
					out.Made, out.Text = p.ID, "added an appointment on "+in.Day.String()
				case "append_note":
					p, err := location("file_path", in.Path)
					if err != nil {
						return out, err
					}
					f, ok := world.Files.Get(w, p)
					if ok && f.Kind != "text" {
						return out, define.Fail("not_text", "%s is not a text file", p)
					}
					f.Path, f.Kind, f.Text = p, "text", f.Text+in.Text+"\n"
					if f, err = store(w, f); err != nil {
						return out, err
					}
					out.Made, out.Text = f.Path, fmt.Sprintf("appended a line; the note has %d lines", countLines(f.Text))
				case "count_unread":
					n := len(world.Mails.Where(w, func(m *world.Mail) bool { return m.Folder == "inbox" && !m.Read }))
					out.Text = fmt.Sprintf("%d unread mails", n)
				}
				a.Runs++
				world.Automations.Put(w, a)
				out.Runs = a.Runs
				return out, nil
			}, `{"automation_id":"ZA0001","text":"See you tomorrow","to":"ana@post.example"}`, `{"automation_id":"ZA0002","text":"Review"}`, `{"automation_id":"ZA0003","text":"bread"}`, `{"automation_id":"ZA0004"}`),
	}
}

// title is the name in an automation's description.
func title(a world.Automation) string {
	if _, rest, ok := strings.Cut(a.About, `"`); ok {
		name, _, _ := strings.Cut(rest, `"`)
		return name
	}
	return a.Action
}
