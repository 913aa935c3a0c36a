package sealtools

import "deft/eval"

const paper = "Wu et al. 2024, Seal-Tools"

// published gives the paper's tables that a run can stand beside: Table 5 for gold tools only,
// else Tables 2 to 4.
func published(goldOnly bool) []eval.Published {
	if goldOnly {
		return []eval.Published{fillingIn()}
	}
	const merged = "tests in and out of domain merged (1,354 instances); 5 candidates by DPR unless said otherwise"
	return []eval.Published{
		table(paper+", Table 2", "", merged+"; scored by the paper's definition", []row{
			{"ChatGPT (gpt-3.5-turbo-0613)", 96.16, 83.20, 74.73, 78.74, 68.63, 66.85, 67.73},
			{"GPT-4 (gpt-4-0613)", 97.12, 90.02, 74.71, 81.65, 80.52, 67.57, 73.48},
			{"LLaMA2 7B", 40.55, 47.91, 26.74, 34.33, 33.52, 20.43, 25.39},
			{"LLaMA2-Chat 7B", 78.73, 62.10, 53.91, 57.72, 44.92, 43.24, 44.06},
			{"Vicuna 7B-v1.5", 70.83, 67.33, 49.81, 57.26, 49.11, 42.26, 45.43},
			{"Mistral 7B-Instruct-v0.2", 77.03, 76.84, 59.65, 67.16, 64.81, 50.25, 56.61},
			{"ToolLLaMA2 7B-v2", 13.44, 19.35, 0.96, 1.84, 18.98, 0.84, 1.61},
			{"Seal-Tools finetuned LLaMA2-7B, BM25", 95.57, 79.67, 74.79, 77.15, 73.51, 70.76, 72.11},
			{"Seal-Tools finetuned LLaMA2-7B, DPR", 95.86, 82.81, 77.84, 80.25, 75.95, 70.23, 72.98},
		}),
		table(paper+", Table 3, single-tool", groupSingle, merged+"; 294 single-tool instances", []row{
			{"ChatGPT (gpt-3.5-turbo-0613)", 98.98, 88.01, 94.90, 91.33, 74.28, 83.94, 78.82},
			{"GPT-4 (gpt-4-0613)", 98.64, 88.16, 96.26, 92.03, 82.00, 85.16, 83.55},
			{"LLaMA2 7B", 44.22, 25.83, 42.18, 32.04, 15.93, 28.66, 20.48},
			{"LLaMA2-Chat 7B", 85.37, 40.27, 81.63, 53.93, 26.54, 63.21, 37.38},
			{"Vicuna 7B-v1.5", 76.53, 47.65, 72.45, 57.49, 33.79, 59.76, 43.17},
			{"Mistral 7B-Instruct-v0.2", 86.73, 72.99, 86.39, 79.13, 66.14, 68.29, 67.20},
			{"ToolLLaMA2 7B-v2", 21.77, 12.50, 2.72, 4.47, 11.94, 1.63, 2.86},
			{"Seal-Tools finetuned LLaMA2-7B, BM25", 98.30, 91.81, 91.50, 91.65, 84.31, 85.16, 84.73},
			{"Seal-Tools finetuned LLaMA2-7B, DPR", 98.30, 93.13, 92.18, 92.65, 85.54, 85.37, 85.45},
		}),
		table(paper+", Table 3, multiple-tool", groupMultiple, merged+"; 1,060 multiple-tool instances", []row{
			{"ChatGPT (gpt-3.5-turbo-0613)", 95.38, 82.70, 73.01, 77.55, 68.11, 65.49, 66.77},
			{"GPT-4 (gpt-4-0613)", 96.70, 90.24, 72.86, 80.62, 80.37, 66.17, 72.58},
			{"LLaMA2 7B", 39.53, 54.52, 25.42, 34.68, 38.43, 19.78, 26.11},
			{"LLaMA2-Chat 7B", 76.89, 67.02, 51.54, 58.27, 49.03, 41.64, 45.03},
			{"Vicuna 7B-v1.5", 69.25, 71.13, 47.88, 57.23, 51.85, 40.87, 45.71},
			{"Mistral 7B-Instruct-v0.2", 74.34, 77.36, 57.36, 65.88, 64.67, 48.81, 55.63},
			{"ToolLLaMA2 7B-v2", 11.13, 22.95, 0.81, 1.57, 21.05, 0.78, 1.50},
			{"Seal-Tools finetuned LLaMA2-7B, BM25", 94.81, 78.57, 73.36, 75.87, 72.61, 69.61, 71.08},
			{"Seal-Tools finetuned LLaMA2-7B, DPR", 95.19, 81.88, 76.61, 79.16, 75.12, 69.02, 71.94},
		}),
		table(paper+", Table 4, nested", groupNested, "all 586 nested instances, 501 of them in the unreleased train split; DPR", []row{
			{"LLaMA2-Chat 7B", 79.86, 73.04, 58.39, 64.90, 37.23, 34.66, 35.90},
			{"Mistral 7B-Instruct-v0.2", 68.43, 84.16, 57.67, 68.44, 52.00, 36.94, 43.20},
			{"Seal-Tools finetuned LLaMA2-7B", 96.76, 89.64, 85.82, 87.69, 77.32, 74.15, 75.70},
			{"Seal-Tools finetuned, the 501 seen in training", 96.41, 91.03, 86.61, 88.76, 78.88, 75.43, 77.12},
			{"Seal-Tools finetuned, the 85 unseen", 98.82, 81.71, 81.08, 81.40, 67.66, 66.02, 66.83},
		}),
	}
}

func fillingIn() eval.Published {
	return table(paper+", Table 5, parameter filling-in", groupMultiple, "gold tools only (--retrieve 0), multiple-tool instances", []row{
		{"LLaMA2-Chat 7B", 82.74, 99.86, 80.72, 89.27, 72.37, 70.38, 71.36},
		{"ChatGPT (gpt-3.5-turbo-0613)", 94.06, 99.97, 92.82, 96.26, 80.94, 85.22, 83.02},
		{"Seal-Tools finetuned LLaMA2-7B", 98.87, 100.00, 98.84, 99.41, 94.26, 93.65, 93.95},
	})
}

// row is a line of the paper's tables, in percent as printed there.
type row struct {
	name                                                  string
	format, toolP, toolR, toolF1, paramP, paramR, paramF1 float64
}

func table(source, group, note string, rows []row) eval.Published {
	p := eval.Published{
		Source: source, Group: group, Note: note,
		Metrics: []string{"format_acc", "tool_p", "tool_r", "tool_f1", "param_p", "param_r", "param_f1"},
	}
	for _, r := range rows {
		out := eval.PublishedRow{Name: r.name}
		for _, percent := range []float64{r.format, r.toolP, r.toolR, r.toolF1, r.paramP, r.paramR, r.paramF1} {
			share := percent / 100
			out.Values = append(out.Values, &share)
		}
		p.Rows = append(p.Rows, out)
	}
	return p
}
