// Package am holds the tools of the scenario application manipulation: a calculator, small
// programs, the user's files, mail, addresses of web pages and automations.
package am

import "deft/tool/library/define"

// Groups gives the scenario's subcategories in the order of the documents.
func Groups() []define.Group {
	return []define.Group{
		{Category: "Calculator", Subcategory: "Calculator", Tools: calculatorTools()},
		{Category: "Execute", Subcategory: "Execute", Tools: executeTools()},
		{Category: "File", Subcategory: "Documents", Tools: documentTools()},
		{Category: "File", Subcategory: "Workspace", Tools: workspaceTools()},
		{Category: "Mail", Subcategory: "Mailbox", Tools: mailTools()},
		{Category: "URL", Subcategory: "Web_Addresses", Tools: addressTools()},
		{Category: "Zapier", Subcategory: "Automations", Tools: automationTools()},
	}
}
