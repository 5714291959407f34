import { assertEquals } from "@std/assert";
import { isSoundTransaction, transactionShape } from "../../../client/answers/record_shapes.ts";
import { day, month } from "../../../client/answers/value_kinds.ts";
import { aTransaction } from "../../_builders.ts";

const WRONG: readonly unknown[] = [undefined, null, 7.5, "", "text", true, [], {}, 1e300, -1];

Deno.test("isSoundTransaction() passes what the table passes, and nothing else", () => {
  const row = { ...aTransaction(), flag_name: null, amount_formatted: "$1" };
  assertEquals(isSoundTransaction({ ...row }), true);
  for (const [field, kind] of Object.entries(transactionShape)) {
    for (const value of WRONG) {
      const isSound = kind === null || kind(value);
      assertEquals(isSoundTransaction({ ...row, [field]: value }), isSound, `${field}: ${value}`);
    }
  }
});

Deno.test("day() knows the calendar", () => {
  const days = ["2024-02-29", "2000-02-29", "1999-12-31"];
  assertEquals(days.filter(day), days);
  const none = [
    "2023-02-29",
    "1900-02-29",
    "2024-13-01",
    "2024-00-10",
    "2024-04-31",
    "2024-4-1",
    "2024/04/01",
    "9999-01-01",
    "0001-01-01",
    "2024-01-01T",
    "",
    7,
  ];
  assertEquals(none.filter(day), []);
  assertEquals([month("2024-03-01"), month("2024-03-02")], [true, false]);
});
