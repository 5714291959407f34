/**
 * Phrases that come before the merchant's name in bank statements, written as regular expression
 * fragments.
 */
export const LEADING_PHRASES: readonly string[] = [
  // English: the United States, Canada, Australia, the United Kingdom, Ireland.
  "(?:recurring )?(?:debit |credit |visa |check ?)?card (?:purchase|payment|transaction)(?: authorized)?(?: to| at| on)?",
  "(?:debit |visa )?purchase(?: authorized)?(?: at| on)?",
  "check ?card(?: purchase)?",
  "pos(?: debit| purchase| withdrawal| transaction)?",
  "point of sale(?: debit| purchase)?",
  "(?:debit|visa) (?:card|debit)",
  "recurring (?:payment|debit|charge)(?: authorized)?(?: to| on)?",
  "(?:pre)?authori[sz]ed (?:debit|payment)",
  "ach (?:debit|credit|withdrawal|deposit|hold|pmt|payment)",
  "(?:external|electronic|online|web|internet) (?:withdrawal|payment|pmt|purchase|debit)(?: to)?",
  "bill (?:payment|pmt)(?: to| via faster payment to)?",
  "direct (?:deposit|dep|credit)(?: from)?",
  "direct debit(?: payment)?(?: to)?",
  "(?:zelle|venmo|osko|interac e transfer) payment (?:to|from)",
  "zelle (?:to|from)",
  "contactless(?: payment| purchase)?(?: to)?",
  "standing order(?: payment)?(?: to)?",
  "faster payments?(?: receipt)?(?: to| from)?",
  "(?:eftpos|interac|idp) (?:purchase|debit)",
  "(?:misc|preauthorized) payment",
  // French.
  "(?:paiement|achat|facture)(?: par)? (?:cb|carte)(?: bancaire)?",
  "cb|carte(?: bancaire)?",
  "prlv(?: sepa| europeen)?",
  "prelevements?(?: sepa| europeen)?(?: de)?",
  "vir(?:ement)?(?: sepa| inst(?:antane)?| permanent| recu| emis| web)*(?: de| pour| vers| en faveur de)?",
  // German: Germany, Austria, Switzerland.
  "sepa (?:basis|firmen|folge|erst)?lastschrift(?:seinzug)?",
  "(?:folge|erst|basis)?lastschrift(?:seinzug)?",
  "(?:sepa )?(?:echtzeit)?(?:uberweisung|ueberweisung|gutschrift|dauerauftrag)(?: an| von)?",
  "(?:ec |debit|giro)?kartenzahlung(?: girocard| debitkarte)?",
  "(?:visa )?debitkartenumsatz|kauf dienstleistung|zahlung debitkarte",
  "lohn gehalt(?:(?: |/)rente)?",
  // Dutch.
  "sepa (?:incasso|overboeking|ideal|periodieke overb)(?: algemeen)?(?: doorlopend| eenmalig)?",
  "incasso(?: algemeen)?(?: doorlopend| eenmalig)?|ideal betaling(?: aan)?",
  // Portuguese; listed before Spanish, because both have the same word for a purchase.
  "(?:debito|deb) direto|compras? (?:debito|cartao)",
  // Spanish.
  "compra(?: con)?(?: tarj(?:eta|\\.)?)?(?: internet| online)?(?: en)?",
  "pago(?: con tarjeta| movil| recibo)?(?: de| en| a)?",
  "(?:adeudo|recibo)(?: recibo| domiciliado| sepa)?(?: de| a favor de)?",
  "(?:transferencia|bizum)(?: inmediata| emitida| recibida)?(?: a favor de| de| a)?",
  // Italian.
  "(?:pagamento|operazione|acquisto)(?: con)?(?: su)?(?: pos| carta| bancomat| contactless)*(?: presso| c(?: |/)o)?",
  "addebito(?: diretto)?(?: sdd)?|sdd(?: core)?",
  "(?:disposizione di )?bonifico(?: sepa| istantaneo)?(?: a favore di| da| per| disposto a favore di)?",
  // Danish, Norwegian, Swedish, Polish.
  "dankort nota|visa dankort|visa vare|varekjop|kortkop|autogiro|bg autogiro|swish (?:betalning|till)",
  "(?:platnosc|zakup) (?:karta|blik|przy uzyciu karty)",
];

/** Payment processors, whose names precede an asterisk and the merchant's name. */
export const PROCESSORS: readonly string[] = [
  ...["sq", "tst", "sp", "pp", "pypl", "paypal", "py", "dd", "in", "iz", "zettle", "sumup"],
  ...["klarna", "fs", "wl", "eb", "cko", "ppl", "2co", "gum", "bt", "stripe", "mollie", "sqc"],
];

/** Words that come after the merchant's name, written as regular expression fragments. */
export const TAIL_MARKERS: readonly string[] = [
  "des:",
  "indn:",
  "co id:",
  "id[: ]\\s?[a-z]{0,4}\\d{5,}",
  "conf(?:irmation)?(?:#|\\s+[a-z0-9]*\\d)",
  "(?:eref|mref|cred|svwz|kref|abwa|purp)\\+",
  "ref(?:erence|erenz|erencia|\\.?nr|\\.| no)?[:.]?\\s+\\S*\\d",
  "reference\\s",
  "(?:mandat|mandato|mandatsref|machtiging|kenmerk|omschrijving|incassant|rum)[:.]?\\s",
  "(?:motif|ech/|verwendungszweck|glaubiger|concepto|causale)",
  "iban[: ]",
  "bic[: ]",
  "con la tarjeta",
  "(?:tarjeta|tarj|carta)[ .:*]*(?:n\\. ?)?[\\dx*]{4,}$",
  "pas\\d{3}",
  "nr:",
  "n(?:o|\\.)? ?\\d{4}",
  "(?:[ps]\\d{9,} )?card \\d{4}$",
  "cash ?back\\b",
  "on \\d{1,2}(?:[-/.]\\d{1,2}| (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))",
  "https?://",
];

/** Company suffixes and payment words that may follow a name and can be dropped. */
export const TRAILING_WORDS: readonly string[] = [
  ...["llc", "inc", "ltd", "limited", "plc", "corp", "co", "gmbh", "kg", "ag", "ug", "ohg"],
  ...["sarl", "sas", "sa", "bv", "b v", "nv", "n v", "srl", "s r l", "spa", "s p a", "sl", "s l"],
  ...["slu", "sau", "lda", "oy", "ab", "aps", "pty", "europe sca", "sca", "s a", "and"],
  ...["autopay", "auto pay", "bill pay", "billpay", "bill payment", "web pmt", "online pmt", "pmt"],
  ...["sagt danke", "dankt", "girocard", "recurring", "thank you", "ppd"],
];

/** Region codes (of states, provinces and countries) that aren't also words. */
export const PLAIN_REGIONS: readonly string[] = [
  ...["ak", "ar", "az", "ca", "ct", "dc", "fl", "ga", "ia", "il", "ks", "ky", "mi", "mn", "nc"],
  ...["nd", "nh", "nj", "nm", "nv", "ny", "ri", "sc", "tn", "tx", "ut", "va", "vt", "wa", "wi"],
  ...["wv", "wy", "ab", "bc", "mb", "ns", "qc", "sk", "nsw", "qld"],
  ...["gbr", "deu", "fra", "usa", "nld", "esp", "ita", "irl", "che", "aut", "prt"],
];

/** Region codes that are also words or names, so they are dropped only after a place or number. */
export const DOUBTFUL_REGIONS: readonly string[] = [
  ...["al", "co", "de", "hi", "id", "in", "la", "ma", "md", "me", "mo", "ms", "mt", "oh", "ok"],
  ...["on", "or", "pa", "pe", "ne", "sd", "vic", "can", "aus", "bel", "us", "gb", "uk", "fr"],
  ...["es", "it", "nl", "be", "at", "ch", "ie", "au", "nz", "pt", "lu", "se", "dk"],
];

/** Large cities in the supported countries. */
export const CITIES: readonly string[] = [
  ...["new york", "brooklyn", "los angeles", "chicago", "houston", "phoenix", "philadelphia"],
  ...["san antonio", "san diego", "dallas", "san jose", "austin", "jacksonville", "fort worth"],
  ...["columbus", "charlotte", "san francisco", "indianapolis", "seattle", "denver", "boston"],
  ...["washington", "nashville", "el paso", "detroit", "portland", "las vegas", "memphis"],
  ...["louisville", "baltimore", "milwaukee", "albuquerque", "tucson", "fresno", "sacramento"],
  ...["kansas city", "atlanta", "omaha", "raleigh", "miami", "oakland", "minneapolis", "tulsa"],
  ...["tampa", "new orleans", "cleveland", "honolulu", "cincinnati", "pittsburgh", "st louis"],
  ...["orlando", "salt lake city", "beaverton", "gresham", "tigard", "salem", "vancouver"],
  ...["toronto", "montreal", "calgary", "ottawa", "edmonton", "winnipeg", "mississauga", "halifax"],
  ...["sydney", "melbourne", "brisbane", "perth", "adelaide", "london", "manchester", "leeds"],
  ...["birmingham", "glasgow", "edinburgh", "liverpool", "bristol", "cardiff", "belfast", "dublin"],
  ...["cork", "galway", "paris", "lyon", "marseille", "toulouse", "nice", "nantes", "strasbourg"],
  ...["bordeaux", "lille", "rennes", "montpellier", "berlin", "hamburg", "munchen", "muenchen"],
  ...["koln", "koeln", "frankfurt", "stuttgart", "dusseldorf", "duesseldorf", "leipzig", "dresden"],
  ...["hannover", "bremen", "nurnberg", "nuernberg", "bonn", "wien", "graz", "zurich", "zuerich"],
  ...["basel", "bern", "geneve", "lausanne", "amsterdam", "rotterdam", "den haag", "utrecht"],
  ...["eindhoven", "groningen", "bruxelles", "brussels", "antwerpen", "gent", "luxembourg"],
  ...["madrid", "barcelona", "valencia", "sevilla", "zaragoza", "malaga", "bilbao", "roma"],
  ...["milano", "napoli", "torino", "firenze", "bologna", "genova", "venezia", "lisboa", "porto"],
];
