package ft

import (
	"strconv"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func fixed(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }

func commodityTools() []define.Tool {
	return []define.Tool{
		define.View("commodity_price", "Gives the price of a raw material in US dollars today and over the days before, by symbol or name.",
			func(w *world.World, in struct {
				Name string `json:"commodity" doc:"Name or symbol, such as Gold or Crude Oil" min:"1" max:"60"`
				Days int    `json:"days" doc:"Days back" min:"1" max:"3650" default:"30"`
				Step int    `json:"step_days" doc:"Days between two prices" min:"1" max:"366" default:"7"`
			}) (out struct {
				Commodity world.Commodity `json:"commodity"`
				Price     float64         `json:"price_usd" doc:"Price of today"`
				series
			}, err error) {
				c, ok := world.Commodities.First(w, func(c *world.Commodity) bool { return fold(c.Name, in.Name) || fold(c.Symbol, in.Name) })
				if !ok {
					return out, define.NotFound("commodity", in.Name, "commodity_index without a group names them all")
				}
				out.Commodity, out.Price = c, w.Base().CommodityPrice(c, world.Today)
				out.series, err = seriesOf(world.Today-world.Date(in.Days), world.Today, in.Step, func(d world.Date) float64 { return w.Base().CommodityPrice(c, d) })
				return out, err
			}, `{"commodity":"Gold"}`, `{"commodity":"crude oil","days":365,"step_days":30}`),
		define.View("commodity_index", "Computes a price index of all raw materials or of one group: the mean of their prices relative to a base day, 100 on that day.",
			func(w *world.World, in struct {
				Group string     `json:"group,omitempty" doc:"Group" enum:"energy,metals,grains,softs,livestock"`
				Base  world.Date `json:"base" doc:"Day on which the index is 100" default:"2024-06-03"`
				Step  int        `json:"step_days" doc:"Days between two values" min:"1" max:"366" default:"30"`
			}) (out struct {
				Members []string `json:"members"`
				series
			}, err error) {
				all := world.Commodities.Where(w, func(c *world.Commodity) bool { return in.Group == "" || c.Group == in.Group })
				if err := past("base", in.Base); err != nil {
					return out, err
				}
				for _, c := range all {
					out.Members = append(out.Members, c.Name)
				}
				out.series, err = seriesOf(in.Base, world.Today, in.Step, func(d world.Date) float64 {
					sum := 0.0
					for _, c := range all {
						sum += w.Base().CommodityPrice(c, d) / w.Base().CommodityPrice(c, in.Base)
					}
					return 100 * sum / float64(len(all))
				})
				return out, err
			}, `{"group":"metals"}`, `{"base":"2025-01-02"}`),
	}
}
