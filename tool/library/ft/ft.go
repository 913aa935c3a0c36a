// Package ft holds the tools of the scenario financial transactions: currencies, commodities,
// funds, shares, and the user's own accounts and orders.
package ft

import (
	"slices"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// Groups gives the scenario's subcategories in the order of the documents.
func Groups() []define.Group {
	return []define.Group{
		{Category: "Finance", Subcategory: "Commodities", Tools: commodityTools()},
		{Category: "Finance", Subcategory: "Currency_Converter", Tools: currencyTools()},
		{Category: "Finance", Subcategory: "Economic_Indicators", Tools: economyTools()},
		{Category: "Finance", Subcategory: "Local_Businesses", Tools: businessTools()},
		{Category: "Finance", Subcategory: "Market_Overview", Tools: overviewTools()},
		{Category: "Finance", Subcategory: "Mutual_Funds", Tools: fundTools()},
		{Category: "Finance", Subcategory: "Technical_Indicators", Tools: technicalTools()},
		{Category: "Finance", Subcategory: "Stock_Prices", Tools: priceTools()},
		{Category: "Finance", Subcategory: "Coins", Tools: coinTools()},
		{Category: "Finance", Subcategory: "Coin_Price_Index", Tools: coinIndexTools()},
		{Category: "Stock", Subcategory: "Company_Information", Tools: companyTools()},
		{Category: "Stock", Subcategory: "Stock_News", Tools: stockNewsTools()},
		{Category: "Stock", Subcategory: "Stock_Analysis", Tools: slices.Concat(valuationTools(), ratingTools(), riskTools(), optionTools(), holderTools())},
		{Category: "Stock", Subcategory: "Trading", Tools: tradingTools()},
	}
}

type symbolParam struct {
	Symbol string `json:"symbol" doc:"Ticker symbol, name or identifier of a listed company" min:"1" max:"80"`
}

// listed finds a company by ticker symbol, identifier or name.
func listed(w *world.World, symbol string) (world.Company, error) {
	if c, ok := world.CompanyBySymbol(w, symbol); ok {
		return c, nil
	}
	c, ok := world.Companies.First(w, func(c *world.Company) bool { return c.Symbol != "" && (c.ID == symbol || fold(c.Name, symbol)) })
	if !ok {
		return c, define.NotFound("listed company", symbol, "search_tickers shows symbols")
	}
	return c, nil
}

// past checks a day of which there are prices: from 2000 to the world's day.
func past(param string, d world.Date) error {
	if d > world.Today || d.Year() < 2000 {
		return define.Invalid(param, "must be from 2000-01-01 to %s", world.Today)
	}
	return nil
}

// change is the relative change from a to b in percent.
func change(a, b float64) float64 { return world.Round(100*(b/a-1), 2) }
