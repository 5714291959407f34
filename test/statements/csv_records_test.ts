import { assertEquals } from "@std/assert";
import fc from "fast-check";
import Papa from "npm:papaparse@5";
import { splitRecords } from "../../statements/csv_records.ts";
import { runs } from "../_runs.ts";

const cell = fc.string({
  unit: fc.constantFrom("a", "b", "1", ".", " ", '"', ",", ";", "\t", "|", "\n"),
  maxLength: 8,
});

Deno.test("splitRecords() returns the same records as papaparse", () => {
  const delimiters = fc.constantFrom(",", ";", "\t", "|");
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 6 })),
      delimiters,
      (rows, by) => {
        const text = Papa.unparse(rows, { delimiter: by, newline: "\n" });
        const parsed: string[][] = Papa.parse(text, { delimiter: by, newline: "\n" }).data;
        const expected = parsed
          .map((cells) => cells.map((one) => one.trim()))
          .filter((cells) => cells.some((one) => one !== ""));
        assertEquals(splitRecords(text, by).map(({ cells }) => cells), expected);
      },
    ),
    runs(500, 7),
  );
});

Deno.test("splitRecords() counts line breaks in quoted text when it numbers lines", () => {
  const lines = splitRecords('a,b\n"one\ntwo",c\n\nd,e', ",").map(({ line }) => line);
  assertEquals(lines, [1, 2, 5]);
});
