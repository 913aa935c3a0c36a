// Package tg holds the tools of the scenario text generation: advice, activities, made-up records,
// jokes, random values and a phrase-book translator.
package tg

import "deft/tool/library/define"

// Groups gives the scenario's subcategories in the order of the documents.
func Groups() []define.Group {
	return []define.Group{
		{Category: "Advice", Subcategory: "Advice_Slip", Tools: adviceTools()},
		{Category: "Advice", Subcategory: "Free_Time", Tools: activityTools()},
		{Category: "Faker", Subcategory: "Fake_Data", Tools: fakerTools()},
		{Category: "Joke", Subcategory: "Joke", Tools: jokeTools()},
		{Category: "Random", Subcategory: "Random", Tools: randomTools()},
		{Category: "Translation", Subcategory: "Phrase_Book", Tools: translationTools()},
	}
}
