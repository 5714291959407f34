import { assertEquals } from "@std/assert";
import { liveLines } from "../../../domain/base/plan_records.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

Deno.test("liveLines() returns live split lines in order", () => {
  const [first, gone, last] = [aSplitLine(), aSplitLine({ deleted: true }), aSplitLine()];
  assertEquals(liveLines({ subtransactions: [first, gone, last] }), [first, last]);
});

Deno.test("liveLines() returns none for a transaction that isn't a split", () => {
  assertEquals(liveLines(aTransaction()), []);
  assertEquals(liveLines({ subtransactions: [aSplitLine({ deleted: true })] }), []);
});
