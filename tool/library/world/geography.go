package world

import (
	"math"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // offsets must not depend on the machine's own zone files
)

// Country is a country; its facts are the same in every seed.
type Country struct {
	Code        string   `json:"code" doc:"Two-letter country code (ISO 3166)"`
	Code3       string   `json:"code3" doc:"Three-letter country code"`
	Name        string   `json:"name" doc:"Country"`
	Capital     string   `json:"capital" doc:"Capital city"`
	Continent   string   `json:"continent" doc:"Continent" enum:"Africa,Asia,Europe,North America,Oceania,South America"`
	Currency    string   `json:"currency" doc:"Currency code (ISO 4217)"`
	CallingCode string   `json:"calling_code" doc:"International dialling prefix, without +"`
	Languages   []string `json:"languages" doc:"Main languages"`
	Population  float64  `json:"population_millions" doc:"Population in millions"`
	Area        int      `json:"area_km2" doc:"Area in km²"`
}

// Key is the two-letter code.
func (c Country) Key() string { return c.Code }

// City is a city; its coordinates, zone and codes are the same in every seed.
type City struct {
	ID         string  `json:"id" doc:"City identifier"`
	Name       string  `json:"name" doc:"City"`
	Country    string  `json:"country" doc:"Two-letter country code"`
	Region     string  `json:"region" doc:"Region of the country"`
	Latitude   float64 `json:"latitude" doc:"Latitude in degrees north"`
	Longitude  float64 `json:"longitude" doc:"Longitude in degrees east"`
	Elevation  int     `json:"elevation_m" doc:"Elevation in metres"`
	Population int     `json:"population" doc:"Inhabitants"`
	Timezone   string  `json:"timezone" doc:"Time zone (IANA name)"`
	Airport    string  `json:"airport" doc:"Code of the main airport (IATA)"`
}

// Key is the identifier.
func (c City) Key() string { return c.ID }

// Countries and Cities are the fixed geography.
var (
	Countries = Table[Country]{"countries", makeCountries}
	Cities    = Table[City]{"cities", makeCities}
)

const countryText = `AR|ARG|Argentina|Buenos Aires|South America|ARS|54|Spanish|45.8|2780400
AU|AUS|Australia|Canberra|Oceania|AUD|61|English|26.6|7692024
AT|AUT|Austria|Vienna|Europe|EUR|43|German|9.1|83871
BD|BGD|Bangladesh|Dhaka|Asia|BDT|880|Bengali|171.2|147570
BE|BEL|Belgium|Brussels|Europe|EUR|32|Dutch,French,German|11.7|30528
BR|BRA|Brazil|Brasilia|South America|BRL|55|Portuguese|203.1|8515767
BG|BGR|Bulgaria|Sofia|Europe|BGN|359|Bulgarian|6.4|110879
CA|CAN|Canada|Ottawa|North America|CAD|1|English,French|40.1|9984670
CL|CHL|Chile|Santiago|South America|CLP|56|Spanish|19.6|756102
CN|CHN|China|Beijing|Asia|CNY|86|Chinese|1410.0|9596961
CO|COL|Colombia|Bogota|South America|COP|57|Spanish|52.1|1141748
CR|CRI|Costa Rica|San Jose|North America|CRC|506|Spanish|5.2|51100
HR|HRV|Croatia|Zagreb|Europe|EUR|385|Croatian|3.9|56594
CZ|CZE|Czechia|Prague|Europe|CZK|420|Czech|10.9|78871
DK|DNK|Denmark|Copenhagen|Europe|DKK|45|Danish|5.9|42952
EC|ECU|Ecuador|Quito|South America|USD|593|Spanish|18.2|256370
EG|EGY|Egypt|Cairo|Africa|EGP|20|Arabic|111.2|1002450
EE|EST|Estonia|Tallinn|Europe|EUR|372|Estonian|1.4|45339
ET|ETH|Ethiopia|Addis Ababa|Africa|ETB|251|Amharic|126.5|1104300
FI|FIN|Finland|Helsinki|Europe|EUR|358|Finnish,Swedish|5.6|338455
FR|FRA|France|Paris|Europe|EUR|33|French|68.4|551695
DE|DEU|Germany|Berlin|Europe|EUR|49|German|84.4|357592
GH|GHA|Ghana|Accra|Africa|GHS|233|English|33.5|238533
GR|GRC|Greece|Athens|Europe|EUR|30|Greek|10.4|131957
HU|HUN|Hungary|Budapest|Europe|HUF|36|Hungarian|9.6|93028
IS|ISL|Iceland|Reykjavik|Europe|ISK|354|Icelandic|0.4|103000
IN|IND|India|New Delhi|Asia|INR|91|Hindi,English|1428.0|3287263
ID|IDN|Indonesia|Jakarta|Asia|IDR|62|Indonesian|277.5|1904569
IE|IRL|Ireland|Dublin|Europe|EUR|353|English,Irish|5.3|70273
IL|ISR|Israel|Jerusalem|Asia|ILS|972|Hebrew,Arabic|9.8|22072
IT|ITA|Italy|Rome|Europe|EUR|39|Italian|58.9|301340
JP|JPN|Japan|Tokyo|Asia|JPY|81|Japanese|124.5|377975
KE|KEN|Kenya|Nairobi|Africa|KES|254|Swahili,English|55.1|580367
LV|LVA|Latvia|Riga|Europe|EUR|371|Latvian|1.9|64589
LT|LTU|Lithuania|Vilnius|Europe|EUR|370|Lithuanian|2.9|65300
LU|LUX|Luxembourg|Luxembourg|Europe|EUR|352|Luxembourgish,French,German|0.7|2586
MY|MYS|Malaysia|Kuala Lumpur|Asia|MYR|60|Malay|33.4|330803
MX|MEX|Mexico|Mexico City|North America|MXN|52|Spanish|129.7|1964375
MA|MAR|Morocco|Rabat|Africa|MAD|212|Arabic,Berber|37.0|446550
NL|NLD|Netherlands|Amsterdam|Europe|EUR|31|Dutch|17.9|41850
NZ|NZL|New Zealand|Wellington|Oceania|NZD|64|English,Maori|5.2|270467
NG|NGA|Nigeria|Abuja|Africa|NGN|234|English|223.8|923769
NO|NOR|Norway|Oslo|Europe|NOK|47|Norwegian|5.5|385207
PK|PAK|Pakistan|Islamabad|Asia|PKR|92|Urdu,English|240.5|881913
PA|PAN|Panama|Panama City|North America|PAB|507|Spanish|4.5|75417
PE|PER|Peru|Lima|South America|PEN|51|Spanish,Quechua|34.0|1285216
PH|PHL|Philippines|Manila|Asia|PHP|63|Filipino,English|117.3|300000
PL|POL|Poland|Warsaw|Europe|PLN|48|Polish|36.7|312696
PT|PRT|Portugal|Lisbon|Europe|EUR|351|Portuguese|10.5|92230
QA|QAT|Qatar|Doha|Asia|QAR|974|Arabic|2.7|11586
RO|ROU|Romania|Bucharest|Europe|RON|40|Romanian|19.1|238397
SA|SAU|Saudi Arabia|Riyadh|Asia|SAR|966|Arabic|36.9|2149690
SN|SEN|Senegal|Dakar|Africa|XOF|221|French|18.3|196722
RS|SRB|Serbia|Belgrade|Europe|RSD|381|Serbian|6.6|77474
SG|SGP|Singapore|Singapore|Asia|SGD|65|English,Malay,Chinese,Tamil|5.9|735
SK|SVK|Slovakia|Bratislava|Europe|EUR|421|Slovak|5.4|49035
SI|SVN|Slovenia|Ljubljana|Europe|EUR|386|Slovene|2.1|20273
ZA|ZAF|South Africa|Pretoria|Africa|ZAR|27|English,Zulu,Afrikaans|60.4|1221037
KR|KOR|South Korea|Seoul|Asia|KRW|82|Korean|51.7|100363
ES|ESP|Spain|Madrid|Europe|EUR|34|Spanish|48.1|505990
SE|SWE|Sweden|Stockholm|Europe|SEK|46|Swedish|10.5|450295
CH|CHE|Switzerland|Bern|Europe|CHF|41|German,French,Italian|8.8|41285
TH|THA|Thailand|Bangkok|Asia|THB|66|Thai|71.8|513120
TN|TUN|Tunisia|Tunis|Africa|TND|216|Arabic|12.5|163610
TR|TUR|Turkey|Ankara|Asia|TRY|90|Turkish|85.3|783562
AE|ARE|United Arab Emirates|Abu Dhabi|Asia|AED|971|Arabic|9.5|83600
GB|GBR|United Kingdom|London|Europe|GBP|44|English|67.7|242495
US|USA|United States|Washington|North America|USD|1|English|334.9|9833517
UY|URY|Uruguay|Montevideo|South America|UYU|598|Spanish|3.4|176215
VN|VNM|Vietnam|Hanoi|Asia|VND|84|Vietnamese|98.9|331212`

func makeCountries(*Base) []Country {
	var out []Country
	for _, f := range lines(countryText) {
		pop, _ := strconv.ParseFloat(f[8], 64)
		area, _ := strconv.Atoi(f[9])
		out = append(out, Country{f[0], f[1], f[2], f[3], f[4], f[5], f[6], strings.Split(f[7], ","), pop, area})
	}
	return out
}

// name|country|region|lat|lon|elevation|population in thousands|zone|airport
const cityText = `Amsterdam|NL|North Holland|52.37|4.90|-2|921|Europe/Amsterdam|AMS
Rotterdam|NL|South Holland|51.92|4.48|0|664|Europe/Amsterdam|RTM
Athens|GR|Attica|37.98|23.73|70|643|Europe/Athens|ATH
Thessaloniki|GR|Central Macedonia|40.64|22.94|20|319|Europe/Athens|SKG
Barcelona|ES|Catalonia|41.39|2.17|12|1660|Europe/Madrid|BCN
Madrid|ES|Madrid|40.42|-3.70|667|3332|Europe/Madrid|MAD
Seville|ES|Andalusia|37.39|-5.98|7|684|Europe/Madrid|SVQ
Valencia|ES|Valencia|39.47|-0.38|15|807|Europe/Madrid|VLC
Belgrade|RS|Belgrade|44.79|20.45|117|1197|Europe/Belgrade|BEG
Berlin|DE|Berlin|52.52|13.41|34|3755|Europe/Berlin|BER
Munich|DE|Bavaria|48.14|11.58|519|1512|Europe/Berlin|MUC
Hamburg|DE|Hamburg|53.55|9.99|6|1892|Europe/Berlin|HAM
Frankfurt|DE|Hesse|50.11|8.68|112|773|Europe/Berlin|FRA
Cologne|DE|North Rhine-Westphalia|50.94|6.96|53|1084|Europe/Berlin|CGN
Bern|CH|Bern|46.95|7.45|540|134|Europe/Zurich|BRN
Zurich|CH|Zurich|47.37|8.54|408|434|Europe/Zurich|ZRH
Geneva|CH|Geneva|46.20|6.14|375|204|Europe/Zurich|GVA
Bratislava|SK|Bratislava|48.15|17.11|134|475|Europe/Bratislava|BTS
Brussels|BE|Brussels|50.85|4.35|13|1222|Europe/Brussels|BRU
Antwerp|BE|Flanders|51.22|4.40|7|536|Europe/Brussels|ANR
Bucharest|RO|Bucharest|44.43|26.10|80|1717|Europe/Bucharest|OTP
Budapest|HU|Budapest|47.50|19.04|102|1671|Europe/Budapest|BUD
Copenhagen|DK|Capital Region|55.68|12.57|14|660|Europe/Copenhagen|CPH
Dublin|IE|Leinster|53.35|-6.26|8|592|Europe/Dublin|DUB
Cork|IE|Munster|51.90|-8.47|10|224|Europe/Dublin|ORK
Edinburgh|GB|Scotland|55.95|-3.19|47|514|Europe/London|EDI
London|GB|England|51.51|-0.13|11|8866|Europe/London|LHR
Manchester|GB|England|53.48|-2.24|38|568|Europe/London|MAN
Birmingham|GB|England|52.48|-1.89|140|1157|Europe/London|BHX
Helsinki|FI|Uusimaa|60.17|24.94|26|674|Europe/Helsinki|HEL
Lisbon|PT|Lisbon|38.72|-9.14|2|546|Europe/Lisbon|LIS
Porto|PT|North|41.15|-8.61|83|232|Europe/Lisbon|OPO
Ljubljana|SI|Central Slovenia|46.06|14.51|295|285|Europe/Ljubljana|LJU
Luxembourg|LU|Luxembourg|49.61|6.13|302|135|Europe/Luxembourg|LUX
Lyon|FR|Auvergne-Rhone-Alpes|45.76|4.84|173|522|Europe/Paris|LYS
Marseille|FR|Provence|43.30|5.37|12|873|Europe/Paris|MRS
Nice|FR|Provence|43.70|7.27|10|348|Europe/Paris|NCE
Paris|FR|Ile-de-France|48.86|2.35|35|2103|Europe/Paris|CDG
Bordeaux|FR|Nouvelle-Aquitaine|44.84|-0.58|6|261|Europe/Paris|BOD
Milan|IT|Lombardy|45.46|9.19|120|1371|Europe/Rome|MXP
Rome|IT|Lazio|41.90|12.50|21|2755|Europe/Rome|FCO
Naples|IT|Campania|40.85|14.27|17|909|Europe/Rome|NAP
Florence|IT|Tuscany|43.77|11.26|50|361|Europe/Rome|FLR
Venice|IT|Veneto|45.44|12.32|1|251|Europe/Rome|VCE
Oslo|NO|Oslo|59.91|10.75|23|709|Europe/Oslo|OSL
Bergen|NO|Vestland|60.39|5.32|12|291|Europe/Oslo|BGO
Prague|CZ|Prague|50.08|14.44|200|1357|Europe/Prague|PRG
Reykjavik|IS|Capital Region|64.15|-21.94|37|140|Atlantic/Reykjavik|KEF
Riga|LV|Riga|56.95|24.11|7|605|Europe/Riga|RIX
Sofia|BG|Sofia|42.70|23.32|550|1287|Europe/Sofia|SOF
Stockholm|SE|Stockholm|59.33|18.07|28|985|Europe/Stockholm|ARN
Gothenburg|SE|Vastra Gotaland|57.71|11.97|12|587|Europe/Stockholm|GOT
Tallinn|EE|Harju|59.44|24.75|9|454|Europe/Tallinn|TLL
Vienna|AT|Vienna|48.21|16.37|171|2006|Europe/Vienna|VIE
Salzburg|AT|Salzburg|47.80|13.04|424|157|Europe/Vienna|SZG
Vilnius|LT|Vilnius|54.69|25.28|112|602|Europe/Vilnius|VNO
Warsaw|PL|Mazovia|52.23|21.01|100|1862|Europe/Warsaw|WAW
Krakow|PL|Lesser Poland|50.06|19.94|219|804|Europe/Warsaw|KRK
Zagreb|HR|Zagreb|45.81|15.98|122|767|Europe/Zagreb|ZAG
Istanbul|TR|Marmara|41.01|28.98|39|15656|Europe/Istanbul|IST
Ankara|TR|Central Anatolia|39.93|32.86|938|5803|Europe/Istanbul|ESB
New York|US|New York|40.71|-74.01|10|8258|America/New_York|JFK
Boston|US|Massachusetts|42.36|-71.06|14|654|America/New_York|BOS
Washington|US|District of Columbia|38.91|-77.04|10|679|America/New_York|IAD
Miami|US|Florida|25.76|-80.19|2|456|America/New_York|MIA
Atlanta|US|Georgia|33.75|-84.39|320|510|America/New_York|ATL
Chicago|US|Illinois|41.88|-87.63|181|2664|America/Chicago|ORD
Houston|US|Texas|29.76|-95.37|15|2314|America/Chicago|IAH
Austin|US|Texas|30.27|-97.74|149|980|America/Chicago|AUS
Denver|US|Colorado|39.74|-104.99|1609|716|America/Denver|DEN
Phoenix|US|Arizona|33.45|-112.07|331|1650|America/Phoenix|PHX
Los Angeles|US|California|34.05|-118.24|93|3821|America/Los_Angeles|LAX
San Francisco|US|California|37.77|-122.42|16|809|America/Los_Angeles|SFO
San Diego|US|California|32.72|-117.16|19|1388|America/Los_Angeles|SAN
Seattle|US|Washington State|47.61|-122.33|56|755|America/Los_Angeles|SEA
Toronto|CA|Ontario|43.65|-79.38|76|2794|America/Toronto|YYZ
Ottawa|CA|Ontario|45.42|-75.70|70|1017|America/Toronto|YOW
Montreal|CA|Quebec|45.50|-73.57|36|1763|America/Toronto|YUL
Vancouver|CA|British Columbia|49.28|-123.12|2|662|America/Vancouver|YVR
Calgary|CA|Alberta|51.05|-114.07|1045|1307|America/Edmonton|YYC
Mexico City|MX|Mexico City|19.43|-99.13|2240|9210|America/Mexico_City|MEX
Guadalajara|MX|Jalisco|20.66|-103.35|1566|1385|America/Mexico_City|GDL
Panama City|PA|Panama|8.98|-79.52|2|880|America/Panama|PTY
San Jose|CR|San Jose|9.93|-84.08|1172|352|America/Costa_Rica|SJO
Bogota|CO|Capital District|4.71|-74.07|2640|7968|America/Bogota|BOG
Medellin|CO|Antioquia|6.25|-75.56|1495|2573|America/Bogota|MDE
Quito|EC|Pichincha|-0.18|-78.47|2850|1763|America/Guayaquil|UIO
Lima|PE|Lima|-12.05|-77.04|161|10092|America/Lima|LIM
Santiago|CL|Santiago Metropolitan|-33.45|-70.67|570|6160|America/Santiago|SCL
Buenos Aires|AR|Buenos Aires|-34.60|-58.38|25|3121|America/Argentina/Buenos_Aires|EZE
Cordoba|AR|Cordoba|-31.42|-64.18|390|1505|America/Argentina/Cordoba|COR
Montevideo|UY|Montevideo|-34.90|-56.16|43|1302|America/Montevideo|MVD
Sao Paulo|BR|Sao Paulo|-23.55|-46.63|760|11452|America/Sao_Paulo|GRU
Rio de Janeiro|BR|Rio de Janeiro|-22.91|-43.17|2|6211|America/Sao_Paulo|GIG
Brasilia|BR|Federal District|-15.79|-47.88|1172|2817|America/Sao_Paulo|BSB
Cairo|EG|Cairo|30.04|31.24|23|10107|Africa/Cairo|CAI
Alexandria|EG|Alexandria|31.20|29.92|5|5550|Africa/Cairo|HBE
Tunis|TN|Tunis|36.81|10.18|4|639|Africa/Tunis|TUN
Rabat|MA|Rabat-Sale|34.02|-6.84|75|578|Africa/Casablanca|RBA
Casablanca|MA|Casablanca-Settat|33.57|-7.59|27|3360|Africa/Casablanca|CMN
Marrakesh|MA|Marrakesh-Safi|31.63|-8.01|466|929|Africa/Casablanca|RAK
Dakar|SN|Dakar|14.72|-17.47|22|1278|Africa/Dakar|DSS
Accra|GH|Greater Accra|5.60|-0.19|61|2388|Africa/Accra|ACC
Lagos|NG|Lagos|6.52|3.38|41|15388|Africa/Lagos|LOS
Abuja|NG|Federal Capital|9.06|7.49|360|1693|Africa/Lagos|ABV
Addis Ababa|ET|Addis Ababa|9.01|38.75|2355|3860|Africa/Addis_Ababa|ADD
Nairobi|KE|Nairobi|-1.29|36.82|1795|4397|Africa/Nairobi|NBO
Mombasa|KE|Coast|-4.04|39.67|50|1208|Africa/Nairobi|MBA
Cape Town|ZA|Western Cape|-33.92|18.42|15|4773|Africa/Johannesburg|CPT
Johannesburg|ZA|Gauteng|-26.20|28.05|1753|4803|Africa/Johannesburg|JNB
Pretoria|ZA|Gauteng|-25.75|28.19|1339|2818|Africa/Johannesburg|PRY
Dubai|AE|Dubai|25.20|55.27|5|3655|Asia/Dubai|DXB
Abu Dhabi|AE|Abu Dhabi|24.45|54.38|5|1483|Asia/Dubai|AUH
Doha|QA|Doha|25.29|51.53|10|1186|Asia/Qatar|DOH
Riyadh|SA|Riyadh|24.71|46.68|612|7010|Asia/Riyadh|RUH
Jerusalem|IL|Jerusalem|31.77|35.21|754|981|Asia/Jerusalem|JRS
Tel Aviv|IL|Tel Aviv|32.09|34.78|5|474|Asia/Jerusalem|TLV
Islamabad|PK|Islamabad|33.68|73.05|540|1108|Asia/Karachi|ISB
Karachi|PK|Sindh|24.86|67.01|8|18869|Asia/Karachi|KHI
New Delhi|IN|Delhi|28.61|77.21|216|16788|Asia/Kolkata|DEL
Mumbai|IN|Maharashtra|19.08|72.88|14|12442|Asia/Kolkata|BOM
Bangalore|IN|Karnataka|12.97|77.59|920|8444|Asia/Kolkata|BLR
Chennai|IN|Tamil Nadu|13.08|80.27|7|6748|Asia/Kolkata|MAA
Kolkata|IN|West Bengal|22.57|88.36|9|4497|Asia/Kolkata|CCU
Dhaka|BD|Dhaka|23.81|90.41|8|10279|Asia/Dhaka|DAC
Bangkok|TH|Bangkok|13.76|100.50|2|8305|Asia/Bangkok|BKK
Chiang Mai|TH|Chiang Mai|18.79|98.98|310|127|Asia/Bangkok|CNX
Hanoi|VN|Red River Delta|21.03|105.85|12|8587|Asia/Ho_Chi_Minh|HAN
Ho Chi Minh City|VN|Southeast|10.82|106.63|19|9389|Asia/Ho_Chi_Minh|SGN
Kuala Lumpur|MY|Kuala Lumpur|3.14|101.69|66|1982|Asia/Kuala_Lumpur|KUL
Singapore|SG|Singapore|1.35|103.82|15|5918|Asia/Singapore|SIN
Jakarta|ID|Jakarta|-6.21|106.85|8|10562|Asia/Jakarta|CGK
Denpasar|ID|Bali|-8.65|115.22|4|726|Asia/Makassar|DPS
Manila|PH|Metro Manila|14.60|120.98|5|1847|Asia/Manila|MNL
Cebu|PH|Central Visayas|10.32|123.89|17|965|Asia/Manila|CEB
Beijing|CN|Beijing|39.90|116.41|44|21893|Asia/Shanghai|PEK
Shanghai|CN|Shanghai|31.23|121.47|4|24871|Asia/Shanghai|PVG
Shenzhen|CN|Guangdong|22.54|114.06|4|17494|Asia/Shanghai|SZX
Chengdu|CN|Sichuan|30.57|104.07|500|20938|Asia/Shanghai|CTU
Seoul|KR|Seoul|37.57|126.98|38|9386|Asia/Seoul|ICN
Busan|KR|Busan|35.18|129.08|5|3294|Asia/Seoul|PUS
Tokyo|JP|Tokyo|35.68|139.69|40|14094|Asia/Tokyo|HND
Osaka|JP|Kansai|34.69|135.50|5|2754|Asia/Tokyo|KIX
Kyoto|JP|Kansai|35.01|135.77|50|1447|Asia/Tokyo|UKY
Sapporo|JP|Hokkaido|43.06|141.35|26|1973|Asia/Tokyo|CTS
Sydney|AU|New South Wales|-33.87|151.21|3|5451|Australia/Sydney|SYD
Melbourne|AU|Victoria|-37.81|144.96|31|5208|Australia/Melbourne|MEL
Brisbane|AU|Queensland|-27.47|153.03|27|2707|Australia/Brisbane|BNE
Perth|AU|Western Australia|-31.95|115.86|31|2309|Australia/Perth|PER
Canberra|AU|Capital Territory|-35.28|149.13|578|473|Australia/Sydney|CBR
Auckland|NZ|Auckland|-36.85|174.76|26|1478|Pacific/Auckland|AKL
Wellington|NZ|Wellington|-41.29|174.78|31|215|Pacific/Auckland|WLG`

func makeCities(*Base) []City {
	var out []City
	for i, f := range lines(cityText) {
		n := func(s string) float64 { v, _ := strconv.ParseFloat(s, 64); return v }
		out = append(out, City{
			ID: id("CT", i), Name: f[0], Country: f[1], Region: f[2], Latitude: n(f[3]), Longitude: n(f[4]),
			Elevation: int(n(f[5])), Population: int(n(f[6])) * 1000, Timezone: f[7], Airport: f[8],
		})
	}
	return out
}

// CityNamed finds a city by its name, whatever its case; a country may follow after a comma
// ("Cordoba, AR" or "Cordoba, Argentina").
func CityNamed(w *World, name string) (City, bool) {
	name, country, _ := strings.Cut(name, ",")
	name, country = strings.TrimSpace(name), strings.TrimSpace(country)
	return Cities.First(w, func(c *City) bool {
		return strings.EqualFold(c.Name, name) && (country == "" || strings.EqualFold(c.Country, country) || strings.EqualFold(CountryName(w, c.Country), country))
	})
}

// CountryNamed finds a country by name or by two- or three-letter code, whatever its case.
func CountryNamed(w *World, name string) (Country, bool) {
	return Countries.First(w, func(c *Country) bool {
		return strings.EqualFold(c.Name, name) || strings.EqualFold(c.Code, name) || strings.EqualFold(c.Code3, name)
	})
}

// CountryName is the name of a country code, or the code itself when it is unknown.
func CountryName(w *World, code string) string {
	if c, ok := Countries.Get(w, code); ok {
		return c.Name
	}
	return code
}

// Zone is the location of an IANA name, from the tables built into the program; false for an unknown name.
func Zone(name string) (*time.Location, bool) {
	if name == "" || name == "Local" || len(name) > 40 {
		return time.UTC, false
	}
	z, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC, false
	}
	return z, true
}

// Distance is the great-circle distance in kilometres between two points given in degrees, on a
// sphere of radius 6371.0088 km.
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	const rad = math.Pi / 180
	a, b := math.Sin((lat2-lat1)*rad/2), math.Sin((lon2-lon1)*rad/2)
	h := a*a + math.Cos(lat1*rad)*math.Cos(lat2*rad)*b*b
	return 2 * 6371.0088 * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Bearing is the initial course in degrees clockwise from north of the great circle between two points.
func Bearing(lat1, lon1, lat2, lon2 float64) float64 {
	const rad = math.Pi / 180
	y := math.Sin((lon2-lon1)*rad) * math.Cos(lat2*rad)
	x := math.Cos(lat1*rad)*math.Sin(lat2*rad) - math.Sin(lat1*rad)*math.Cos(lat2*rad)*math.Cos((lon2-lon1)*rad)
	return math.Mod(math.Atan2(y, x)/rad+360, 360)
}

// Near gives the cities within km of a point, nearest first.
func Near(w *World, lat, lon, km float64) []City {
	return sortedBy(Cities.Where(w, func(c *City) bool { return Distance(lat, lon, c.Latitude, c.Longitude) <= km }),
		func(c City) float64 { return Distance(lat, lon, c.Latitude, c.Longitude) })
}
