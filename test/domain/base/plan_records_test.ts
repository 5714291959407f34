import { assertEquals } from "@std/assert";
import { liveLines } from "../../../domain/base/plan_records.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

Deno.test("liveLines() gives the lines that still stand, in their order", () => {
  const [first, gone, last] = [aSplitLine(), aSplitLine({ deleted: true }), aSplitLine()];
  assertEquals(liveLines({ subtransactions: [first, gone, last] }), [first, last]);
});

Deno.test("liveLines() gives none for a row that is no split, or no more", () => {
  assertEquals(liveLines(aTransaction()), []);
  assertEquals(liveLines({ subtransactions: [aSplitLine({ deleted: true })] }), []);
});
