import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { likelyWord, nearestWord } from "../../../domain/references/nearest_word.ts";
import { runs } from "../../_runs.ts";

const WORDS = ["account", "category", "transactions", "limit"];

Deno.test("nearestWord() corrects a typo", () => {
  const typos = { account: ["acount", "acccount"], category: ["categroy"] };
  const limits = { limit: ["limid", "LIMIT", "limits", "limit"] };
  for (const [meant, typed] of Object.entries({ ...typos, ...limits })) {
    for (const one of typed) assertEquals(nearestWord(one, WORDS), meant, one);
  }
});

/** Edit distance, computed from its definition. */
function distanceOf(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [left, right] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return distanceOf(left, right);
  return 1 + Math.min(distanceOf(left, b), distanceOf(a, right), distanceOf(left, right));
}

Deno.test("nearestWord() agrees with the definition of edit distance", () => {
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
    runs(300),
  );
});

Deno.test("nearestWord() compares the lengths of lowercased words", () => {
  // The lowercase form of this letter has two code units.
  const word = "\u0130".repeat(4);
  assertEquals(nearestWord(word, ["iiiiiiii", word]), word);
});

Deno.test("likelyWord() returns the only word with the typed prefix", () => {
  assertEquals(likelyWord("category", ["amount", "category_ids"]), "category_ids");
  assertEquals(likelyWord("--token", ["--today", "--token-file"]), "--token-file");
});

Deno.test("likelyWord() returns the nearest word if the prefix is ambiguous or too short", () => {
  assertEquals(likelyWord("amount", ["amount_max", "amount_min", "amounts"]), "amounts");
  assertEquals(likelyWord("pla", ["plan", "planned_until"]), "plan");
  assertEquals(likelyWord("xyz", ["account_ids"]), null);
});
