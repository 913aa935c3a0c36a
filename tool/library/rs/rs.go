// Package rs holds the tools of the scenario real-time search: calendar, news, papers, search
// engines, trends and weather.
package rs

import (
	"strconv"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// Groups gives the scenario's subcategories in the order of the documents.
func Groups() []define.Group {
	return []define.Group{
		{Category: "Calendar", Subcategory: "Calendar", Tools: calendarTools()},
		{Category: "News", Subcategory: "Headlines", Tools: headlineTools()},
		{Category: "News", Subcategory: "Space_News", Tools: spaceTools()},
		{Category: "Paper", Subcategory: "Preprints", Tools: preprintTools()},
		{Category: "Paper", Subcategory: "Citation_Graph", Tools: citationTools()},
		{Category: "Paper", Subcategory: "Medical_Papers", Tools: medicalTools()},
		{Category: "Search", Subcategory: "Web_Search", Tools: webTools()},
		{Category: "Search", Subcategory: "Media_Search", Tools: mediaTools()},
		{Category: "Search", Subcategory: "Shopping_Search", Tools: shoppingTools()},
		{Category: "Search", Subcategory: "Knowledge_Search", Tools: knowledgeTools()},
		{Category: "Search", Subcategory: "Answers", Tools: answerTools()},
		{Category: "Trend", Subcategory: "Trends", Tools: trendTools()},
		{Category: "Weather", Subcategory: "Observations", Tools: observationTools()},
		{Category: "Weather", Subcategory: "Forecast", Tools: forecastTools()},
	}
}

// city finds a city or says how to name one.
func city(w *world.World, name string) (world.City, error) {
	c, ok := world.CityNamed(w, name)
	if !ok {
		return c, define.NotFound("city", name, "find_cities shows which there are")
	}
	return c, nil
}

// country finds a country by name or code.
func country(w *world.World, name string) (world.Country, error) {
	c, ok := world.CountryNamed(w, name)
	if !ok {
		return c, define.NotFound("country", name, "give its English name or two-letter code")
	}
	return c, nil
}

type cityParam struct {
	City string `json:"city" doc:"Name of the city; a country may follow after a comma" min:"1" max:"80"`
}

func trim(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
