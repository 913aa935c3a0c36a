package world

import "strings"

// Word is a dictionary entry. The dictionary is the same in every seed.
type Word struct {
	Word          string   `json:"word" doc:"The word"`
	Part          string   `json:"part_of_speech" doc:"Part of speech" enum:"adjective,noun,verb,adverb"`
	Definition    string   `json:"definition" doc:"What it means"`
	Synonyms      []string `json:"synonyms" doc:"Words of like meaning"`
	Antonyms      []string `json:"antonyms" doc:"Words of opposite meaning"`
	Example       string   `json:"example" doc:"A sentence that uses it"`
	Pronunciation string   `json:"pronunciation" doc:"Sounds, in ASCII phoneme codes"`
	Frequency     float64  `json:"frequency" doc:"Uses in a million words"`
}

// Key is the word.
func (w Word) Key() string { return w.Word }

// Words is the dictionary.
var Words = Table[Word]{"words", func(*Base) []Word {
	var out []Word
	parts := map[string]string{"a": "adjective", "n": "noun", "v": "verb", "r": "adverb"}
	for i, f := range lines(wordText) {
		out = append(out, Word{f[0], parts[f[1]], f[2], commaList(f[3]), commaList(f[4]), f[5], f[6], Round(900/float64(i%29+2), 2)})
	}
	return out
}}

func commaList(s string) []string {
	if s == "" {
		return []string{}
	}
	return strings.Split(s, ",")
}

// word|part|definition|synonyms|antonyms|example|phonemes
const wordText = `happy|a|feeling or showing pleasure|glad,cheerful,joyful|sad,unhappy|The happy child waved from the train.|HH AE1 P IY0
sad|a|feeling or showing sorrow|unhappy,gloomy,sorrowful|happy,glad|It was a sad song about leaving home.|S AE1 D
glad|a|pleased about something|happy,pleased|sad,sorry|I am glad that you could come.|G L AE1 D
mad|a|very angry, or unwise|angry,furious|calm,sane|She was mad about the broken window.|M AE1 D
bad|a|of poor quality, or harmful|poor,awful|good|The milk has gone bad.|B AE1 D
good|a|of high quality, or kind|fine,excellent|bad,poor|A good map saves an hour.|G UH1 D
wood|n|the hard material of trees|timber,lumber||The table is made of wood.|W UH1 D
large|a|of more than usual size|big,huge,great|small,little|They live in a large house by the lake.|L AA1 R JH
big|a|of great size|large,huge|small,little|A big dog slept on the step.|B IH1 G
small|a|of less than usual size|little,tiny|large,big|The small boat reached the island first.|S M AO1 L
tall|a|of more than usual height|high,lofty|short|A tall tree stood behind the school.|T AO1 L
short|a|of little length or height|brief,low|long,tall|We took a short walk after lunch.|SH AO1 R T
long|a|of great length|lengthy,extended|short,brief|It was a long way to the station.|L AO1 NG
strong|a|having great power|powerful,sturdy|weak,feeble|The bridge is strong enough for a truck.|S T R AO1 NG
song|n|a short piece of music with words|tune,melody||He hummed an old song.|S AO1 NG
weak|a|lacking strength|feeble,frail|strong,powerful|The signal is weak in the valley.|W IY1 K
week|n|a period of seven days|||The shop is closed for a week.|W IY1 K
speak|v|to say words|talk,utter|listen|She can speak four languages.|S P IY1 K
quick|a|moving or done with speed|fast,rapid,swift|slow|He gave a quick answer.|K W IH1 K
fast|a|moving at high speed|quick,rapid,swift|slow|The fast train stops only twice.|F AE1 S T
past|n|the time before now|history|future|In the past the river was wider.|P AE1 S T
last|a|coming after all others|final,ultimate|first|This is the last bus tonight.|L AE1 S T
slow|a|moving at low speed|sluggish,unhurried|fast,quick|The slow clock is five minutes behind.|S L OW1
snow|n|frozen water that falls as white flakes|||Snow covered the roofs.|S N OW1
know|v|to have in the mind|understand,realize|ignore|Do you know the way?|N OW1
grow|v|to become larger|expand,increase|shrink|Tomatoes grow well here.|G R OW1
bright|a|giving out much light|shining,brilliant,radiant|dark,dim|A bright lamp hung over the door.|B R AY1 T
light|n|what makes things visible|glow,radiance|darkness|Morning light filled the room.|L AY1 T
night|n|the dark part of a day|darkness,evening|day|The night was clear and cold.|N AY1 T
right|a|correct or true|correct,proper|wrong|That is the right key.|R AY1 T
write|v|to put words on paper|compose,record|erase|Please write your name here.|R AY1 T
kind|a|caring and helpful|gentle,considerate|cruel,unkind|A kind stranger carried the bag.|K AY1 N D
find|v|to come upon by searching|discover,locate|lose|I cannot find my glasses.|F AY1 N D
mind|n|the part of a person that thinks|intellect,brain||Keep the date in mind.|M AY1 N D
cold|a|of low temperature|chilly,cool|hot,warm|Cold wind came from the north.|K OW1 L D
old|a|having lived or existed long|aged,ancient|new,young|An old bridge crosses the stream.|OW1 L D
bold|a|willing to take risks|brave,daring|timid,shy|It was a bold plan.|B OW1 L D
gold|n|a yellow precious metal|||The ring is made of gold.|G OW1 L D
new|a|made or found recently|recent,fresh,modern|old,ancient|A new road opened in May.|N UW1
blue|n|the colour of a clear sky|azure||The door was painted in blue.|B L UW1
true|a|agreeing with the facts|correct,accurate|false,untrue|It is a true story.|T R UW1
few|a|not many|scarce|many|Only a few seats are left.|F Y UW1
hot|a|of high temperature|burning,heated|cold,cool|The soup is too hot to eat.|HH AA1 T
warm|a|fairly hot|mild,heated|cool,cold|A warm coat hung in the hall.|W AO1 R M
storm|n|violent weather with wind|tempest,gale|calm|The storm broke two windows.|S T AO1 R M
form|n|a shape or arrangement|shape,structure||The cloud took the form of a ship.|F AO1 R M
hard|a|solid, or not easy|firm,difficult|soft,easy|It was a hard question.|HH AA1 R D
soft|a|easy to press|gentle,tender|hard,firm|The bread is still soft.|S AO1 F T
easy|a|needing little effort|simple,effortless|difficult,hard|The first test was easy.|IY1 Z IY0
difficult|a|needing much effort|hard,tough|easy,simple|Finding a quiet room is difficult.|D IH1 F AH0 K AH0 L T
begin|v|to do the first part|start,commence|end,finish|We begin at nine.|B IH0 G IH1 N
start|v|to begin doing|begin,commence|stop,finish|They start the engine.|S T AA1 R T
end|n|the last part|finish,conclusion|beginning,start|The end of the film surprised us.|EH1 N D
friend|n|a person one likes and trusts|companion,ally|enemy|My friend lives next door.|F R EH1 N D
send|v|to cause to go|dispatch,mail|receive|I will send the letter today.|S EH1 N D
spend|v|to use money or time|pay,use|save,earn|They spend the summer at sea.|S P EH1 N D
help|v|to make easier for someone|assist,aid|hinder|Could you help me with this box?|HH EH1 L P
walk|v|to move on foot at a normal speed|stroll,stride|run|We walk along the canal.|W AO1 K
talk|v|to speak with someone|speak,chat|listen|They talk about the weather.|T AO1 K
run|v|to move fast on foot|sprint,race|walk|The children run to the gate.|R AH1 N
sun|n|the star that gives day|||The sun rose over the hills.|S AH1 N
fun|n|enjoyment|amusement,pleasure|boredom|The game was great fun.|F AH1 N
one|n|the number 1|single||Only one of them came.|W AH1 N
house|n|a building to live in|home,dwelling||The house has a green roof.|HH AW1 S
mouse|n|a small gray rodent|||A mouse ran under the stove.|M AW1 S
river|n|a large stream of water|stream,waterway||The river floods in spring.|R IH1 V ER0
city|n|a large town|town,metropolis|village|The city built a new tram.|S IH1 T IY0
town|n|a place smaller than a city|city,village||The town has one bakery.|T AW1 N
brown|n|the colour of earth|||Brown suits the old desk.|B R AW1 N
road|n|a way for vehicles|street,route||The road follows the coast.|R OW1 D
load|n|what is carried|burden,cargo||The donkey carried a heavy load.|L OW1 D
tree|n|a tall plant with a trunk|||A tree fell across the path.|T R IY1
sea|n|the salt water of the earth|ocean|land|The sea was calm.|S IY1
free|a|not held, or without cost|unbound,liberated|captive,costly|Entry is free on Sundays.|F R IY1
see|v|to notice with the eyes|notice,observe|miss|I see a light over there.|S IY1
key|n|what opens a lock|||The key is under the mat.|K IY1
flower|n|the coloured part of a plant|blossom,bloom||She put a flower in the jar.|F L AW1 ER0
power|n|the ability to act, or energy|strength,force,energy|weakness|The storm cut the power.|P AW1 ER0
tower|n|a tall narrow building|spire||The tower can be seen for miles.|T AW1 ER0
hour|n|sixty minutes|||The tour takes an hour.|AW1 ER0
water|n|the liquid of rivers and rain|||Drink some water first.|W AO1 T ER0
daughter|n|a female child of parents||son|Their daughter studies law.|D AO1 T ER0
brave|a|ready to face danger|bold,courageous|cowardly,timid|The brave diver went first.|B R EY1 V
wave|n|a moving ridge of water|swell,ripple||A wave lifted the boat.|W EY1 V
save|v|to keep safe, or not spend|rescue,preserve|waste,spend|We save one seat for you.|S EY1 V
calm|a|quiet and not excited|peaceful,tranquil|agitated,stormy|Stay calm and read the sign.|K AA1 M
angry|a|feeling strong displeasure|mad,furious|calm,pleased|An angry crowd waited outside.|AE1 NG G R IY0
hungry|a|wanting food|starving|full,sated|The hungry cat cried at the door.|HH AH1 NG G R IY0
clever|a|quick to understand|smart,bright|stupid,dull|It was a clever trick.|K L EH1 V ER0
never|r|at no time||always|He never drinks coffee.|N EH1 V ER0
ever|r|at any time|always|never|Have you ever seen it snow here?|EH1 V ER0
smart|a|quick in the mind|clever,bright|stupid,dull|A smart design needs no manual.|S M AA1 R T
art|n|works made for beauty|||The museum shows modern art.|AA1 R T
heart|n|the organ that moves blood|core,center||Her heart beat faster.|HH AA1 R T
part|n|a piece of a whole|piece,section|whole|This part of the wall is older.|P AA1 R T
beautiful|a|very pleasing to the senses|lovely,pretty,gorgeous|ugly|They found a beautiful beach.|B Y UW1 T AH0 F AH0 L
pretty|a|pleasant to look at|lovely,attractive|ugly|A pretty garden lay behind the wall.|P R IH1 T IY0
ugly|a|unpleasant to look at|hideous,unsightly|beautiful,pretty|The ugly chair is very comfortable.|AH1 G L IY0
rich|a|having much money|wealthy,affluent|poor|The rich merchant built a library.|R IH1 CH
poor|a|having little money|needy,penniless|rich,wealthy|The poor harvest raised prices.|P UH1 R
clean|a|free from dirt|spotless,pure|dirty|Use a clean towel.|K L IY1 N
green|n|the colour of grass|||The hills turned green.|G R IY1 N
mean|v|to have as its sense|signify,intend||What does this word mean?|M IY1 N
dirty|a|not clean|soiled,filthy|clean|He wiped his dirty boots.|D ER1 T IY0
early|r|before the usual time|soon|late|She left early to catch the bus.|ER1 L IY0
late|r|after the usual time|tardily|early|The guests arrived late.|L EY1 T
great|a|large or very good|big,excellent,grand|small,minor|It was a great success.|G R EY1 T
wait|v|to stay until something happens|stay,linger|leave|Please wait at the desk.|W EY1 T
open|v|to make not closed|unlock,uncover|close,shut|Open the window, please.|OW1 P AH0 N
close|v|to make not open|shut,seal|open|Close the door behind you.|K L OW1 Z
buy|v|to get by paying|purchase,acquire|sell|We buy bread every morning.|B AY1
sky|n|the space above the earth|heavens||The sky turned red.|S K AY1
fly|v|to move through the air|soar,glide||Storks fly south in August.|F L AY1
sell|v|to give for money|trade,vend|buy|They sell fresh fish.|S EH1 L
bell|n|a hollow metal thing that rings|||The bell rang at noon.|B EH1 L
tell|v|to say to someone|inform,relate||Tell me the whole story.|T EH1 L
journey|n|a long trip|trip,voyage||The journey took three days.|JH ER1 N IY0
market|n|a place to buy and sell|bazaar||The market opens at six.|M AA1 R K AH0 T
future|n|the time after now|tomorrow|past|Nobody knows the future.|F Y UW1 CH ER0
secret|n|what is kept hidden|mystery||He kept the secret for years.|S IY1 K R AH0 T
create|v|to bring into being|make,build,produce|destroy|They create maps for hikers.|K R IY0 EY1 T
destroy|v|to ruin completely|ruin,demolish|create,build|The flood can destroy the crop.|D IH0 S T R OY1`

// Phrase is an entry of the phrase book: an English word or phrase and its translations.
type Phrase struct {
	English    string `json:"english" doc:"Word or phrase in English"`
	Spanish    string `json:"es" doc:"Spanish"`
	French     string `json:"fr" doc:"French"`
	German     string `json:"de" doc:"German"`
	Italian    string `json:"it" doc:"Italian"`
	Portuguese string `json:"pt" doc:"Portuguese"`
}

// Key is the English text.
func (p Phrase) Key() string { return p.English }

// In gives the phrase in a language ("en", "es", "fr", "de", "it" or "pt").
func (p Phrase) In(lang string) string {
	return map[string]string{"en": p.English, "es": p.Spanish, "fr": p.French, "de": p.German, "it": p.Italian, "pt": p.Portuguese}[lang]
}

// Phrases is the phrase book; a sample may add to it.
var Phrases = Table[Phrase]{"phrases", func(*Base) []Phrase {
	var out []Phrase
	for _, f := range lines(phraseText) {
		out = append(out, Phrase{f[0], f[1], f[2], f[3], f[4], f[5]})
	}
	return out
}}

const phraseText = `good morning|buenos días|bonjour|guten Morgen|buongiorno|bom dia
good evening|buenas tardes|bonsoir|guten Abend|buonasera|boa tarde
good night|buenas noches|bonne nuit|gute Nacht|buonanotte|boa noite
how are you|cómo estás|comment allez-vous|wie geht es dir|come stai|como estás
thank you very much|muchas gracias|merci beaucoup|vielen Dank|grazie mille|muito obrigado
thank you|gracias|merci|danke|grazie|obrigado
you are welcome|de nada|de rien|gern geschehen|prego|de nada
excuse me|disculpe|excusez-moi|entschuldigung|mi scusi|com licença
i am sorry|lo siento|je suis désolé|es tut mir leid|mi dispiace|sinto muito
see you tomorrow|hasta mañana|à demain|bis morgen|a domani|até amanhã
i do not understand|no entiendo|je ne comprends pas|ich verstehe nicht|non capisco|não compreendo
where is|dónde está|où est|wo ist|dov'è|onde está
how much does it cost|cuánto cuesta|combien ça coûte|wie viel kostet das|quanto costa|quanto custa
i would like|quisiera|je voudrais|ich möchte|vorrei|eu gostaria
the bill please|la cuenta por favor|l'addition s'il vous plaît|die Rechnung bitte|il conto per favore|a conta por favor
i need help|necesito ayuda|j'ai besoin d'aide|ich brauche Hilfe|ho bisogno di aiuto|preciso de ajuda
my name is|me llamo|je m'appelle|ich heiße|mi chiamo|chamo-me
do you speak english|habla inglés|parlez-vous anglais|sprechen Sie Englisch|parla inglese|fala inglês
happy birthday|feliz cumpleaños|joyeux anniversaire|alles Gute zum Geburtstag|buon compleanno|feliz aniversário
have a good trip|buen viaje|bon voyage|gute Reise|buon viaggio|boa viagem
hello|hola|bonjour|hallo|ciao|olá
goodbye|adiós|au revoir|auf Wiedersehen|arrivederci|adeus
please|por favor|s'il vous plaît|bitte|per favore|por favor
yes|sí|oui|ja|sì|sim
no|no|non|nein|no|não
and|y|et|und|e|e
or|o|ou|oder|o|ou
with|con|avec|mit|con|com
without|sin|sans|ohne|senza|sem
water|agua|eau|Wasser|acqua|água
bread|pan|pain|Brot|pane|pão
coffee|café|café|Kaffee|caffè|café
tea|té|thé|Tee|tè|chá
wine|vino|vin|Wein|vino|vinho
milk|leche|lait|Milch|latte|leite
cheese|queso|fromage|Käse|formaggio|queijo
fish|pescado|poisson|Fisch|pesce|peixe
meat|carne|viande|Fleisch|carne|carne
apple|manzana|pomme|Apfel|mela|maçã
breakfast|desayuno|petit déjeuner|Frühstück|colazione|pequeno-almoço
house|casa|maison|Haus|casa|casa
door|puerta|porte|Tür|porta|porta
room|habitación|chambre|Zimmer|camera|quarto
key|llave|clé|Schlüssel|chiave|chave
street|calle|rue|Straße|strada|rua
city|ciudad|ville|Stadt|città|cidade
train|tren|train|Zug|treno|comboio
station|estación|gare|Bahnhof|stazione|estação
airport|aeropuerto|aéroport|Flughafen|aeroporto|aeroporto
ticket|billete|billet|Fahrkarte|biglietto|bilhete
hotel|hotel|hôtel|Hotel|albergo|hotel
car|coche|voiture|Auto|macchina|carro
book|libro|livre|Buch|libro|livro
newspaper|periódico|journal|Zeitung|giornale|jornal
friend|amigo|ami|Freund|amico|amigo
mother|madre|mère|Mutter|madre|mãe
father|padre|père|Vater|padre|pai
child|niño|enfant|Kind|bambino|criança
doctor|médico|médecin|Arzt|medico|médico
dog|perro|chien|Hund|cane|cão
cat|gato|chat|Katze|gatto|gato
sun|sol|soleil|Sonne|sole|sol
rain|lluvia|pluie|Regen|pioggia|chuva
snow|nieve|neige|Schnee|neve|neve
sea|mar|mer|Meer|mare|mar
mountain|montaña|montagne|Berg|montagna|montanha
river|río|rivière|Fluss|fiume|rio
today|hoy|aujourd'hui|heute|oggi|hoje
tomorrow|mañana|demain|morgen|domani|amanhã
yesterday|ayer|hier|gestern|ieri|ontem
now|ahora|maintenant|jetzt|adesso|agora
always|siempre|toujours|immer|sempre|sempre
never|nunca|jamais|nie|mai|nunca
big|grande|grand|groß|grande|grande
small|pequeño|petit|klein|piccolo|pequeno
new|nuevo|nouveau|neu|nuovo|novo
old|viejo|vieux|alt|vecchio|velho
hot|caliente|chaud|heiß|caldo|quente
cold|frío|froid|kalt|freddo|frio
good|bueno|bon|gut|buono|bom
bad|malo|mauvais|schlecht|cattivo|mau
beautiful|hermoso|beau|schön|bello|bonito
one|uno|un|eins|uno|um
two|dos|deux|zwei|due|dois
three|tres|trois|drei|tre|três
four|cuatro|quatre|vier|quattro|quatro
five|cinco|cinq|fünf|cinque|cinco
six|seis|six|sechs|sei|seis
seven|siete|sept|sieben|sette|sete
eight|ocho|huit|acht|otto|oito
nine|nueve|neuf|neun|nove|nove
ten|diez|dix|zehn|dieci|dez
red|rojo|rouge|rot|rosso|vermelho
blue|azul|bleu|blau|blu|azul
green|verde|vert|grün|verde|verde
white|blanco|blanc|weiß|bianco|branco
black|negro|noir|schwarz|nero|preto
money|dinero|argent|Geld|denaro|dinheiro
time|tiempo|temps|Zeit|tempo|tempo
love|amor|amour|Liebe|amore|amor
music|música|musique|Musik|musica|música
open|abierto|ouvert|offen|aperto|aberto
closed|cerrado|fermé|geschlossen|chiuso|fechado
left|izquierda|gauche|links|sinistra|esquerda
right|derecha|droite|rechts|destra|direita
here|aquí|ici|hier|qui|aqui
there|allí|là|dort|lì|ali
pharmacy|farmacia|pharmacie|Apotheke|farmacia|farmácia
market|mercado|marché|Markt|mercato|mercado
museum|museo|musée|Museum|museo|museu
bridge|puente|pont|Brücke|ponte|ponte
church|iglesia|église|Kirche|chiesa|igreja
school|escuela|école|Schule|scuola|escola`
