// Package pl holds the tools of the scenario personal life: entertainment, food, health, jobs,
// places, music, shopping and travel.
package pl

import "deft/tool/library/define"

// Groups gives the scenario's subcategories in the order of the documents.
func Groups() []define.Group {
	return []define.Group{
		{Category: "Entertainment", Subcategory: "App_Store", Tools: appTools()},
		{Category: "Food", Subcategory: "Ingredients", Tools: ingredientTools()},
		{Category: "Food", Subcategory: "Recipe_Search", Tools: recipeSearchTools()},
		{Category: "Food", Subcategory: "Recipe_Details", Tools: recipeDetailTools()},
		{Category: "Food", Subcategory: "Recipe_Analysis", Tools: recipeAnalysisTools()},
		{Category: "Food", Subcategory: "Meal_Planning", Tools: mealTools()},
		{Category: "Food", Subcategory: "Groceries", Tools: groceryTools()},
		{Category: "Food", Subcategory: "Menus", Tools: menuTools()},
		{Category: "Food", Subcategory: "Wine", Tools: wineTools()},
		{Category: "Food", Subcategory: "Nutrition", Tools: nutritionTools()},
		{Category: "Food", Subcategory: "Restaurants", Tools: restaurantTools()},
		{Category: "Health", Subcategory: "Fitness_Calculator", Tools: fitnessTools()},
		{Category: "Health", Subcategory: "Health_Log", Tools: healthLogTools()},
		{Category: "Job", Subcategory: "Job_Search", Tools: jobTools()},
		{Category: "Job", Subcategory: "Applications", Tools: applicationTools()},
		{Category: "Job", Subcategory: "Employers", Tools: employerTools()},
		{Category: "Location", Subcategory: "Geography", Tools: geographyTools()},
		{Category: "Location", Subcategory: "Tickets", Tools: ticketTools()},
		{Category: "Music", Subcategory: "Music", Tools: musicTools()},
		{Category: "Product", Subcategory: "Catalog", Tools: catalogTools()},
		{Category: "Product", Subcategory: "Orders", Tools: orderTools()},
		{Category: "Product", Subcategory: "Buying_Advice", Tools: adviceTools()},
		{Category: "Travel", Subcategory: "Hotel_Search", Tools: hotelTools()},
		{Category: "Travel", Subcategory: "Hotel_Booking", Tools: hotelBookingTools()},
		{Category: "Travel", Subcategory: "Flight_Search", Tools: flightTools()},
		{Category: "Travel", Subcategory: "Flight_Booking", Tools: flightBookingTools()},
		{Category: "Travel", Subcategory: "Fares", Tools: fareTools()},
		{Category: "Travel", Subcategory: "Railway", Tools: railTools()},
		{Category: "Travel", Subcategory: "Car_Rental", Tools: carTools()},
		{Category: "Travel", Subcategory: "Sightseeing", Tools: sightTools()},
	}
}
