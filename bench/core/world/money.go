package world

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"deft/tool/builtin"
)

// Tools of scenario FT, financial transactions.

// perEuro is what one euro buys on the world's day.
func perEuro(currency string) (float64, error) {
	rates := map[string]float64{
		"EUR": 1, "USD": 1.09, "GBP": 0.85, "JPY": 162.4, "CHF": 0.96, "SEK": 11.2, "NOK": 11.5, "DKK": 7.46, "PLN": 4.3, "CZK": 24.8, "HUF": 392, "TRY": 41.5,
		"CAD": 1.51, "AUD": 1.68, "NZD": 1.82, "INR": 93.6, "CNY": 7.9, "KRW": 1490, "THB": 37.4, "SGD": 1.45, "MXN": 21.3, "BRL": 6.1, "ZAR": 20.1, "AED": 4.0, "KES": 140.5, "EGP": 54.2,
	}
	rate, ok := rates[currency]
	if !ok {
		return 0, builtin.Failed("no rate is known for the currency %s", currency)
	}
	return rate, nil
}

func crossRate(from, to string) (float64, error) {
	a, err := perEuro(from)
	if err != nil {
		return 0, err
	}
	b, err := perEuro(to)
	return b / a, err
}

func convertCurrency(_ context.Context, _ *World, a struct {
	Amount float64
	From   string `json:"from_currency"`
	To     string `json:"to_currency"`
}) (object, error) {
	rate, err := crossRate(a.From, a.To)
	if err != nil {
		return nil, err
	}
	return object{"amount": round(a.Amount*rate, 2), "rate": round(rate, 6)}, nil
}

func pastRate(_ context.Context, _ *World, a struct{ Base, Quote, Date string }) (object, error) {
	t, err := day(a.Date)
	if err != nil {
		return nil, err
	}
	if !t.Before(today()) {
		return nil, builtin.Failed("%s is not in the past", a.Date)
	}
	rate, err := crossRate(a.Base, a.Quote)
	if err != nil {
		return nil, err
	}
	return object{"rate": round(rate*(0.92+float64(draw(160, a.Base, a.Quote, a.Date))/1000), 6)}, nil
}

// price is a share's price on a day: a level of its own with a slow wave and daily noise.
func price(symbol string, t time.Time) float64 {
	level := 12 + float64(draw(38000, "level", symbol))/100
	days := t.Sub(today()).Hours() / 24
	wave := 1 + 0.06*math.Sin(days/23+float64(draw(7, symbol)))
	return round(level*wave*(0.99+float64(draw(200, symbol, t.Format(time.DateOnly)))/10000), 2)
}

type symbolArg struct{ Symbol string }

func stockQuote(_ context.Context, _ *World, a symbolArg) (object, error) {
	now, before := price(a.Symbol, today()), price(a.Symbol, today().AddDate(0, 0, -1))
	return object{"price": now, "currency": "USD", "change_percent": round((now/before-1)*100, 2)}, nil
}

func stockHistory(_ context.Context, _ *World, a struct{ Symbol, Start, End string }) (object, error) {
	days, err := period(a.Start, a.End)
	if err != nil {
		return nil, err
	}
	closes := []float64{}
	for _, t := range days {
		if wd := t.Weekday(); wd != time.Saturday && wd != time.Sunday {
			closes = append(closes, price(a.Symbol, t))
		}
	}
	return object{"closes": closes}, nil
}

// period lists the days from start to end, a year at most and none in the future.
func period(start, end string) ([]time.Time, error) {
	from, err := day(start)
	if err != nil {
		return nil, err
	}
	to, err := day(end)
	if err != nil {
		return nil, err
	}
	if to.Before(from) || to.After(today()) || to.Sub(from) > 366*24*time.Hour {
		return nil, builtin.Failed("from %s to %s is not a period of at most a year that ends by %s", start, end, Today)
	}
	var days []time.Time
	for t := from; !t.After(to); t = t.AddDate(0, 0, 1) {
		days = append(days, t)
	}
	return days, nil
}

func dividends(_ context.Context, _ *World, a struct {
	Symbol string
	Year   int
}) (object, error) {
	n := []int{0, 1, 2, 4}[draw(4, "div", a.Symbol)]
	return object{"per_share": round(float64(n)*float64(10+draw(90, a.Symbol, fmt.Sprint(a.Year)))/100, 2), "payments": n}, nil
}

func stockOrder(_ context.Context, w *World, a struct {
	Symbol, Side string
	Quantity     int
}) (object, error) {
	return object{"order_id": w.did("OR", "%s %d %s", a.Side, a.Quantity, a.Symbol), "price": price(a.Symbol, today())}, nil
}

func cryptoPrice(_ context.Context, _ *World, a struct{ Coin, Currency string }) (object, error) {
	inEuro := map[string]float64{"bitcoin": 78200, "ethereum": 2950, "solana": 142, "litecoin": 88, "dogecoin": 0.16}[a.Coin]
	rate, err := perEuro(a.Currency)
	return object{"price": round(inEuro*rate, 4)}, err
}

type interest struct {
	Rate  float64 `json:"annual_rate_percent"`
	Years float64
}

// loanPayment is the annuity: principal · i / (1 − (1+i)^−n), monthly.
func loanPayment(_ context.Context, _ *World, a struct {
	Principal float64
	interest
}) (object, error) {
	i, n := a.Rate/1200, math.Round(a.Years*12)
	payment := a.Principal / n
	if i > 0 {
		payment = a.Principal * i / (1 - math.Pow(1+i, -n))
	}
	return object{"monthly_payment": round(payment, 2), "total_interest": round(payment*n-a.Principal, 2)}, nil
}

// projectSavings compounds monthly; deposits come at the end of each month.
func projectSavings(_ context.Context, _ *World, a struct {
	Monthly float64 `json:"monthly_deposit"`
	Initial float64
	interest
}) (object, error) {
	i, n := a.Rate/1200, math.Round(a.Years*12)
	final := a.Initial + a.Monthly*n
	if i > 0 {
		growth := math.Pow(1+i, n)
		final = a.Initial*growth + a.Monthly*(growth-1)/i
	}
	if math.IsInf(final, 0) {
		return nil, builtin.Failed("the amount grows beyond any number")
	}
	return object{"final_amount": round(final, 2), "total_deposits": round(a.Initial+a.Monthly*n, 2)}, nil
}

func accountBalance(_ context.Context, w *World, a struct{ Account string }) (object, error) {
	acc := w.state.Accounts[a.Account]
	return object{"balance": acc.Balance, "currency": acc.Currency}, nil
}

func listTransactions(_ context.Context, _ *World, a struct{ Account, Start, End string }) (object, error) {
	days, err := period(a.Start, a.End)
	if err != nil {
		return nil, err
	}
	amounts, texts := []float64{}, []string{}
	for _, t := range days {
		key := t.Format(time.DateOnly)
		if draw(3, a.Account, key) > 0 {
			continue
		}
		amounts = append(amounts, -float64(300+draw(9000, a.Account, key, "amount"))/100)
		texts = append(texts, choose([]string{"groceries", "fuel", "pharmacy", "books", "cafe"}, a.Account, key))
	}
	return object{"amounts": amounts, "descriptions": texts}, nil
}

func transferMoney(_ context.Context, w *World, a struct {
	From      string `json:"account"`
	IBAN      string
	Amount    float64
	Reference string
}) (object, error) {
	acc := w.state.Accounts[a.From]
	if acc.Balance < a.Amount {
		return nil, builtin.Failed("the %s account holds only %.2f %s", a.From, acc.Balance, acc.Currency)
	}
	acc.Balance = round(acc.Balance-a.Amount, 2)
	w.state.Accounts[a.From] = acc
	return object{"transfer_id": w.did("TR", "%.2f from %s to %s: %s", a.Amount, a.From, strings.ReplaceAll(a.IBAN, " ", ""), a.Reference)}, nil
}

func splitBill(_ context.Context, _ *World, a struct {
	Total  float64
	People int
	Tip    float64 `json:"tip_percent"`
}) (object, error) {
	tip := a.Total * a.Tip / 100
	return object{"per_person": round((a.Total+tip)/float64(a.People), 2), "tip": round(tip, 2)}, nil
}

func addSalesTax(_ context.Context, _ *World, a struct {
	Net  float64
	Rate float64 `json:"rate_percent"`
}) (object, error) {
	tax := round(a.Net*a.Rate/100, 2)
	return object{"gross": round(a.Net+tax, 2), "tax": tax}, nil
}
