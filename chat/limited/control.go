package limited

import "time"

// control finds the number of requests a server bears. It holds no lock: its owner does.
type control struct {
	limit, least, most int

	// doubling: no sign yet that the server has enough. Each round doubles the limit.
	doubling bool
	doubted  bool // the last round brought no more throughput than the one before
	// A round is as many replies as the limit was when it began.
	began    time.Time
	replies  int
	latency  time.Duration // summed over the round
	full     int           // replies of the round that came while as many were in flight as allowed
	lastRate float64       // replies a second in the last round of doubling
	quickest time.Duration // the shortest mean latency of a round

	refusals bool // there was a 429
	// ceiling is the highest number known to be served, once one more was refused; 0: unknown.
	ceiling int
	// Beyond the ceiling the limit is tried at probeAt, step more at a time.
	probing   bool
	step      int
	probeAt   time.Time
	probeWait time.Duration

	// cut is when the limit was last lowered: requests sent before tell nothing about it.
	cut   time.Time
	floor int // refusals of one wave do not take the limit below this
}

const (
	growth        = 1.2 // how much more throughput a doubling must bring
	firstProbe    = 15 * time.Second
	longestProbe  = 2 * time.Minute
	patientGrowth = 1.5 // latency, relative to the quickest round, up to which the limit creeps up
)

func newControl(start, least, most int) control {
	return control{limit: start, least: least, most: most, doubling: true, step: 1, probeWait: firstProbe, floor: least}
}

// reply takes note of an answer that took as long as given. full says that as many were in flight
// as allowed.
func (c *control) reply(now time.Time, took time.Duration, full bool) {
	if c.began.IsZero() {
		c.began = now.Add(-took)
	}
	c.replies++
	c.latency += took
	if full {
		c.full++
	}
	if c.replies >= c.limit {
		c.endRound(now)
	}
}

func (c *control) endRound(now time.Time) {
	seconds := now.Sub(c.began).Seconds()
	rate := float64(c.replies) / max(seconds, 1e-6)
	mean := c.latency / time.Duration(c.replies)
	if c.quickest == 0 || mean < c.quickest {
		c.quickest = mean
	}
	wanted := 2*c.full >= c.replies
	c.newRound(now)
	if !wanted {
		return // fewer requests than the limit: nothing was learnt
	}
	switch {
	case c.limit == c.most:
		c.doubling = false
	case c.doubling && c.lastRate > 0 && rate < growth*c.lastRate:
		if !c.doubted { // one slow round may be a pause of this machine
			c.doubted = true
			return
		}
		c.doubling = false
		c.set((c.limit + 1) / 2)
	case c.doubling:
		c.lastRate, c.doubted = rate, false
		c.set(2 * c.limit)
	case c.ceiling > 0 && c.limit >= c.ceiling:
		c.probe(now)
	case float64(mean) > patientGrowth*float64(c.quickest):
	case c.refusals:
		c.set(c.limit + 1)
	default:
		c.set(c.limit + max(c.limit/8, 1))
	}
}

// probe goes beyond the ceiling, further each time that a whole round there was served.
func (c *control) probe(now time.Time) {
	switch {
	case c.probing:
		c.step *= 2
		c.probeWait = firstProbe
	case c.probeAt.IsZero():
		c.probeAt = now.Add(c.probeWait)
		return
	case now.Before(c.probeAt):
		return
	}
	c.probing = true
	c.set(c.limit + c.step)
	c.ceiling = c.limit
}

// refused takes note of a 429 to a request sent at sent, with served others still in flight. Those
// refused come back before those served, so that the number left is what the server admits.
func (c *control) refused(sent, now time.Time, served int) {
	c.refusals = true
	if sent.After(c.cut) { // the first of a wave
		if !c.doubling {
			// It crept up to here: this is the ceiling, not a leap too far.
			c.ceiling = max(min(c.limit-1, served), c.least)
		}
		if c.probing {
			c.ceiling = max(c.limit-c.step, c.least)
			c.probing = false
			c.probeWait = min(2*c.probeWait, longestProbe)
		}
		c.step = 1
		c.probeAt = now.Add(c.probeWait)
		c.doubling = false
		c.cut = now
		c.floor = max(c.limit/2, c.least)
	}
	if lower := max(min(c.limit-1, served), c.floor); lower < c.limit {
		c.set(lower)
	}
	c.newRound(now)
}

// overloaded takes note of a timeout or an overload status.
func (c *control) overloaded(sent, now time.Time) {
	if !sent.After(c.cut) {
		return
	}
	c.cut, c.doubling, c.probing = now, false, false
	c.floor = max(c.limit/2, c.least)
	c.set(c.limit * 4 / 5)
	c.newRound(now)
}

func (c *control) set(limit int) { c.limit = min(max(limit, c.least), c.most) }

func (c *control) newRound(now time.Time) {
	c.began, c.replies, c.latency, c.full = now, 0, 0, 0
}
