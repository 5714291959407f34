import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../../../domain/base/statistics.ts";
import { likePayees } from "../../../domain/payees/payee_index.ts";

/**
 * Label formats of banks. `#` is a digit, `@` a letter or digit, and `%` the merchant in capitals.
 */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  US: [
    "SQ *% Portland OR",
    "POS DEBIT XXXXXXXXXXXX#### % SEATTLE WA",
    "DEBIT CARD PURCHASE % #### DENVER CO",
    "% ##### AUSTIN TX",
  ],
  CA: ["INTERAC PURCHASE #### % TORONTO ON", "POINT OF SALE PURCHASE % #0### MONTREAL QC"],
  GB: ["CARD PAYMENT TO % ON 0#-1#", "CONTACTLESS PAYMENT TO % ON 1# APR", "% LONDON GB"],
  IE: ["POS % DUBLIN IE", "DIRECT DEBIT %"],
  FR: ["CB % 1#/03", "CARTE X#### 1#/04 %", "PAIEMENT PAR CARTE % 1#/0#"],
  DE: [
    "KARTENZAHLUNG % SAGT DANKE ##### KOELN//DE 1#.12 GIROCARD",
    "SEPA-LASTSCHRIFT % SVWZ+Rechnung A#B#C#",
    "Folgelastschrift % EREF+############",
  ],
  AT: ["% DANKT #### WIEN", "SEPA-BASISLASTSCHRIFT % MREF+RF########"],
  NL: [
    "BEA, Betaalpas % ####,PAS### NR:ABC#####, 1#.04.26/12:34 AMSTERDAM",
    "SEPA Incasso algemeen doorlopend Incassant: NL98ZZZ########0000 Naam: % Machtiging: X#",
  ],
  ES: [
    "COMPRA EN %, CON LA TARJETA : 5402XXXXXXXX#### EL 2026-04-1#",
    "RECIBO % N\u00ba #######",
  ],
  IT: ["PAGAMENTO POS % 1#/04 MILANO CARTA *####", "ADDEBITO SDD % MANDATO 000#####"],
};

/** Merchants by country, some with similar names. */
const MERCHANTS: Readonly<Record<string, readonly string[]>> = {
  US: ["Blue Heron Books", "Blue Heron Bakery", "Maple Hardware", "Gas Lamp Diner"],
  CA: ["Northern Lights Cafe", "Northern Lights Power", "Beaver Outfitters"],
  GB: ["Kingfisher Stores", "Kingfisher Insurance", "Thistle Pharmacy", "Marlow Rail"],
  IE: ["Shamrock Bakery", "Shamrock Taxis", "Liffey Books"],
  FR: ["Boulangerie Perrin", "Boulangerie Martin", "Librairie Lumi\u00e8re"],
  DE: ["Rheinstrom Energie", "Rheinstrom Mobil", "B\u00e4ckerei M\u00f6ller"],
  AT: ["Donau Apotheke", "Donau Versicherung", "Alpenmarkt"],
  NL: ["Molen Supermarkt", "Molen Verzekeringen", "Tulp Fietsen"],
  ES: ["Mercado Sol", "Mercado Luna", "Farmacia Iglesias"],
  IT: ["Panificio Verdi", "Panificio Rossi", "Energia Azzurra"],
};

/** Labels that describe a payment without naming a payee, and so aren't similar to any payee. */
const NAMELESS: readonly string[] = [
  ...["ATM WITHDRAWAL 0412", "ATM Withdrawal 2231", "CHECK 1021", "Check 1022", "CASH DEPOSIT"],
  ...["Cash deposit 3", "TRANSFER 11223344", "Transfer 55667788", "VIREMENT", "Virement 22"],
  ...["LASTSCHRIFT", "Lastschrift 7", "BONIFICO"],
  ...["Bonifico 12", "MOBILE PAYMENT", "Mobile Payment 9"],
];

interface Planted {
  readonly id: string;
  readonly name: string;
  readonly merchant: string;
}

function plantedPayees(seed: number): readonly Planted[] {
  const draw = seededRandom(seed);
  const one = (characters: string): string =>
    characters.charAt(Math.floor(draw() * characters.length));
  const filled = (spelling: string, merchant: string): string =>
    spelling
      .replaceAll("#", () => one("0123456789"))
      .replaceAll("@", () => one("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"))
      .replace("%", merchant.toUpperCase());
  const payees = Object.entries(MERCHANTS).flatMap(([country, merchants]) =>
    merchants.flatMap((merchant) =>
      [merchant, ...(SPELLINGS[country] ?? []).map((spelling) => filled(spelling, merchant))]
        .map((name) => ({ name, merchant }))
    )
  );
  const nameless = NAMELESS.map((name) => ({ name, merchant: name }));
  return [...payees, ...nameless].map((payee, at) => ({ id: `p${at}`, ...payee }));
}

Deno.test("likePayees() finds the spellings that banks in ten countries use, with few false matches", () => {
  for (const seed of [1, 2, 3]) {
    const payees = plantedPayees(seed);
    const like = likePayees(payees, Infinity);
    let [found, right, planted] = [0, 0, 0];
    for (const one of payees) {
      const { others = [] } = like.get(one.id) ?? {};
      found += others.length;
      right += others.filter(({ merchant }) => merchant === one.merchant).length;
      planted += payees.filter((other) => other !== one && other.merchant === one.merchant).length;
    }
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
