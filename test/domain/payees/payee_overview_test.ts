import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../../../domain/base/statistics.ts";
import { likePayees } from "../../../domain/payees/payee_overview.ts";

interface PlantedPayee {
  readonly id: string;
  readonly name: string;
  readonly merchant: string;
  readonly country: string;
}

/** `#` is a digit, `@` a letter or digit, `%` the merchant in capitals, `~` as users write it. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  US: [
    "~",
    "SQ *% Portland OR",
    "POS DEBIT XXXXXXXXXXXX#### % SEATTLE WA",
    "DEBIT CARD PURCHASE % #### DENVER CO",
    "% ##### AUSTIN TX",
  ],
  CA: ["~", "INTERAC PURCHASE #### % TORONTO ON", "POINT OF SALE PURCHASE % #0### MONTREAL QC"],
  GB: ["~", "CARD PAYMENT TO % ON 0#-1#", "CONTACTLESS PAYMENT TO % ON 1# APR", "% LONDON GB"],
  IE: ["~", "POS % DUBLIN IE", "DIRECT DEBIT %"],
  FR: ["~", "CB % 1#/03", "CARTE X#### 1#/04 %", "PAIEMENT PAR CARTE % 1#/0#"],
  DE: [
    "~",
    "KARTENZAHLUNG % SAGT DANKE ##### KOELN//DE 1#.12 GIROCARD",
    "SEPA-LASTSCHRIFT % SVWZ+Rechnung A#B#C#",
    "Folgelastschrift % EREF+############",
  ],
  AT: ["~", "% DANKT #### WIEN", "SEPA-BASISLASTSCHRIFT % MREF+RF########"],
  NL: [
    "~",
    "BEA, Betaalpas % ####,PAS### NR:ABC#####, 1#.04.26/12:34 AMSTERDAM",
    "SEPA Incasso algemeen doorlopend Incassant: NL98ZZZ########0000 Naam: % Machtiging: X#",
  ],
  ES: [
    "~",
    "COMPRA EN %, CON LA TARJETA : 5402XXXXXXXX#### EL 2026-04-1#",
    "RECIBO % N\u00ba #######",
  ],
  IT: ["~", "PAGAMENTO POS % 1#/04 MILANO CARTA *####", "ADDEBITO SDD % MANDATO 000#####"],
};

/** Two merchants in one country with similar prefixes are adjacent. */
const MERCHANTS: Readonly<Record<string, readonly string[]>> = {
  US: [
    "Blue Heron Books",
    "Blue Heron Bakery",
    "Maple Hardware",
    "Gas Lamp Diner",
    "Tidewater Gym",
  ],
  CA: ["Northern Lights Cafe", "Northern Lights Power", "Beaver Outfitters", "Rideau Grocer"],
  GB: ["Kingfisher Stores", "Kingfisher Insurance", "Thistle Pharmacy", "Marlow Rail"],
  IE: ["Shamrock Bakery", "Shamrock Taxis", "Liffey Books"],
  FR: ["Boulangerie Perrin", "Boulangerie Martin", "Librairie Lumi\u00e8re", "Assurances Rivoli"],
  DE: [
    "Rheinstrom Energie",
    "Rheinstrom Mobil",
    "B\u00e4ckerei M\u00f6ller",
    "Drogerie Sonnenblume",
  ],
  AT: ["Donau Apotheke", "Donau Versicherung", "Alpenmarkt"],
  NL: ["Molen Supermarkt", "Molen Verzekeringen", "Tulp Fietsen"],
  ES: ["Mercado Sol", "Mercado Luna", "Farmacia Iglesias"],
  IT: ["Panificio Verdi", "Panificio Rossi", "Energia Azzurra"],
};

/** Labels that describe the payment without a name have no similar payee. */
const NAMELESS: readonly string[] = [
  ...["ATM WITHDRAWAL 0412", "ATM Withdrawal 2231", "CHECK 1021", "Check 1022", "CASH DEPOSIT"],
  ...["Cash deposit 3", "TRANSFER 11223344", "Transfer 55667788", "VIREMENT", "Virement 22"],
  ...["LASTSCHRIFT", "Lastschrift 7", "BONIFICO"],
  ...["Bonifico 12", "MOBILE PAYMENT", "Mobile Payment 9"],
];

function plantedSpellings(seed: number): readonly PlantedPayee[] {
  const draw = seededRandom(seed);
  const character = (letters: string): string =>
    letters.charAt(Math.floor(draw() * letters.length));
  const fill = (spelling: string, merchant: string): string =>
    spelling
      .replaceAll("#", () => character("0123456789"))
      .replaceAll("@", () => character("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"))
      .replace("%", merchant.toUpperCase())
      .replace("~", merchant);
  const payees = Object.entries(MERCHANTS).flatMap(([country, merchants]) =>
    merchants.flatMap((merchant) =>
      (SPELLINGS[country] ?? []).map((spelling) => ({
        name: fill(spelling, merchant),
        merchant: `${country} ${merchant}`,
        country,
      }))
    )
  );
  const nameless = NAMELESS.map((name) => ({ name, merchant: `nobody ${name}`, country: "none" }));
  return [...payees, ...nameless].map((one, at) => ({ id: `p${at}`, ...one }));
}

interface Score {
  readonly found: number;
  readonly right: number;
  readonly planted: number;
}

/** Counts pairs of payees, each in both directions. */
function scoreOf(payees: readonly PlantedPayee[]): Score {
  const like = likePayees(payees, Infinity);
  let [found, right, planted] = [0, 0, 0];
  for (const one of payees) {
    const { others = [] } = like.get(one.id) ?? {};
    found += others.length;
    right += others.filter(({ merchant }) => merchant === one.merchant).length;
    planted += payees.filter((other) => other !== one && other.merchant === one.merchant).length;
  }
  return { found, right, planted };
}

Deno.test("likePayees() finds planted spellings from ten countries' banks with few false matches", () => {
  const countries = new Set(plantedSpellings(1).map(({ country }) => country));
  countries.delete("none");
  assert(countries.size >= 8, `${countries.size} countries`);
  for (const seed of [1, 2, 3]) {
    const { found, right, planted } = scoreOf(plantedSpellings(seed));
    assert(right / found >= 0.97, `precision ${right} of ${found}`);
    assert(right / planted >= 0.8, `recall ${right} of ${planted}`);
  }
});

Deno.test("likePayees() ignores word breaks and omits payees without a match", () => {
  const payees = ["Wal Mart", "WALMART", "Wal-Mart #1234", "Target"].map((name) => ({
    id: name,
    name,
  }));
  const like = [...likePayees(payees, Infinity)].map((
    [id, { others }],
  ) => [id, others.map(({ name }) => name)]);
  assertEquals(like, [
    ["Wal Mart", ["WALMART", "Wal-Mart #1234"]],
    ["WALMART", ["Wal Mart", "Wal-Mart #1234"]],
    ["Wal-Mart #1234", ["Wal Mart", "WALMART"]],
  ]);
});
