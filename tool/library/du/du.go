// Package du holds the tools of the scenario data understanding: comparison, language processing,
// prediction from names, validation and the dictionary. Nearly all compute from their arguments.
package du

import "deft/tool/library/define"

// Groups gives the scenario's subcategories in the order of the documents.
func Groups() []define.Group {
	return []define.Group{
		{Category: "Comparison", Subcategory: "Text_Comparison", Tools: comparisonTools()},
		{Category: "NLP", Subcategory: "Text_Analysis", Tools: analysisTools()},
		{Category: "Predict", Subcategory: "Name_Statistics", Tools: predictTools()},
		{Category: "Validation", Subcategory: "Validation", Tools: validationTools()},
		{Category: "Word", Subcategory: "Dictionary", Tools: wordTools()},
	}
}
