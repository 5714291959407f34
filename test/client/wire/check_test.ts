import {
  amount,
  type Check,
  count,
  day,
  flag,
  id,
  knowledge,
  month,
  orNone,
  text,
} from "../../../client/wire/check.ts";
import { assertEquals } from "@std/assert";

interface Examples {
  readonly kind: Check<unknown>;
  readonly fits: readonly unknown[];
  readonly others: readonly unknown[];
}

const examples: Readonly<Record<string, Examples>> = {
  id: {
    kind: id,
    fits: ["a1", "x".repeat(100)],
    others: ["", "x".repeat(101), 7, null, undefined],
  },
  idOrNone: { kind: orNone(id), fits: ["a1", null, undefined], others: ["", 7, false] },
  textOrNone: { kind: orNone(text), fits: ["", "note", null, undefined], others: [7, false, []] },
  flag: { kind: flag, fits: [true, false], others: [0, 1, "true", null] },
  amount: {
    kind: amount,
    fits: [0, -1, 1_000_000_000_000_000, -1_000_000_000_000_000],
    others: [0.5, NaN, "1", 1_000_000_000_000_001, -1_000_000_000_000_001, Infinity],
  },
  count: {
    kind: count,
    fits: [0, 31, -31, 2_147_483_647, -2_147_483_647],
    others: [0.5, 2_147_483_648, -2_147_483_649, "1", null],
  },
  knowledge: { kind: knowledge, fits: [0, 7, 9_007_199_254_740_991], others: [-1, 0.5, 2 ** 53] },
  day: {
    kind: day,
    fits: ["1900-01-01", "2199-12-31", "2024-04-30", "2024-02-29", "2000-02-29"],
    others: [
      "1899-12-31",
      "2200-01-01",
      "2023-02-29",
      "1900-02-29",
      "2024-13-01",
      "2024-4-1",
      "2024/04/01",
      "2024-01-01T",
      7,
      "2024-04-00",
      "2024-04-31",
      "2024-04-3:",
      "2024-04-1:",
      "2024-04-3/",
    ],
  },
  month: { kind: month, fits: ["2024-12-01"], others: ["2024-12-11", "2024-13-01", "01"] },
};

for (const [name, { kind, fits, others }] of Object.entries(examples)) {
  Deno.test(`${name}() accepts only valid values`, () => {
    assertEquals(fits.filter((value) => kind(value) !== null), []);
    assertEquals(others.filter((value) => kind(value) === null), []);
  });
}
