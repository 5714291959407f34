import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { cleanText, isolated } from "../../../domain/base/clean_text.ts";

const [OPEN, CLOSE] = ["\u2068", "\u2069"];
const [GROCERIES, EATING_OUT] = [
  "\u05de\u05db\u05d5\u05dc\u05ea",
  "\u05de\u05e1\u05e2\u05d3\u05d5\u05ea",
];
const of = (words: string): string => OPEN + words + CLOSE;

const cases: readonly (readonly [what: string, text: string, wanted: string])[] = [
  [
    "names beside an arrow",
    `${GROCERIES} \u2192 ${EATING_OUT}`,
    `${of(GROCERIES)} \u2192 ${of(EATING_OUT)}`,
  ],
  ["a name of two words", `${GROCERIES} ${EATING_OUT}`, of(`${GROCERIES} ${EATING_OUT}`)],
  ["a name beside an amount", `${GROCERIES} -$5.00`, `${of(GROCERIES)} -$5.00`],
  ["names in a list", `${GROCERIES}, ${EATING_OUT}`, `${of(GROCERIES)}, ${of(EATING_OUT)}`],
  ["names in cells", `${GROCERIES}|${EATING_OUT}`, `${of(GROCERIES)}|${of(EATING_OUT)}`],
  ["a symbol in Arabic letters", "77.890.\u062f.\u0628", `77.890.${of("\u062f.\u0628")}`],
];

for (const [what, text, wanted] of cases) {
  Deno.test(`isolated() keeps apart ${what}`, () => assertEquals(isolated(text), wanted));
}

Deno.test("isolated() leaves text alone that is read from the left", () => {
  for (
    const text of [
      "",
      "Pets \u2192 Gifts",
      "Caf\u00e9 \u00a5500",
      "\u5bb6\u8a08 \u2192 \u0434\u043e\u043c",
    ]
  ) {
    assertEquals(isolated(text), text);
  }
});

Deno.test("isolated() adds nothing but isolates, and cleanText() takes them out again", () => {
  const words = fc.string({
    unit: fc.constantFrom(...`${GROCERIES}\u0627\u0661 aA1.,:|()-\u2192$`),
    maxLength: 30,
  });
  fc.assert(fc.property(words, (text) => {
    const shown = isolated(text);
    assertEquals(shown.replace(/[\u2068\u2069]/gu, ""), text);
    assertEquals(shown.split(OPEN).length, shown.split(CLOSE).length);
    assertEquals(cleanText(shown), cleanText(text));
  }));
});
