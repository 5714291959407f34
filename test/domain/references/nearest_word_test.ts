import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { nearestWord } from "../../../domain/references/nearest_word.ts";

const WORDS = ["account", "category", "transactions", "limit"];

const guessed: Readonly<Record<string, readonly [typed: string, meant: string]>> = {
  "a letter left out": ["acount", "account"],
  "a letter too many": ["acccount", "account"],
  "a wrong letter": ["limid", "limit"],
  "two letters swapped": ["categroy", "category"],
  "another case": ["LIMIT", "limit"],
  "a plural": ["limits", "limit"],
  "the word itself": ["limit", "limit"],
};

for (const [what, [typed, meant]] of Object.entries(guessed)) {
  Deno.test(`nearestWord() sees through ${what}`, () => {
    assertEquals(nearestWord(typed, WORDS), meant);
  });
}

Deno.test("nearestWord() guesses nothing when no word is near", () => {
  assertEquals(nearestWord("xyzzy", WORDS), null);
});

Deno.test("nearestWord() guesses nothing without words", () => {
  assertEquals(nearestWord("limit", []), null);
});

Deno.test("nearestWord() takes the first of words that are equally near", () => {
  assertEquals(nearestWord("bat", ["cat", "hat"]), "cat");
});

Deno.test("nearestWord() lets two in five letters be wrong, one in a short word", () => {
  assertEquals(nearestWord("abcde", ["abcxy"]), "abcxy");
  assertEquals(nearestWord("abcde", ["abxyz"]), null);
  assertEquals(nearestWord("ab", ["ax"]), "ax");
  assertEquals(nearestWord("ab", ["xy"]), null);
});

Deno.test("nearestWord() answers for a text of any length", () => {
  assertEquals(nearestWord("limit".repeat(100_000), WORDS), null);
});

Deno.test("nearestWord() ignores letter case on both sides", () => {
  assertEquals(nearestWord("ACOUNT", ["Account"]), "Account");
  assertEquals(nearestWord("acount", ["ACCOUNT"]), "ACCOUNT");
});

/** Edit distance as its definition says. */
function distanceOf(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [left, right] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return distanceOf(left, right);
  return 1 + Math.min(distanceOf(left, b), distanceOf(a, right), distanceOf(left, right));
}

Deno.test("nearestWord() guesses as the definition of edit distance says", () => {
  const someWord = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(someWord, fc.array(someWord, { maxLength: 3 }), (typed, words) => {
      const distances = words.map((word) => distanceOf(typed, word));
      const least = Math.min(...distances);
      const word = words[distances.indexOf(least)];
      const longer = Math.max(typed.length, word?.length ?? 0);
      const isNear = least <= Math.max(1, Math.floor(longer * 0.4));
      assertEquals(nearestWord(typed, words), isNear ? word : null);
    }),
    { numRuns: 300 },
  );
});

Deno.test("nearestWord() finds every word by one wrong letter", () => {
  const someWord = fc.stringMatching(/^[a-z]{3,10}$/u);
  fc.assert(fc.property(someWord, fc.nat(), (word, number) => {
    const at = number % word.length;
    const typed = word.slice(0, at) + "0" + word.slice(at + 1);
    assertEquals(nearestWord(typed, ["0123456789", word]), word);
  }));
});
