package world

import "strings"

// SiteScan is a check of a web site's security settings.
type SiteScan struct {
	ID    string `json:"id" doc:"Scan identifier"`
	Host  string `json:"host" doc:"Host name"`
	Score int    `json:"score" doc:"Points from 0 to 100"`
	Grade string `json:"grade" doc:"Grade" enum:"A,B,C,D,F"`
	HTTPS bool   `json:"https" doc:"Whether HTTP is redirected to HTTPS"`
	HSTS  bool   `json:"hsts" doc:"Whether strict transport security is set"`
	CSP   bool   `json:"csp" doc:"Whether a content security policy is set"`
	Day   Date   `json:"day" doc:"Day of the scan"`
}

// Key is the identifier.
func (s SiteScan) Key() string { return s.ID }

// SiteScans are the scans made so far.
var SiteScans = Table[SiteScan]{"site_scans", func(b *Base) []SiteScan {
	g, companies := b.gen("site_scans"), Companies.Base(b)
	out := make([]SiteScan, 60)
	for i := range out {
		out[i] = b.ScanOf(companies[i%len(companies)].Website, Today-Date(g.between(1, 400)))
		out[i].ID = id("SC", i)
	}
	return out
}}

// ScanOf gives what a scan of host finds on a day. A site changes its settings at most every 90 days.
func (b *Base) ScanOf(host string, day Date) SiteScan {
	host = strings.ToLower(host)
	period := int(day) / 90
	s := SiteScan{Host: host, Day: day, Score: 25}
	if s.HTTPS = b.Unit("scan/https/"+host, 0) < 0.85; s.HTTPS {
		s.Score += 30
	}
	if s.HSTS = s.HTTPS && b.Unit("scan/hsts/"+host, period) < 0.6; s.HSTS {
		s.Score += 20
	}
	if s.CSP = b.Unit("scan/csp/"+host, period) < 0.45; s.CSP {
		s.Score += 25
	}
	s.Grade = string("FFFDDCCBAAA"[s.Score/10])
	return s
}
