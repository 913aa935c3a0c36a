package world

// Account is a bank account. The user's own have owner me.
type Account struct {
	ID       string  `json:"id" doc:"Account identifier"`
	Owner    string  `json:"owner" doc:"Owner; me is the user"`
	Kind     string  `json:"kind" doc:"Kind of account" enum:"current,savings,brokerage"`
	Currency string  `json:"currency" doc:"Currency code"`
	Balance  float64 `json:"balance" doc:"Balance"`
}

// Key is the identifier.
func (a Account) Key() string { return a.ID }

// Transfer is money that went from one account to another.
type Transfer struct {
	ID       string  `json:"id" doc:"Transfer identifier"`
	From     string  `json:"from_account" doc:"Account or business it left"`
	To       string  `json:"to_account" doc:"Account or business it went to"`
	Amount   float64 `json:"amount" doc:"Amount in the currency of the account it left"`
	Received float64 `json:"received" doc:"Amount in the currency of the account it went to"`
	Purpose  string  `json:"purpose" doc:"Purpose"`
	Day      Date    `json:"day" doc:"Day"`
}

// Key is the identifier.
func (t Transfer) Key() string { return t.ID }

// Trade is an order to buy or sell shares.
type Trade struct {
	ID     string  `json:"id" doc:"Trade identifier"`
	Symbol string  `json:"symbol" doc:"Ticker symbol"`
	Side   string  `json:"side" doc:"Side" enum:"buy,sell"`
	Shares int     `json:"shares" doc:"Shares"`
	Limit  float64 `json:"limit_price" doc:"Limit, 0 for a market order"`
	Price  float64 `json:"price" doc:"Price of the execution, 0 before"`
	Status string  `json:"status" doc:"State" enum:"open,executed,cancelled"`
	Day    Date    `json:"day" doc:"Day"`
	Mine   bool    `json:"mine" doc:"Whether the user placed it"`
}

// Key is the identifier.
func (t Trade) Key() string { return t.ID }

// Alert tells the user when a price is reached.
type Alert struct {
	ID        string  `json:"id" doc:"Alert identifier"`
	Symbol    string  `json:"symbol" doc:"Ticker symbol"`
	Direction string  `json:"direction" doc:"When it goes off" enum:"above,below"`
	Price     float64 `json:"price" doc:"Price"`
	Set       Date    `json:"set_on" doc:"Day it was set"`
}

// Key is the identifier.
func (a Alert) Key() string { return a.ID }

// Tables of the user's and others' money and orders.
var (
	Accounts  = Table[Account]{"accounts", makeAccounts}
	Transfers = Table[Transfer]{"transfers", makeTransfers}
	Trades    = Table[Trade]{"trades", makeTrades}
	Alerts    = Table[Alert]{"price_alerts", makeAlerts}
)

func makeAccounts(b *Base) []Account {
	g, people := b.gen("accounts"), People.Base(b)
	out := make([]Account, 60)
	for i := range out {
		out[i] = Account{id("AC", i), people[i*3].Name, pick(g, words("current savings")), pick(g, words("USD USD EUR GBP CHF JPY")), g.real(100, 24000, 2)}
	}
	for i, kind := range words("current savings brokerage") {
		out[i].Owner, out[i].Kind, out[i].Currency = "me", kind, "USD"
		out[i].Balance = g.real(4000, 20000, 2)
	}
	return out
}

func makeTransfers(b *Base) []Transfer {
	g, accounts := b.gen("transfers"), Accounts.Base(b)
	w := Open(b)
	out := make([]Transfer, 60)
	for i := range out {
		from, to := accounts[i%3], pick(g, accounts[3:])
		if g.chance(0.4) {
			from, to = to, from
		}
		day, amount := Today-Date(1+i), g.real(8, 900, 2)
		got, _ := Convert(w, amount, from.Currency, to.Currency, day)
		out[i] = Transfer{id("TF", i), from.ID, to.ID, amount, Round(got, 2), pick(g, list("Rent|Dinner|Gift|Invoice|Tickets|Groceries")), day}
	}
	return out
}

func makeTrades(b *Base) []Trade {
	g, companies := b.gen("trades"), Companies.Base(b)[:100]
	out := make([]Trade, 60)
	for i := range out {
		c, day := pick(g, companies), LastTradingDay(Today-Date(3+g.IntN(300)))
		out[i] = Trade{id("TR", i), c.Symbol, "buy", g.between(1, 30), 0, b.StockBar(c, day).Close, "executed", day, i < 8}
	}
	return out
}

func makeAlerts(b *Base) []Alert {
	g, companies := b.gen("price_alerts"), Companies.Base(b)[:100]
	out := make([]Alert, 50)
	for i := range out {
		c := companies[i]
		p := b.Price(c)
		d, f := "above", g.real(0.9, 1.3, 2)
		if g.chance(0.5) {
			d, f = "below", g.real(0.7, 1.1, 2)
		}
		out[i] = Alert{id("AL", i), c.Symbol, d, Round(p*f, 2), Today - Date(g.between(1, 90))}
	}
	return out
}
