import { assertEquals } from "@std/assert";
import { dateWords } from "../../../domain/base/date_words.ts";
import { answerForPeople, sentenceForPeople } from "../../../domain/base/for_people.ts";

const euros = { symbol: "\u20ac", isSymbolFirst: false, decimals: 2, decimalMark: ",", gap: " " };
const shown = "-50,00\u00a0\u20ac";

const sentences: readonly (readonly [sentence: string, forPeople: string])[] = [
  ["Move 5.00\u20ac to Fun in 2026-11", "Move 5,00\u00a0\u20ac to Fun in November 2026"],
  [`Undo "Set Fun in 2026-05 to 1"?`, `Undo "Set Fun in May 2026 to 1"?`],
  ["Everyday/Fun, 2026-01", "Everyday/Fun, January 2026"],
  ["equal it: 2026-11-04 Rewe; 2026-12-01 Aldi", "equal it: 4 Nov 2026 Rewe; 1 Dec 2026 Aldi"],
  ["2026-11-04 Rewe -50.00\u20ac Visa", `4 Nov 2026 Rewe ${shown} Visa`],
  [
    "Delete the scheduled transaction for Gym, next due on 2026-12-31",
    "Delete the scheduled transaction for Gym, next due on 31 Dec 2026",
  ],
  ["have 9.00\u20ac by 2027-03-01.", "have 9,00\u00a0\u20ac by 1 Mar 2027."],
  ["no day: in 2026-13, on 2026-02-30", "no day: in 2026-13, on 2026-02-30"],
  ["names: Trip 2026-11, order on 2026-11-04-77", "names: Trip 2026-11, order on 2026-11-04-77"],
];

for (const [sentence, forPeople] of sentences) {
  Deno.test(`sentenceForPeople() writes ${JSON.stringify(sentence)}`, () => {
    assertEquals(sentenceForPeople(sentence, euros), forPeople);
  });
}

Deno.test("dateWords() formats days and months and leaves other text unchanged", () => {
  assertEquals(["2026-11-14", "2026-11", "2026", "soon"].map(dateWords), [
    "14 Nov 2026",
    "November 2026",
    "2026",
    "soon",
  ]);
});

Deno.test("answerForPeople() formats the sentences and values on a card, but not user text", () => {
  const card = {
    summary: "Move -50.00\u20ac",
    result: "Available in 2026-11: Groceries -50.00\u20ac",
    memo: "-50.00\u20ac in 2026-11",
  };
  const changes = [
    { label: "Fun, 2026-11", field: "date", before: "2026-11-04", after: "2026-12-01" },
    { label: "2026-11-04 Rewe", field: "memo", before: "2026-11-04", after: "2026-11" },
  ];
  assertEquals(answerForPeople({ card, changes }, euros), {
    card: {
      summary: `Move ${shown}`,
      result: `Available in November 2026: Groceries ${shown}`,
      memo: "-50.00\u20ac in 2026-11",
    },
    changes: [
      { label: "Fun, November 2026", field: "date", before: "4 Nov 2026", after: "1 Dec 2026" },
      { label: "4 Nov 2026 Rewe", field: "memo", before: "2026-11-04", after: "2026-11" },
    ],
  });
});
