import { assertEquals } from "@std/assert";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";
import {
  CITIES,
  DOUBTFUL_REGIONS,
  PLAIN_REGIONS,
  PROCESSORS,
  TRAILING_WORDS,
} from "../../../domain/payees/payee_label_words.ts";

/** Words that stay in a label. */
function staying(all: readonly string[], label: (word: string) => string): readonly string[] {
  return all.filter((one) => normalisePayee(label(one)) !== "corner bakery");
}

Deno.test("normalisePayee() drops places, processors and legal forms where they add nothing", () => {
  const regions = [...PLAIN_REGIONS, ...DOUBTFUL_REGIONS];
  assertEquals(staying(regions, (code) => `CORNER BAKERY 114 ${code.toUpperCase()}`), []);
  assertEquals(staying(PLAIN_REGIONS, (code) => `CORNER BAKERY ${code.toUpperCase()}`), []);
  assertEquals(staying(CITIES, (city) => `CORNER BAKERY 114 ${city.toUpperCase()}`), []);
  assertEquals(staying(CITIES, (city) => `CORNER BAKERY ${city.toUpperCase()} CA`), []);
  assertEquals(staying(PROCESSORS, (one) => `${one.toUpperCase()} *CORNER BAKERY`), []);
  assertEquals(staying(TRAILING_WORDS, (word) => `CORNER BAKERY ${word.toUpperCase()}`), []);
  // These are words of some language: they may belong to the name.
  for (const word of ["in", "la", "me", "or", "de", "on"]) {
    assertEquals(normalisePayee(`CORNER BAKERY ${word}`), `corner bakery ${word}`);
  }
});

Deno.test("normalisePayee() distinguishes a legal form from a place with the same letters", () => {
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
