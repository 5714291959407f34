import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cleanText, isolated } from "../../../domain/base/clean_text.ts";
import { anyText } from "../../_any_text.ts";
import { runs } from "../../_runs.ts";

const cleaned: readonly (readonly [string, string])[] = [
  ["Corner Shop 12", "Corner Shop 12"],
  ["Caf\u00e9 \u6771\u4eac", "Caf\u00e9 \u6771\u4eac"],
  ["\u{1f355} Pizza", "\u{1f355} Pizza"],
  ["A&amp;B &lt;c&gt; &quot;d&quot; &apos;e&apos;", "A&B <c> \"d\" 'e'"],
  ["A&AMP;B", "A&B"],
  ["Joe&#39;s", "Joe's"],
  ["Joe&#x27;s &#X1F355;", "Joe's \u{1f355}"],
  ["a&#9;b&#x9;c&#x10ffff;", "a b c\u{10ffff}"],
  ["A&amp;lt;B", "A&lt;B"],
  ["a&nbsp;b\u00a0c", "a b c"],
  ["B & H &", "B & H &"],
  ["A &amp B", "A &amp B"],
  ["A &bogus; &frac34 B", "A &bogus; &frac34 B"],
  [
    "Caf&eacute; &Eacute;cole M&uuml;ller Stra&szlig;e",
    "Caf\u00e9 \u00c9cole M\u00fcller Stra\u00dfe",
  ],
  ["&pound;5 &frac12; &yuml;&shy;", "\u00a35 \u00bd \u00ff"],
  ["&#x110000; &#9999999;", "&#x110000; &#9999999;"],
  ["&#; &#x;", "&#; &#x;"],
  ["&constructor; &toString;", "&constructor; &toString;"],
  ["a&#x202e;b&#0;c&#8203;d", "abcd"],
  ["a&#xd800;b", "a\ufffdb"],
  ["a\r\n\r\n b\tc\u000bd\u0085e", "a b c d e"],
  [" \n a \t", "a"],
  ["a \u200b b", "a b"],
  ["\u001b[31mred", "[31mred"],
  ["\u202atxt.\u202eexe\u202c", "txt.exe"],
  ["A\u200bm\u200ca\u200dz\u2060o\ufeffn", "Amazon"],
  ["a\ud800b\udfffc", "a\ufffdb\ufffdc"],
  ["\u200b\u202e \n", ""],
];

Deno.test("cleanText() removes invisible characters from banks' text and decodes its HTML entities", () => {
  for (const [text, expected] of cleaned) assertEquals(cleanText(text), expected);
});

Deno.test("cleanText() counts characters, not surrogates", () => {
  assertEquals(cleanText("\u{1f355}".repeat(80)), "\u{1f355}".repeat(80));
  assertEquals(cleanText("\u{1f355}".repeat(81)), "\u{1f355}".repeat(79) + "\u2026");
});

const hostileText = fc.array(
  fc.oneof(
    anyText,
    fc.constantFrom("&", ";", "#", "x", "amp", "lt", "202e", " ", "\n", "\u200b", "\u202e"),
    fc.integer({ min: 0, max: 0x11ffff }).map((n) => `&#${n};`),
    fc.integer({ min: 0, max: 0x11ffff }).map((n) => `&#x${n.toString(16)};`),
    fc.constantFrom("a", "\ud800", "\udc41", "\u{e0041}", "\u2028").map((c) => c.repeat(30)),
  ),
  { maxLength: 12 },
).map((parts) => parts.join(""));

// Invisible characters, control characters, lone surrogates, line breaks and direction marks.
const FORBIDDEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/u;

Deno.test("cleanText() removes every forbidden character", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (FORBIDDEN.test(character)) assert(!cleanText(`a${character}b`).includes(character));
  }
});

Deno.test("cleanText() is idempotent and returns at most 80 visible characters without surrounding spaces", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const clean = cleanText(text);
      assert([...clean].length <= 80 && !FORBIDDEN.test(clean));
      assert(!/^\s|\s$|\s\s|[^\S ]/u.test(clean));
      // Cleaning an entity may produce another entity.
      if (!clean.includes("&")) assertEquals(cleanText(clean), clean);
    }),
    runs(1_000),
  );
});

const [OPEN, CLOSE] = ["\u2068", "\u2069"];
const [GROCERIES, EATING_OUT] = [
  "\u05de\u05db\u05d5\u05dc\u05ea",
  "\u05de\u05e1\u05e2\u05d3\u05d5\u05ea",
];
const of = (words: string): string => OPEN + words + CLOSE;

const cases: readonly (readonly [text: string, wanted: string])[] = [
  [`${GROCERIES} \u2192 ${EATING_OUT}`, `${of(GROCERIES)} \u2192 ${of(EATING_OUT)}`],
  [`${GROCERIES} ${EATING_OUT}`, of(`${GROCERIES} ${EATING_OUT}`)],
  [`${GROCERIES} -$5.00`, `${of(GROCERIES)} -$5.00`],
  [`${GROCERIES}, ${EATING_OUT}`, `${of(GROCERIES)}, ${of(EATING_OUT)}`],
  [`${GROCERIES}|${EATING_OUT}`, `${of(GROCERIES)}|${of(EATING_OUT)}`],
  ["77.890.\u062f.\u0628", `77.890.${of("\u062f.\u0628")}`],
];

Deno.test("isolated() wraps right-to-left names in direction marks", () => {
  for (const [text, wanted] of cases) assertEquals(isolated(text), wanted);
});

Deno.test("isolated() adds only direction marks, all of which cleanText() removes", () => {
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
