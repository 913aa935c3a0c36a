package am

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const mailHint = "find_mails shows identifiers"

func mailTools() []define.Tool {
	return []define.Tool{
		define.Act("send_mail", "Sends a mail from the user's mailbox, as a new message or in answer to one.",
			func(w *world.World, in struct {
				To      string   `json:"to" doc:"Receiver" format:"email"`
				Subject string   `json:"subject" doc:"Subject; when empty, that of the mail it answers" max:"200" default:""`
				Body    string   `json:"body" doc:"Text" min:"1" max:"5000"`
				CC      []string `json:"cc,omitempty" doc:"Others who get it" format:"email" max:"20"`
				ReplyTo string   `json:"reply_to,omitempty" doc:"Identifier of the mail it answers" max:"20"`
			}) (world.Mail, error) {
				m := world.Mail{Folder: "sent", From: world.Me, To: []string{in.To}, Subject: in.Subject, Body: in.Body, Sent: world.Now(), Read: true, ReplyTo: in.ReplyTo}
				for _, a := range in.CC {
					if !slices.Contains(m.To, a) {
						m.To = append(m.To, a)
					}
				}
				if in.ReplyTo != "" {
					first, err := define.Row(w, world.Mails, in.ReplyTo, mailHint)
					if err != nil {
						return m, err
					}
					if m.Subject == "" {
						m.Subject = "Re: " + strings.TrimPrefix(first.Subject, "Re: ")
					}
				}
				if m.Subject == "" {
					return m, define.Invalid("subject", "is needed for a new mail")
				}
				return deliver(w, m), nil
			}, `{"to":"ana@post.example","subject":"Tickets","body":"Two are booked."}`, `{"to":"lee@post.example","body":"Thank you!","reply_to":"ML0001"}`),
		define.Act("send_mail_to_list", "Sends each receiver of a list a mail of their own; {name} and {address} in the text are filled in.",
			func(w *world.World, in struct {
				To      []string `json:"to" doc:"Receivers" format:"email" min:"1" max:"50"`
				Subject string   `json:"subject" doc:"Subject" min:"1" max:"200"`
				Body    string   `json:"body" doc:"Text; {name} is the receiver's name" min:"1" max:"5000"`
			}) (out struct {
				Sent    []string `json:"sent_ids" doc:"Mails that were sent"`
				Skipped []string `json:"skipped" doc:"Receivers that were named twice"`
			}, err error) {
				seen := map[string]bool{}
				for _, a := range in.To {
					if seen[strings.ToLower(a)] {
						out.Skipped = append(out.Skipped, a)
						continue
					}
					seen[strings.ToLower(a)] = true
					name, _, _ := strings.Cut(a, "@")
					if p, ok := world.People.First(w, func(p *world.Person) bool { return strings.EqualFold(p.Email, a) }); ok {
						name = p.Name
					}
					body := strings.NewReplacer("{name}", name, "{address}", a).Replace(in.Body)
					m := deliver(w, world.Mail{Folder: "sent", From: world.Me, To: []string{a}, Subject: in.Subject, Body: body, Sent: world.Now(), Read: true})
					out.Sent = append(out.Sent, m.ID)
				}
				return out, nil
			}, `{"to":["ana@post.example","lee@post.example"],"subject":"Saturday","body":"Dear {name}, see you at six."}`, `{"to":["ana@post.example","ana@post.example"],"subject":"Minutes","body":"Sent to {address}."}`),
		define.Act("receive_latest_mail", "Gives the newest mails of the inbox, unread ones only if wanted, and marks them as read.",
			func(w *world.World, in struct {
				Unread bool `json:"unread_only" doc:"Whether to leave out what was read" default:"false"`
				Count  int  `json:"count" doc:"How many" min:"1" max:"20" default:"1"`
			}) (out struct {
				Mails  []world.Mail `json:"mails" doc:"Mails, newest first, as they were before"`
				Unread int          `json:"unread_left" doc:"Unread mails that are left in the inbox"`
			}, err error) {
				inbox := world.Mails.Where(w, func(m *world.Mail) bool { return m.Folder == "inbox" && !(in.Unread && m.Read) })
				inbox = world.TopBy(inbox, func(m world.Mail) int64 { return m.Sent.Unix() })
				out.Mails = inbox[:min(in.Count, len(inbox))]
				for _, m := range out.Mails {
					if !m.Read {
						m.Read = true
						world.Mails.Put(w, m)
					}
				}
				out.Unread = len(world.Mails.Where(w, func(m *world.Mail) bool { return m.Folder == "inbox" && !m.Read }))
				return out, nil
			}, `{}`, `{"unread_only":true,"count":3}`),
		define.Act("open_mail", "Opens one mail with the thread it belongs to, and moves it to another folder if wanted.",
			func(w *world.World, in struct {
				ID     string `json:"mail_id" doc:"Mail identifier" min:"1" max:"20"`
				Folder string `json:"move_to,omitempty" doc:"Folder to move it to" enum:"inbox,archive,trash"`
			}) (out struct {
				Mail    world.Mail `json:"mail"`
				Answers []string   `json:"answer_ids" doc:"Mails that answer it"`
			}, err error) {
				m, err := define.Row(w, world.Mails, in.ID, mailHint)
				if err != nil {
					return out, err
				}
				if in.Folder != "" && m.Folder == "sent" && in.Folder == "inbox" {
					return out, define.Refused("a mail that the user sent cannot go to the inbox")
				}
				before := m.Folder
				if in.Folder != "" {
					m.Folder = in.Folder
				}
				if !m.Read || m.Folder != before {
					m.Read = true
					world.Mails.Put(w, m)
				}
				out.Mail = m
				for _, o := range world.Mails.All(w) {
					if o.ReplyTo == m.ID {
						out.Answers = append(out.Answers, o.ID)
					}
				}
				return out, nil
			}, `{"mail_id":"ML0080"}`, `{"mail_id":"ML0002","move_to":"archive"}`),
		define.List("find_mails", "Finds mails by subject, text, sender, receiver and folder.", world.Mails, "subject~subject body~text from= to@receiver folder= read= reply_to=answers_to", "id folder from to subject sent read", "sent- sent+ subject+", `{"folder":"inbox"}`, `{"subject":"invoice","read":true}`),
	}
}

func deliver(w *world.World, m world.Mail) world.Mail {
	m.ID = w.NextID("ML")
	world.Mails.Put(w, m)
	return m
}
