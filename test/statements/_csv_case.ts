import { assertEquals } from "@std/assert";
import type { ReadingOptions } from "../../domain/statements/statement.ts";
import { asked, readLines, shortRows } from "./_read_lines.ts";

/** A file with its expected reading or question. */
export interface Case {
  readonly title: string;
  readonly lines: readonly string[];
  readonly options?: Partial<ReadingOptions>;
  readonly rows?: readonly string[];
  readonly asked?: readonly string[];
  readonly leftOut?: readonly string[];
  readonly balances?: readonly [number | null, number | null];
}

export const TWO_ROWS = ["2026-11-14 -12500 Bakery", "2026-11-13 900000 Employer"];

/** Registers a test for each file. */
export function testCases(cases: readonly Case[]): void {
  for (const { title, lines, options, rows, leftOut, balances, ...expected } of cases) {
    Deno.test(`a CSV file with ${title} is ${expected.asked === undefined ? "read" : "asked about"}`, async () => {
      const reading = await readLines(lines, options);
      assertEquals(asked(reading), expected.asked ?? []);
      if (rows !== undefined) assertEquals(shortRows(reading), rows);
      if (leftOut !== undefined) {
        const told = reading.statement.leftOut.map(({ row, reason }) => `${row} ${reason}`);
        assertEquals(told, leftOut);
      }
      if (balances !== undefined) {
        assertEquals([reading.statement.opening, reading.statement.closing], balances);
      }
    });
  }
}
