import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { foldName, foldText, searchForms } from "../../../domain/base/fold_text.ts";

const folded: readonly (readonly [string, string])[] = [
  ["SHOP", "shop"],
  ["Cr\u00e8me Br\u00fbl\u00e9e", "creme brulee"],
  ["Cre\u0300me", "creme"],
  ["\uff21\uff22\uff23 \uff11", "abc 1"],
  ["o\ufb03ce", "office"],
  ["Stra\u00dfe STRA\u1e9eE", "strasse strasse"],
  ["\u0141\u00f3d\u017a \u00c6r\u00f8 \u00d0 \u00de", "lodz aero d th"],
  ["I\u0131\u0130", "iii"],
  ["C\u0153ur \u0152uf", "coeur oeuf"],
  ["\u0110uro", "duro"],
  ["B&amp;H", "b&h"],
  [" a \n b ", "a b"],
  ["A\u200bmazon", "amazon"],
  ["Cafe\u00b4", "cafe"],
  ["L \u00b4 Or\u00e9al", "l oreal"],
  ["\u00b4", "\u00b4"],
];

Deno.test("foldText() folds case, accents and width", () => {
  for (const [text, expected] of folded) assertEquals(foldText(text), expected);
});

Deno.test("foldText() returns the same text for uppercase and lowercase Latin letters", () => {
  const latin = fc.string({
    unit: fc.constantFrom(..."abzxyz \u00e9\u00fc\u00f1\u00e6\u00f8\u0142"),
  });
  fc.assert(fc.property(latin, (text) => {
    assertEquals(foldText(text.toUpperCase()), foldText(text));
  }));
});

Deno.test("foldText() is idempotent", () => {
  const texts = fc.string({ unit: "binary" }).filter((text) => !/[&\ufe60\uff06]/u.test(text));
  const accented = fc.string({ unit: fc.constantFrom(..."aB \u00b4\u00a8\u00b8\u1fef\uffe3") });
  fc.assert(fc.property(fc.oneof(texts, accented), (text) => {
    assertEquals(foldText(foldText(text)), foldText(text));
  }));
});

Deno.test("foldName() keeps accents, whether precomposed or combining", () => {
  assert(foldName("Cr\u00e8me") !== foldName("Creme"));
  assertEquals(foldName("Cr\u00e8me"), foldName("Cre\u0300me"));
});

Deno.test("searchForms() matches spelled-out umlauts only in words of five or more letters", () => {
  const bare: Readonly<Record<string, string | undefined>> = {
    Mueller: "muller",
    Jaeger: "jager",
    Boettcher: "bottcher",
    "Baecker Mueller": "backer muller",
    Hoenn: "honn",
    // In these words, `ae`, `oe` or `ue` isn't read as an umlaut: the word is too short or ends
    // like an English word or a Hebrew name, or the `ue` comes after `q` or before a vowel.
    Hoen: undefined,
    Fuel: undefined,
    Fuels: undefined,
    Michael: undefined,
    Shoes: undefined,
    Quebec: undefined,
    Bouea: undefined,
  };
  for (const [name, form] of Object.entries(bare)) {
    const plain = name.toLowerCase();
    assertEquals(searchForms(name), form === undefined ? [plain] : [plain, form]);
    const [first = "", ...rest] = searchForms(`\u00e9 ${name}`);
    assertEquals([first, rest.includes(`e ${form}`)], [`e ${plain}`, form !== undefined]);
  }
  assertEquals(searchForms("M\u00fcller & S\u00f6hne"), ["muller sohne", "mueller soehne"]);
});
