import { assertEquals } from "@std/assert";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";

const words = (text: string): readonly string[] => text.split(" ");

/** Which of some words do not go away in a label. */
function staying(all: readonly string[], label: (word: string) => string): readonly string[] {
  return all.filter((one) => normalisePayee(label(one)) !== "corner bakery");
}

Deno.test("normalisePayee() drops the code of every American state behind a store's number", () => {
  const states = words(
    "AK AL AR AZ CA CO CT DC FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH " +
      "NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY",
  );
  assertEquals(staying(states, (state) => `CORNER BAKERY 114 ${state}`), []);
});

Deno.test("normalisePayee() drops codes of provinces and countries behind a store's number", () => {
  const provinces = words("AB BC MB NS ON PE QC SK NSW QLD VIC");
  const countries = words(
    "GB UK IE FR DE NL BE LU ES PT IT AT CH SE DK AU NZ US GBR IRL FRA DEU NLD BEL ESP PRT ITA " +
      "AUT CHE USA CAN AUS",
  );
  const all = [...provinces, ...countries];
  assertEquals(staying(all, (code) => `CORNER BAKERY 114 ${code}`), []);
});

Deno.test("normalisePayee() drops codes that are no words wherever they end a name", () => {
  const codes = words(
    "AK AR AZ CA CT DC FL GA IA IL KS KY MI MN NC ND NH NJ NM NV NY RI SC TN TX UT VA VT WA WI " +
      "WV WY AB BC MB NS QC SK NSW QLD GBR DEU FRA USA NLD ESP ITA IRL CHE AUT PRT",
  );
  assertEquals(staying(codes, (code) => `CORNER BAKERY ${code}`), []);
  // These are words of some language: they may belong to the name.
  for (const word of words("IN LA ME OR DE ON")) {
    assertEquals(normalisePayee(`CORNER BAKERY ${word}`), `corner bakery ${word.toLowerCase()}`);
  }
});

Deno.test("normalisePayee() drops the processor before a star", () => {
  const processors = words(
    "SQ TST SP PP PYPL PAYPAL PY DD IN IZ ZETTLE SUMUP KLARNA FS WL EB CKO PPL 2CO GUM BT STRIPE " +
      "MOLLIE SQC",
  );
  assertEquals(staying(processors, (one) => `${one}*CORNER BAKERY`), []);
  assertEquals(staying(processors, (one) => `${one} *CORNER BAKERY`), []);
});

Deno.test("normalisePayee() drops company forms and words of payment at the end", () => {
  const forms = [
    ...words("LLC INC LTD LIMITED PLC CORP CO GMBH KG AG UG OHG SARL SAS SA BV NV SRL SPA SL SLU"),
    ...words("SAU LDA OY AB APS PTY SCA AUTOPAY BILLPAY PMT DANKT GIROCARD RECURRING PPD"),
    ...["B.V.", "N.V.", "S.R.L.", "S.P.A.", "S.A.", "S.L.", "GMBH & CO", "EUROPE SCA", "AUTO PAY"],
    ...["BILL PAY", "BILL PAYMENT", "WEB PMT", "ONLINE PMT", "SAGT DANKE", "THANK YOU"],
  ];
  assertEquals(staying(forms, (form) => `CORNER BAKERY ${form}`), []);
});

Deno.test("normalisePayee() drops large cities with their state, and behind a store's number", () => {
  const cities = [
    // The United States.
    ...["NEW YORK", "LOS ANGELES", "CHICAGO", "HOUSTON", "PHOENIX", "PHILADELPHIA", "SAN ANTONIO"],
    ...["SAN DIEGO", "DALLAS", "SAN JOSE", "AUSTIN", "JACKSONVILLE", "FORT WORTH", "COLUMBUS"],
    ...["CHARLOTTE", "SAN FRANCISCO", "INDIANAPOLIS", "SEATTLE", "DENVER", "WASHINGTON", "BOSTON"],
    ...["EL PASO", "NASHVILLE", "DETROIT", "PORTLAND", "LAS VEGAS", "MEMPHIS", "LOUISVILLE"],
    ...["BALTIMORE", "MILWAUKEE", "ALBUQUERQUE", "TUCSON", "FRESNO", "SACRAMENTO", "KANSAS CITY"],
    ...["ATLANTA", "OMAHA", "RALEIGH", "MIAMI", "OAKLAND", "MINNEAPOLIS", "TULSA", "TAMPA"],
    ...["NEW ORLEANS", "CLEVELAND", "HONOLULU", "CINCINNATI", "PITTSBURGH", "ST LOUIS", "ORLANDO"],
    ...["SALT LAKE CITY", "BROOKLYN"],
    // Canada and Australia.
    ...["TORONTO", "MONTREAL", "VANCOUVER", "CALGARY", "EDMONTON", "OTTAWA", "WINNIPEG"],
    ...["MISSISSAUGA", "HALIFAX", "SYDNEY", "MELBOURNE", "BRISBANE", "PERTH", "ADELAIDE"],
    // The United Kingdom and Ireland.
    ...["LONDON", "BIRMINGHAM", "MANCHESTER", "LEEDS", "GLASGOW", "EDINBURGH", "LIVERPOOL"],
    ...["BRISTOL", "CARDIFF", "BELFAST", "DUBLIN", "CORK", "GALWAY"],
    // France, Belgium and Luxembourg.
    ...["PARIS", "MARSEILLE", "LYON", "TOULOUSE", "NICE", "NANTES", "MONTPELLIER", "STRASBOURG"],
    ...["BORDEAUX", "LILLE", "RENNES", "BRUXELLES", "BRUSSELS", "ANTWERPEN", "GENT", "LUXEMBOURG"],
    // Germany, Austria and Switzerland, with and without the letters of their own.
    ...["BERLIN", "HAMBURG", "M\u00dcNCHEN", "MUENCHEN", "K\u00d6LN", "KOELN", "FRANKFURT"],
    ...["STUTTGART", "D\u00dcSSELDORF", "DUESSELDORF", "LEIPZIG", "DRESDEN", "HANNOVER", "BREMEN"],
    ...["N\u00dcRNBERG", "NUERNBERG", "BONN", "WIEN", "GRAZ", "Z\u00dcRICH", "ZUERICH", "BASEL"],
    ...["BERN", "GEN\u00c8VE", "LAUSANNE"],
    // The Netherlands, Spain, Italy and Portugal.
    ...["AMSTERDAM", "ROTTERDAM", "DEN HAAG", "UTRECHT", "EINDHOVEN", "GRONINGEN", "MADRID"],
    ...["BARCELONA", "VALENCIA", "SEVILLA", "ZARAGOZA", "M\u00c1LAGA", "BILBAO", "ROMA", "MILANO"],
    ...["NAPOLI", "TORINO", "FIRENZE", "BOLOGNA", "GENOVA", "VENEZIA", "LISBOA", "PORTO"],
  ];
  assertEquals(staying(cities, (city) => `CORNER BAKERY 114 ${city}`), []);
  assertEquals(staying(cities, (city) => `CORNER BAKERY ${city} CA`), []);
});

Deno.test("normalisePayee() drops what English banks print of the kind of payment before a name", () => {
  const kinds = ["EXTERNAL", "ELECTRONIC", "ONLINE", "WEB", "INTERNET"].flatMap((means) =>
    words("WITHDRAWAL PAYMENT PMT PURCHASE DEBIT").map((one) => `${means} ${one}`)
  );
  const others = [
    ...["ONLINE PAYMENT TO", "FASTER PAYMENT TO", "FASTER PAYMENT FROM", "FASTER PAYMENTS RECEIPT"],
    ...["FASTER PAYMENT", "BILL PMT", "BILL PAYMENT TO", "STANDING ORDER PAYMENT TO"],
  ];
  assertEquals(staying([...kinds, ...others], (one) => `${one} CORNER BAKERY`), []);
});

Deno.test("normalisePayee() knows a code for a company's form and for a place", () => {
  const names = [
    ["HEINEKEN NV", "heineken"],
    ["CORNER BAKERY 114 RENO NV", "corner bakery"],
    ["ERICSSON AB", "ericsson"],
    ["CORNER BAKERY 114 BANFF AB", "corner bakery"],
    ["MUELLER GMBH & CO. KG", "mueller"],
    ["SMITH AND CO", "smith"],
  ] as const;
  for (const [label, name] of names) assertEquals(normalisePayee(label), name, label);
});
