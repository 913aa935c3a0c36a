package html

import (
	"fmt"
	"slices"
	"strings"

	"deft/report"
)

func newResult(r, floor, ceiling *report.Result) *resultView {
	v := &resultView{Result: r}
	if floor != nil {
		v.HasFloor, v.FloorName = true, floor.Model
	}
	if ceiling != nil {
		v.HasCeil, v.CeilName = true, ceiling.Model
	}
	for _, m := range r.MetricOrder {
		row := metricRow{Name: m, Value: r.Metrics[m], Interval: r.CI95.PercentRange(m), Headline: m == r.Headline}
		if floor != nil {
			row.Floor = floor.Metrics[m]
		}
		if ceiling != nil {
			row.Ceiling = ceiling.Metrics[m]
		}
		row.Track = track(row.Value, interval(r.CI95, m), row.Floor, row.Ceiling)
		if row.Headline {
			v.Headline = row
		}
		v.Metrics = append(v.Metrics, row)
	}
	v.Groups = metricHeat(r)
	v.Classes = classRows(r)
	v.Missing = missingRows(r)
	v.Facts, v.Diag = facts(r), diagnostics(r)
	v.Trials = trials(r)
	return v
}

// metricHeat is the table of groups by metric.
func metricHeat(r *report.Result) *heatTable {
	if len(r.GroupOrder) < 2 {
		return nil
	}
	t := &heatTable{Corner: "group"}
	t.Columns = r.GroupMetrics()
	for _, g := range r.GroupOrder {
		row := heatRow{Name: g, Note: count(r.Groups[g].Samples)}
		for _, m := range t.Columns {
			v := r.Groups[g].Metrics[m]
			row.Cells = append(row.Cells, heatCell{report.Percent(v), heat(v), r.Groups[g].CI95.PercentRange(m)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func classRows(r *report.Result) []classRow {
	names := r.ClassOrder()
	if len(names) == 0 {
		return nil
	}
	all, most := 0, r.ErrorClasses[names[0]]
	for _, n := range r.ErrorClasses {
		all += n
	}
	var rows []classRow
	for _, name := range names {
		n := r.ErrorClasses[name]
		share := float64(n) / float64(all)
		rows = append(rows, classRow{name, n, report.Percent(&share), bar(float64(n)/float64(most), "wrong")})
	}
	return rows
}

// missingRows gives each reason once with all metrics it keeps from having a value.
func missingRows(r *report.Result) []missingRow {
	var rows []missingRow
	for _, m := range r.MetricOrder {
		reason, ok := r.Missing[m]
		if !ok {
			continue
		}
		if i := slices.IndexFunc(rows, func(x missingRow) bool { return x.Reason == reason }); i >= 0 {
			rows[i].Metrics += ", " + m
		} else {
			rows = append(rows, missingRow{m, reason})
		}
	}
	for _, m := range r.MetricOrder {
		if u, ok := r.Unscored[m]; ok {
			rows = append(rows, missingRow{fmt.Sprintf("%s on %s samples", m, count(u.Samples)), u.Reason})
		}
	}
	return rows
}

func facts(r *report.Result) []fact {
	list := []fact{
		{"task", strings.TrimSpace(r.Task + " " + r.TaskVersion)}, {"model", r.Model}, {"served as", r.Provenance.ServedModel},
		{"protocol", r.Protocol}, {"compat", r.Compat}, {"run", r.Run}, {"scorer", r.Provenance.Scorer},
		{"seed", fmt.Sprint(r.Provenance.Seed)}, {"deft", r.Provenance.Deft}, {"data", r.Provenance.Data}, {"prompts", r.Provenance.Prompts},
	}
	if u := r.Usage; u.InputTokens+u.OutputTokens > 0 {
		list = append(list, fact{"tokens", count(u.InputTokens) + " in, " + count(u.OutputTokens) + " out"})
	}
	if r.Usage.CostUSD != nil {
		list = append(list, fact{"cost", fmt.Sprintf("$%.4f", *r.Usage.CostUSD)})
	}
	if r.Usage.WallSeconds > 0 {
		list = append(list, fact{"time", fmt.Sprintf("%.1f s", r.Usage.WallSeconds)})
	}
	return slices.DeleteFunc(list, func(f fact) bool { return f.Value == "" })
}

func diagnostics(r *report.Result) []fact {
	var list []fact
	for _, d := range r.DiagnosticOrder {
		if v := r.Diagnostics[d]; v != nil {
			list = append(list, fact{d, report.Number(v)})
		}
	}
	return list
}

func trials(r *report.Result) *trialsView {
	if r.Trials == nil {
		return nil
	}
	v := &trialsView{N: r.Trials.N}
	for _, m := range r.MetricOrder {
		if s, ok := r.Trials.Metrics[m]; ok {
			v.Metrics = append(v.Metrics, fact{m, fmt.Sprintf("%.1f ± %.1f", 100*s.Mean, 100*s.SD)})
		}
	}
	for k := 1; k <= v.N; k++ {
		if at, ok := r.Trials.PassAt[k]; ok {
			hat := r.Trials.PassHat[k]
			v.Pass = append(v.Pass, [3]string{fmt.Sprint(k), report.Percent(&at), report.Percent(&hat)})
		}
	}
	return v
}
