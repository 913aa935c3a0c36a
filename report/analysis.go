package report

import "deft/eval"

// AnalysisCell writes one number of an analysis.
func AnalysisCell(k eval.AnalysisKind, v *float64) string {
	if k == eval.AnalysisShares || k == eval.AnalysisRadar {
		return Percent(v)
	}
	return Number(v)
}

// AnalysisTable gives an analysis as texts: the head, then a row a line. Curves have no table.
func AnalysisTable(a eval.Analysis) (head []string, rows [][]string) {
	if a.Kind == eval.AnalysisCurves {
		return nil, nil
	}
	head = append([]string{""}, a.Columns...)
	for _, r := range a.Rows {
		row := []string{r.Name}
		for _, v := range r.Values {
			row = append(row, AnalysisCell(a.Kind, v))
		}
		rows = append(rows, row)
	}
	return head, rows
}
