// Package rs holds the tools of the scenario real-time search: calendar, news, papers, search
// engines, trends and weather.
package rs

import (
	"strconv"

	"deft/tool/library/define"
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

type cityParam struct {
	City string `json:"city" doc:"Name of the city; a country may follow after a comma" min:"1" max:"80"`
}

func trim(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
