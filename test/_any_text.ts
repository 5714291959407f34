import fc from "fast-check";

const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
const latin = fc.integer({ min: 0, max: 0xff }).map((unit) => String.fromCharCode(unit));

/** Generator of text from all of Unicode, weighted toward Latin characters. */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof({ weight: 3, arbitrary: latin }, codeUnit, codePoint),
});

/** Generator of the same kind of text as {@linkcode anyText}, but without lone surrogates. */
export const anyWellFormedText: fc.Arbitrary<string> = anyText.map((text) => text.toWellFormed());
