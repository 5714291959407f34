import { assert } from "@std/assert";
import fc from "fast-check";
import { GUARDED_PATTERNS } from "../../../domain/payees/payee_label.ts";

/** What patterns look for, with digits, stars and dots and without. */
const PIECES = [
  ..."0123456789*./-_+,:;()'# xabcehr",
  ...["12/31", "4567", "2026-03-15", "555-0107", "www.", ".com", ".co.uk", "//de", "\u0663\u0664"],
  ...["authorized on ", "carte ", "cb ", "sq ", "paypal ", "eur ", "12.50", " march ", " mai"],
  ...["12:30", "uhr", "xxxx", "de89 3704 0044", "portland or", "seattle wa", "berlin"],
  ...["m\u00fcnchen", "store ", "coffee"],
];

const someText = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), {
  maxLength: 8,
}).map((pieces) => pieces.join(""));

Deno.test("a pattern's guard appears in everything the pattern matches", () => {
  const matched = new Set<RegExp>();
  const look = (text: string): void => {
    for (const { expression, needs } of GUARDED_PATTERNS) {
      for (const [match] of text.matchAll(expression)) {
        matched.add(expression);
        assert(needs.test(match), `${expression} in ${text}`);
      }
    }
  };
  fc.assert(fc.property(someText, look), { numRuns: 3_000 });
  // Texts that some of them are made for, so that most have something to be held against.
  [
    ...["purchase authorized on 04/11 shop", "sq *shop *ab12cd", "carte chez paul 12/03 paris"],
    ...["shop 12.03 berlin", "shop 2026-03-15", "shop 12/03", "shop 12 march 2026"],
    ...["shop 12:30 uhr", "eur 12.50", "shop 844-555-0171 co", "shop help.uber.com ca"],
    ...["netflix.com", "shop xxxx1234", "de89370400440532013000", "de89 3704 0044 0532 0130"],
    ...["shop 1234 5678", "shop 123 ca", "shop 123 berlin", "one two three 12"],
  ].forEach(look);
  assert(matched.size >= GUARDED_PATTERNS.length - 1, `${matched.size} have matched`);
  assert(GUARDED_PATTERNS.length > 15);
});
