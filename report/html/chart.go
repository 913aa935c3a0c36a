package html

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// Chart is a finished SVG drawing, made by the functions of this package.
type Chart = template.HTML

// svg builds a drawing. Texts are escaped; numbers come from us.
type svg struct{ strings.Builder }

func (s *svg) add(format string, args ...any) { fmt.Fprintf(s, format, args...) }

func (s *svg) text(x, y float64, anchor, class, text string) {
	s.add(`<text x="%s" y="%s" text-anchor="%s" class="%s">%s</text>`, num(x), num(y), anchor, class, template.HTMLEscapeString(text))
}

func (s *svg) open(width, height float64, label string) {
	s.add(`<svg class="chart" viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-label="%s">`,
		num(width), num(height), num(width), num(height), template.HTMLEscapeString(label))
}

func (s *svg) done() Chart {
	s.add("</svg>")
	return Chart(s.String())
}

func num(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
}

// track draws one value in [0,1] on a line as wide as its place: the interval as a band, floor and
// ceiling as marks. Any of them may be nil.
func track(value *float64, interval *[2]float64, floor, ceiling *float64) template.HTML {
	var s svg
	s.add(`<svg class="track" width="100%%" height="22" role="img" aria-hidden="true"><line x1="0%%" x2="100%%" y1="11" y2="11" class="rail"/>`)
	for _, at := range []float64{0, 25, 50, 75, 100} {
		s.add(`<line x1="%s%%" x2="%s%%" y1="8" y2="14" class="rail"/>`, num(at), num(at))
	}
	if value != nil {
		s.add(`<rect x="0" y="9.5" width="%s%%" height="3" class="fill"/>`, num(100*clamp(*value)))
	}
	if interval != nil {
		lo, hi := 100*clamp(interval[0]), 100*clamp(interval[1])
		s.add(`<rect x="%s%%" y="6" width="%s%%" height="10" rx="2" class="band"/>`, num(lo), num(hi-lo))
	}
	mark := func(v *float64, class string) {
		if v != nil {
			at := num(100 * clamp(*v))
			s.add(`<line x1="%s%%" x2="%s%%" y1="2" y2="20" class="%s"/>`, at, at, class)
		}
	}
	mark(floor, "floor")
	mark(ceiling, "ceiling")
	if value != nil {
		s.add(`<circle cx="%s%%" cy="11" r="5" class="dot"/>`, num(100*clamp(*value)))
	}
	s.add("</svg>")
	return template.HTML(s.String())
}

// shift draws a difference and its interval around 0 on a line that reaches to ±scale.
func shift(diff *float64, interval *[2]float64, scale float64) template.HTML {
	at := func(v float64) float64 { return 50 + 50*min(max(v/scale, -1), 1) }
	var s svg
	s.add(`<svg class="track" width="100%%" height="22" role="img" aria-hidden="true"><line x1="0%%" x2="100%%" y1="11" y2="11" class="rail"/><line x1="50%%" x2="50%%" y1="2" y2="20" class="zero"/>`)
	class := "same"
	if interval != nil {
		if interval[0] > 0 {
			class = "better"
		} else if interval[1] < 0 {
			class = "worse"
		}
		s.add(`<rect x="%s%%" y="6" width="%s%%" height="10" rx="2" class="band %s"/>`, num(at(interval[0])), num(at(interval[1])-at(interval[0])), class)
	}
	if diff != nil {
		s.add(`<circle cx="%s%%" cy="11" r="5" class="dot %s"/>`, num(at(*diff)), class)
	}
	s.add("</svg>")
	return template.HTML(s.String())
}

func clamp(v float64) float64 { return min(max(v, 0), 1) }

// bar draws a share in [0,1] as a bar from the left.
func bar(share float64, class string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg class="bar" width="100%%" height="12" aria-hidden="true"><rect width="%s%%" height="12" rx="2" class="%s"/></svg>`, num(100*clamp(share)), class))
}

// Series is one line of a chart: values in the order of its axes, or points in x for a density.
type Series struct {
	Name   string
	Values []*float64 // nil is missing
}

// hues is how many series have a colour of their own; later ones repeat them.
const hues = 8

// Radar draws series of values in [0,1] over at least three axes; fewer give an empty chart.
func Radar(axes []string, series []Series) Chart {
	if len(axes) < 3 {
		return ""
	}
	const width, height, radius = 460.0, 362.0, 140.0
	cx, cy := width/2, 36+radius
	at := func(axis int, v float64) (x, y float64) {
		a := 2*math.Pi*float64(axis)/float64(len(axes)) - math.Pi/2
		return cx + radius*v*math.Cos(a), cy + radius*v*math.Sin(a)
	}
	var s svg
	s.open(width, height+22*float64((len(series)+1)/2), "radar chart of "+strings.Join(axes, ", "))
	for _, ring := range []float64{0.25, 0.5, 0.75, 1} {
		s.add(`<polygon class="ring" points="`)
		for i := range axes {
			x, y := at(i, ring)
			s.add("%s,%s ", num(x), num(y))
		}
		s.add(`"/>`)
	}
	for i, name := range axes {
		x, y := at(i, 1)
		s.add(`<line x1="%s" y1="%s" x2="%s" y2="%s" class="ring"/>`, num(cx), num(cy), num(x), num(y))
		x, y = at(i, 1.14)
		anchor := "middle"
		if x > cx+20 {
			anchor = "start"
		} else if x < cx-20 {
			anchor = "end"
		}
		s.text(x, y+4, anchor, "label", name)
	}
	for k, line := range series {
		s.add(`<polygon class="area s%d" points="`, k%hues)
		for i := range axes {
			v := 0.0
			if i < len(line.Values) && line.Values[i] != nil {
				v = clamp(*line.Values[i])
			}
			x, y := at(i, v)
			s.add("%s,%s ", num(x), num(y))
		}
		s.add(`"/>`)
	}
	s.legend(series, 20, height+8, width/2)
	return s.done()
}

// legend names series in two columns.
func (s *svg) legend(series []Series, x, y, column float64) {
	for k, line := range series {
		lx, ly := x+column*float64(k%2), y+22*float64(k/2)
		s.add(`<rect x="%s" y="%s" width="12" height="12" rx="2" class="key s%d"/>`, num(lx), num(ly-10), k%hues)
		s.text(lx+18, ly, "start", "label", line.Name)
	}
}

// Heatmap draws a matrix of values in [low,high] with their numbers; nil is left empty. Rows have as
// many values as there are columns.
func Heatmap(rows, columns []string, values [][]*float64, low, high float64) Chart {
	left := 0.0
	for _, name := range rows {
		left = max(left, 7.2*float64(len([]rune(name))))
	}
	left = min(left, 260) + 14
	const cell, line, top = 76.0, 34.0, 30.0
	var s svg
	s.open(left+cell*float64(len(columns))+4, top+line*float64(len(rows))+4, "heat map")
	for j, name := range columns {
		s.text(left+cell*(float64(j)+0.5), 18, "middle", "label", short(name, 11))
	}
	for i, name := range rows {
		y := top + line*float64(i)
		s.text(left-10, y+line/2+4, "end", "label", short(name, 36))
		for j := range columns {
			if j >= len(values[i]) || values[i][j] == nil {
				continue
			}
			v := *values[i][j]
			share := clamp((v - low) / (high - low))
			class := "cell"
			if share > 0.62 {
				class = "cell strong"
			}
			s.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="3" class="%s" fill-opacity="%s"/>`,
				num(left+cell*float64(j)+1), num(y+1), num(cell-2), num(line-2), class, num(0.06+0.94*share))
			s.text(left+cell*(float64(j)+0.5), y+line/2+4, "middle", map[bool]string{true: "value on", false: "value"}[share > 0.62], fmt.Sprintf("%.2f", v))
		}
	}
	return s.done()
}

func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Curves draws each series as a line over the common points x, from 0 up; nil breaks a line. It is
// made for densities and distributions. The label names the x axis.
func Curves(x []float64, series []Series, label string) Chart {
	if len(x) < 2 {
		return ""
	}
	const width, height, left, right, top = 720.0, 240.0, 46.0, 12.0, 10.0
	most := 0.0
	for _, line := range series {
		for _, v := range line.Values {
			if v != nil {
				most = max(most, *v)
			}
		}
	}
	if most == 0 {
		most = 1
	}
	lo, hi := x[0], x[len(x)-1]
	px := func(v float64) float64 { return left + (width-left-right)*(v-lo)/(hi-lo) }
	py := func(v float64) float64 { return top + (height-top)*(1-v/most) }
	var s svg
	s.open(width, height+44+22*float64((len(series)+1)/2), label)
	for i := range 5 {
		v := most * float64(i) / 4
		s.add(`<line x1="%s" x2="%s" y1="%s" y2="%s" class="ring"/>`, num(left), num(width-right), num(py(v)), num(py(v)))
		s.text(left-6, py(v)+4, "end", "tick", fmt.Sprintf("%.2g", v))
		v = lo + (hi-lo)*float64(i)/4
		s.text(px(v), height+18, "middle", "tick", fmt.Sprintf("%.3g", v))
	}
	s.text((left+width-right)/2, height+36, "middle", "label", label)
	for k, line := range series {
		s.add(`<path class="line s%d" d="`, k%hues)
		command := "M"
		for i, v := range line.Values {
			if i >= len(x) || v == nil {
				command = "M"
				continue
			}
			s.add("%s%s %s", command, num(px(x[i])), num(py(*v)))
			command = "L"
		}
		s.add(`"/>`)
	}
	s.legend(series, left, height+62, (width-left)/2)
	return s.done()
}
