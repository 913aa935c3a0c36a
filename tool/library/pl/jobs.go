package pl

import (
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const jobHint = "search_jobs shows identifiers"

func jobTools() []define.Tool {
	return []define.Tool{
		define.List("search_jobs", "Finds vacancies by title, city, field, experience, contract and salary.", world.Jobs, "title~query city= country= field= level= type= remote= salary_low_usd>=min_salary_usd posted>=since", "id title company city salary_low_usd salary_high_usd posted", "posted- salary_high_usd- title+", `{"query":"engineer"}`, `{"field":"design","remote":true,"sort":"salary_high_usd-"}`),
		define.View("get_job", "Gives a vacancy with its company and how the salary compares with others of its field and experience.",
			func(w *world.World, in struct {
				ID string `json:"job_id" doc:"Job identifier" min:"1" max:"20"`
			}) (out struct {
				Job     world.Job     `json:"job"`
				Company world.Company `json:"company"`
				Usual   float64       `json:"usual_salary_usd" doc:"Mean of the middles of comparable vacancies"`
				Applied bool          `json:"already_applied"`
			}, err error) {
				j, err := define.Row(w, world.Jobs, in.ID, jobHint)
				if err != nil {
					return out, err
				}
				out.Job = j
				out.Company, _ = world.Companies.Get(w, j.CompanyID)
				n := 0.0
				for _, o := range world.Jobs.All(w) {
					if o.Field == j.Field && o.Level == j.Level {
						n++
						out.Usual += float64(o.Low+o.High) / 2
					}
				}
				out.Usual = world.Round(out.Usual/n, 0)
				_, out.Applied = world.Applications.First(w, func(a *world.Application) bool { return a.Job == j.ID && a.ID > "JA5000" })
				return out, nil
			}, `{"job_id":"JB0001"}`, `{"job_id":"JB0150"}`),
		define.View("estimate_salary", "Estimates a salary for a field, experience and city: quartiles of the vacancies, moved to the city's level of pay.",
			func(w *world.World, in struct {
				Field string `json:"field" doc:"Field of work" enum:"engineering,sales,design,finance,health,logistics"`
				Level string `json:"level" doc:"Experience" enum:"internship,entry,mid,senior" default:"mid"`
				City  string `json:"city,omitempty" doc:"City" max:"80"`
			}) (out struct {
				Low    float64 `json:"quartile_1_usd"`
				Median float64 `json:"median_usd"`
				High   float64 `json:"quartile_3_usd"`
				Jobs   int     `json:"jobs_used"`
				Factor float64 `json:"city_factor"`
			}, err error) {
				var all []float64
				mine, total, nm, nt := 0.0, 0.0, 0.0, 0.0
				var c world.City
				if in.City != "" {
					if c, err = define.City(w, in.City); err != nil {
						return out, err
					}
				}
				for _, j := range world.Jobs.All(w) {
					mid := float64(j.Low+j.High) / 2
					if j.Field == in.Field && j.Level == in.Level {
						all = append(all, mid)
					}
					total, nt = total+mid, nt+1
					if j.Country == c.Country {
						mine, nm = mine+mid, nm+1
					}
				}
				slices.Sort(all)
				if out.Factor = 1; nm >= 3 {
					out.Factor = world.Round(min(1.5, max(0.6, mine/nm/(total/nt))), 2)
				}
				if out.Jobs = len(all); out.Jobs == 0 {
					return out, define.Fail("no_data", "no vacancy is for %s at level %s; try another level", in.Field, in.Level)
				}
				q := func(p float64) float64 { return world.Round(all[int(p*float64(len(all)-1))]*out.Factor, 0) }
				out.Low, out.Median, out.High = q(0.25), q(0.5), q(0.75)
				return out, nil
			}, `{"field":"engineering"}`, `{"field":"finance","level":"mid","city":"Zurich"}`),
		define.View("match_jobs_to_skills", "Ranks vacancies by how many of a person's skills they ask for.",
			func(w *world.World, in struct {
				Skills []string `json:"skills" doc:"Skills" min:"1" max:"20" each_min:"1" each_max:"60"`
				Level  string   `json:"level,omitempty" doc:"Experience" enum:"internship,entry,mid,senior"`
				define.Paging
			}) (define.Page[skillMatch], error) {
				var all []skillMatch
				for _, j := range world.Jobs.All(w) {
					m := skillMatch{ID: j.ID, Title: j.Title, Company: j.Company}
					for _, s := range j.Skills {
						if slices.ContainsFunc(in.Skills, func(x string) bool { return strings.EqualFold(x, s) }) {
							m.Have = append(m.Have, s)
						} else {
							m.Lack = append(m.Lack, s)
						}
					}
					if len(m.Have) > 0 && (in.Level == "" || j.Level == in.Level) {
						all = append(all, m)
					}
				}
				return define.Cut(world.TopBy(all, func(m skillMatch) int { return 2*len(m.Have) - len(m.Lack) }), in.Paging), nil
			}, `{"skills":["Python","SQL"]}`, `{"skills":["negotiation"],"level":"senior"}`),
	}
}

type skillMatch struct {
	ID      string   `json:"job_id"`
	Title   string   `json:"title"`
	Company string   `json:"company"`
	Have    []string `json:"have"`
	Lack    []string `json:"lack"`
}

func applicationTools() []define.Tool {
	return []define.Tool{
		define.Act("apply_for_job", "Sends an application for a vacancy. One person can apply for a vacancy once.",
			func(w *world.World, in struct {
				Job    string `json:"job_id" doc:"Job identifier" min:"1" max:"20"`
				Name   string `json:"name" doc:"Applicant" min:"1" max:"80"`
				Email  string `json:"email" doc:"E-mail of the applicant" format:"email"`
				Letter string `json:"letter" doc:"Letter of application" min:"10" max:"4000"`
			}) (world.Application, error) {
				if _, err := define.Row(w, world.Jobs, in.Job, jobHint); err != nil {
					return world.Application{}, err
				}
				if a, ok := world.Applications.First(w, func(a *world.Application) bool {
					return a.Job == in.Job && strings.EqualFold(a.Email, in.Email) && a.Status != "withdrawn"
				}); ok {
					return a, define.Fail("duplicate", "%s has applied already, see %s", in.Email, a.ID)
				}
				a := world.Application{ID: w.NextID("JA"), Job: in.Job, Name: in.Name, Email: in.Email, Letter: in.Letter, Status: "sent", Day: world.Today}
				world.Applications.Put(w, a)
				return a, nil
			}, `{"job_id":"JB0001","name":"Ana Vega","email":"ana@mailbox.example","letter":"I would like to join you."}`, `{"job_id":"JB0002","name":"Jo","email":"jo@post.example","letter":"Please find my story attached."}`),
		define.List("list_applications", "Lists applications by applicant, state and job.", world.Applications, "email= job_id= status= day>=since", "id job_id name status day", "day- id+", `{"status":"sent"}`, `{"email":"ana@mailbox.example"}`),
		define.Act("withdraw_application", "Withdraws an application that was not decided yet.",
			func(w *world.World, in struct {
				ID string `json:"application_id" doc:"Application identifier" min:"1" max:"20"`
			}) (world.Application, error) {
				a, err := define.Row(w, world.Applications, in.ID, "list_applications shows identifiers")
				if err != nil {
					return a, err
				}
				if a.Status == "rejected" {
					return a, define.Fail("decided", "%s was rejected and cannot be withdrawn", a.ID)
				}
				a.Status = "withdrawn"
				world.Applications.Put(w, a)
				return a, nil
			}, `{"application_id":"JA0001"}`, `{"application_id":"JA0002"}`),
	}
}

func employerTools() []define.Tool {
	return []define.Tool{
		define.List("search_companies", "Finds companies by name, sector, country and size.", world.Companies, "name~query sector= country= city= employees>= founded>=", "id name sector industry country city employees website", "name+ employees- founded-", `{"query":"bank"}`, `{"sector":"Technology","min_employees":10000,"sort":"employees-"}`),
		define.View("get_company", "Gives a company with its vacancies, products, apps and news.",
			func(w *world.World, in struct {
				ID string `json:"company_id" doc:"Company identifier" min:"1" max:"20"`
			}) (out struct {
				Company  world.Company `json:"company"`
				Jobs     []string      `json:"job_ids"`
				Products []string      `json:"product_ids"`
				Apps     []string      `json:"app_ids"`
				News     []string      `json:"article_ids"`
			}, err error) {
				c, err := define.Row(w, world.Companies, in.ID, "search_companies shows identifiers")
				if err != nil {
					return out, err
				}
				out.Company = c
				for _, j := range world.Jobs.Where(w, func(j *world.Job) bool { return j.CompanyID == c.ID }) {
					out.Jobs = append(out.Jobs, j.ID)
				}
				for _, p := range world.Products.Where(w, func(p *world.Product) bool { return p.Brand == c.Name }) {
					out.Products = append(out.Products, p.ID)
				}
				for _, a := range world.Apps.Where(w, func(a *world.App) bool { return a.Developer == c.Name }) {
					out.Apps = append(out.Apps, a.ID)
				}
				for _, a := range world.Articles.Where(w, func(a *world.Article) bool { return a.About == c.ID }) {
					out.News = append(out.News, a.ID)
				}
				return out, nil
			}, `{"company_id":"CO0001"}`, `{"company_id":"CO0140"}`),
		define.View("job_market", "Sums up the vacancies by field, city or company: how many, mean pay and share that can be done from home.",
			func(w *world.World, in struct {
				By  string `json:"by" doc:"How to group" enum:"field,city,company,level" default:"field"`
				Top int    `json:"top" doc:"Groups to give" min:"1" max:"50" default:"10"`
			}) (out struct {
				Groups []marketGroup `json:"groups"`
			}, err error) {
				for _, j := range world.Jobs.All(w) {
					name := map[string]string{"field": j.Field, "city": j.City, "company": j.Company, "level": j.Level}[in.By]
					i := slices.IndexFunc(out.Groups, func(g marketGroup) bool { return g.Name == name })
					if i < 0 {
						i = len(out.Groups)
						out.Groups = append(out.Groups, marketGroup{Name: name})
					}
					g, n := &out.Groups[i], float64(out.Groups[i].Jobs)
					remote := 0.0
					if j.Remote {
						remote = 1
					}
					g.Pay, g.Remote = (g.Pay*n+float64(j.Low+j.High)/2)/(n+1), (g.Remote*n+remote)/(n+1)
					g.Jobs++
				}
				world.TopBy(out.Groups, func(g marketGroup) int { return g.Jobs })
				out.Groups = out.Groups[:min(in.Top, len(out.Groups))]
				return out, nil
			}, `{}`, `{"by":"city","top":5}`),
	}
}

type marketGroup struct {
	Name   string  `json:"group"`
	Jobs   int     `json:"jobs"`
	Pay    float64 `json:"mean_salary_usd"`
	Remote float64 `json:"remote_share"`
}
