package world

import "fmt"

// Advice is one piece of advice.
type Advice struct {
	ID    int    `json:"id" doc:"Number of the slip" min:"1"`
	Text  string `json:"advice" doc:"The advice"`
	Topic string `json:"topic" doc:"What it is about" enum:"work,money,friends,health,home,travel"`
	Likes int    `json:"likes" doc:"How many readers liked it"`
}

// Key is the number.
func (a Advice) Key() string { return fmt.Sprint(a.ID) }

// Activity is something to do on a free day.
type Activity struct {
	Key_          string  `json:"key" doc:"Key of the activity, seven digits"`
	Title         string  `json:"activity" doc:"What to do"`
	Type          string  `json:"type" doc:"Kind of activity" enum:"education,recreational,social,charity,cooking,relaxation,music,busywork"`
	Participants  int     `json:"participants" doc:"How many people it is for" min:"1" max:"8"`
	Price         float64 `json:"price" doc:"Cost from 0 (free) to 1 (expensive)" min:"0" max:"1"`
	Accessibility float64 `json:"accessibility" doc:"Effort to get started, from 0 (none) to 1" min:"0" max:"1"`
	Minutes       int     `json:"duration_minutes" doc:"Usual duration in minutes"`
}

// Key is the seven-digit key.
func (a Activity) Key() string { return a.Key_ }

// Joke is a joke in two parts.
type Joke struct {
	ID        int     `json:"id" doc:"Number of the joke" min:"1"`
	Category  string  `json:"category" doc:"Kind of joke" enum:"office,animals,science,food,travel,computers"`
	Setup     string  `json:"setup" doc:"First part"`
	Punchline string  `json:"punchline" doc:"Second part"`
	Rating    float64 `json:"rating" doc:"Mean rating from 1 to 5"`
	Votes     int     `json:"votes" doc:"Ratings given"`
}

// Key is the number.
func (j Joke) Key() string { return fmt.Sprint(j.ID) }

// Quote is a saying of one of the world's people.
type Quote struct {
	ID     string `json:"id" doc:"Quote identifier"`
	Text   string `json:"text" doc:"The words"`
	Author string `json:"author" doc:"Who said it"`
	Theme  string `json:"theme" doc:"Theme" enum:"patience,courage,learning,time,friendship"`
}

// Key is the identifier.
func (q Quote) Key() string { return q.ID }

// Tables of short texts.
var (
	Advices    = Table[Advice]{"advice_slips", makeAdvice}
	Activities = Table[Activity]{"activities", makeActivities}
	Jokes      = Table[Joke]{"jokes", makeJokes}
	Quotes     = Table[Quote]{"quotes", makeQuotes}
)

const adviceText = `work|you accept a deadline;you send an angry reply;you start a new project;you leave for the weekend|write down what done means;sleep on it for one night;ask who will use the result;clear your desk|the first plan is never the last one;most surprises come from what nobody wrote down
money|you sign a contract;you buy something large;you lend to a friend;you change banks|read the last page twice;compare three prices;decide what you can afford to lose;list your standing payments|small sums repeat more often than large ones;regret is dearer than waiting
friends|you judge a friend's choice;you plan a party;you break a promise;you give advice|listen to the whole story;ask what people cannot eat;call instead of writing;ask whether it is wanted|people remember how you made room for them;silence is often kinder than cleverness
health|you start running;you skip breakfast;you stay up late;you buy a gadget for your health|buy good shoes;drink a glass of water;count the hours you will miss;walk for a week|the body keeps a longer diary than you do;habits beat plans
home|you paint a wall;you buy a plant;you move a wardrobe;you throw away a box|measure it twice;look where the light falls;empty it first;open it once more|the tool you need is in the last box;rooms are used differently from how they are drawn
travel|you pack;you book the first train;you trust a forecast;you order in a new language|lay everything out and halve it;look at the connection;bring one warm layer;learn the word for thanks|you carry every decision with you;delays love tight plans`

func makeAdvice(b *Base) []Advice {
	g, seen := b.gen("advice_slips"), map[string]bool{}
	topics := lines(adviceText)
	out := make([]Advice, 72)
	for i := range out {
		f := topics[i%len(topics)]
		text := unique(seen, func() string {
			return fmt.Sprintf("Before %s, %s: %s.", pick(g, split(f[1])), pick(g, split(f[2])), pick(g, split(f[3])))
		})
		out[i] = Advice{i + 1, text, f[0], g.between(0, 900)}
	}
	return out
}

const activityText = `education|Learn about %s;Read a book about %s|knots for every purpose,the night sky,topographic maps,the history of your street,the alphabet of another language,bread,bridges,bees
recreational|Go out for %s;Leave the phone at home for %s|a walk to a new bench,a walk to the oldest tree nearby,a tour of street art,table tennis,mini golf,chess in the park,a climb to a view you do not know
social|Invite %s for an evening of %s|two neighbours to a board game,an old friend to a long call,your team to a picnic,someone new to coffee
charity|Spend an hour helping %s|at the animal shelter,a neighbour with groceries,to clean a river bank,at the food bank,to mend clothes for a collection
cooking|Cook %s from scratch|a soup of three vegetables,flat bread,dumplings,a pie,fresh pasta,pickles,a dish your grandmother made
relaxation|Take time for %s|a long hot bath,a nap without an alarm,ten pages in a cafe,watching clouds,a slow breakfast
music|Practise %s|a song with two chords,singing a second voice,a rhythm on the kitchen table,the first bars of a waltz
busywork|Sort %s|the cable drawer,last year's photos,your bookmarks,the spice shelf,the shoes by the door,old receipts`

func makeActivities(b *Base) []Activity {
	g, seen, types := b.gen("activities"), map[string]bool{}, lines(activityText)
	out := make([]Activity, 80)
	for i := range out {
		f := types[i%len(types)]
		title := unique(seen, func() string { return activityTitle(g, f) })
		people := 1
		if f[0] == "social" || g.chance(0.3) {
			people = g.between(2, 6)
		}
		price := 0.0
		if g.chance(0.6) {
			price = g.real(0.05, 0.8, 2)
		}
		out[i] = Activity{fmt.Sprintf("%07d", 1000000+i*97861), title, f[0], people, price, g.real(0, 1, 2), 15 * g.between(1, 12)}
	}
	return out
}

func activityTitle(g gen, f []string) string {
	verb := pick(g, split(f[1]))
	if f[0] == "social" {
		verb = "Invite %s"
	}
	return fmt.Sprintf(verb, pick(g, commas(f[2]))) + pick(g, list("| with a friend's playlist| before noon| in the evening| and take notes"))
}

const jokeText = `office|Why did the %s bring a ladder to the meeting?|To reach a higher level of management.;Someone said the targets were out of reach.;The agenda had too many upper points.|accountant,intern,manager,designer,receptionist,auditor
animals|What did the %s say when the rent went up?|Time to find a smaller shell of a place.;I will have to shed some costs.;At this price I am moving back to the wild.|snail,snake,hamster,hermit crab,parrot,hedgehog
science|Why was the %s so calm before the exam?|It had already weighed every option.;It knew its own constants.;It had reached equilibrium the night before.|chemist,pendulum,barometer,thermometer,magnet,biologist
food|Why did the %s leave the kitchen early?|Things were getting too heated.;It was fed up with being stirred.;It could not stand the pressure cooker.|carrot,dumpling,pancake,tomato,noodle,radish
travel|Why did the %s miss the train?|It was stuck in its own baggage.;It took the scenic route to the platform.;Nobody told it that time zones walk.|suitcase,tourist,map,violin,umbrella,compass
computers|Why did the %s go to therapy?|Too many unresolved dependencies.;It kept losing its connection.;It had trouble letting go of old cache.|server,compiler,router,keyboard,database,printer`

func makeJokes(b *Base) []Joke {
	g, seen, kinds := b.gen("jokes"), map[string]bool{}, lines(jokeText)
	out := make([]Joke, 72)
	for i := range out {
		f := kinds[i%len(kinds)]
		var setup, punch string
		unique(seen, func() string {
			setup, punch = fmt.Sprintf(f[1], pick(g, commas(f[3]))), pick(g, split(f[2]))
			return setup + punch
		})
		out[i] = Joke{i + 1, f[0], setup, punch, g.real(1.8, 4.9, 1), g.between(3, 2400)}
	}
	return out
}

const quoteText = `patience|A river does not argue with the stone;What ripens slowly keeps;The tide was never late|it goes around and remembers the way;so give your work a season;wait where the path turns
courage|The first step is always uphill;Fear points at the door;A small light does not ask the dark|and the second one knows it;walk through it politely;it simply arrives
learning|A question is a borrowed key;Mistakes are notes in the margin;The map is finished|return it with a door attached;read them twice;only when the walker is tired
time|Yesterday keeps its receipts;An hour shared is not halved;Clocks measure|what we forget to count;it learns to carry two;but they never decide
friendship|A friend is a window;Trust is a bridge;Laughter shared|that someone else keeps clean;built from both banks;weighs nothing and travels far`

func makeQuotes(b *Base) []Quote {
	g, seen, themes, people := b.gen("quotes"), map[string]bool{}, lines(quoteText), People.Base(b)
	out := make([]Quote, 60)
	for i := range out {
		f := themes[i%len(themes)]
		text := unique(seen, func() string {
			return pick(g, split(f[1])) + pick(g, list(", |: |; | - ")) + pick(g, split(f[2])) + "."
		})
		out[i] = Quote{id("QU", i), text, pick(g, people).Name, f[0]}
	}
	return out
}
