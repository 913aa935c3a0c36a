// Package ir holds the tools of the scenario information retrieval: animals, malware, art,
// competitions, data collections, entities, networks, communities and vehicles.
package ir

import "deft/tool/library/define"

// Groups gives the scenario's subcategories in the order of the documents.
func Groups() []define.Group {
	return []define.Group{
		{Category: "Animal", Subcategory: "Pets", Tools: animalTools()},
		{Category: "Anti_Malware", Subcategory: "Threat_Intelligence", Tools: malwareTools()},
		{Category: "Art", Subcategory: "Museum_Collections", Tools: artTools()},
		{Category: "Competition", Subcategory: "Teams_and_Players", Tools: teamTools()},
		{Category: "Competition", Subcategory: "Football", Tools: footballTools()},
		{Category: "Competition", Subcategory: "Basketball", Tools: basketballTools()},
		{Category: "Competition", Subcategory: "Cricket", Tools: cricketTools()},
		{Category: "Competition", Subcategory: "Betting", Tools: bettingTools()},
		{Category: "Competition", Subcategory: "Motor_Racing", Tools: racingTools()},
		{Category: "Competition", Subcategory: "Motor_Racing_Timing", Tools: timingTools()},
		{Category: "Competition", Subcategory: "Horse_Racing", Tools: horseTools()},
		{Category: "Competition", Subcategory: "Coding_Contests", Tools: contestTools()},
		{Category: "Competition", Subcategory: "Coding_Community", Tools: coderTools()},
		{Category: "Database", Subcategory: "Collections", Tools: databaseTools()},
		{Category: "Entity", Subcategory: "Knowledge_Graph", Tools: entityTools()},
		{Category: "IP", Subcategory: "Addresses", Tools: addressTools()},
		{Category: "Social", Subcategory: "Collectives", Tools: collectiveTools()},
		{Category: "Social", Subcategory: "Forum", Tools: forumTools()},
		{Category: "Vehicle", Subcategory: "Vehicles", Tools: vehicleTools()},
	}
}

// named is a name with a figure, the commonest line of a ranking.
type named struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}
