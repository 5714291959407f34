import { assertEquals } from "@std/assert";
import { likelyWord } from "../../../domain/references/nearest_word.ts";

Deno.test("likelyWord() takes the only word that begins like what was typed", () => {
  assertEquals(likelyWord("category", ["amount", "category_ids"]), "category_ids");
  assertEquals(likelyWord("--token", ["--today", "--token-file"]), "--token-file");
});

Deno.test("likelyWord() takes the nearest where several begin so, or too little was typed", () => {
  assertEquals(likelyWord("amount", ["amount_max", "amount_min", "amounts"]), "amounts");
  assertEquals(likelyWord("pla", ["plan", "planned_until"]), "plan");
  assertEquals(likelyWord("xyz", ["account_ids"]), null);
});
