import { assertEquals } from "@std/assert";
import { otherSides, splitBehind } from "../../../changes/rules/transactions.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

const out = aTransaction({ id: "out", transfer_transaction_id: "in" });
const back = aTransaction({
  id: "in",
  account_id: "savings",
  transfer_account_id: "checking",
  transfer_transaction_id: "out",
});
const split = aTransaction({
  id: "split",
  subtransactions: [
    aSplitLine({ transfer_transaction_id: "side" }),
    aSplitLine({ transfer_transaction_id: "gone", deleted: true }),
    aSplitLine(),
  ],
});
const side = aTransaction({ id: "side", account_id: "savings", transfer_account_id: "checking" });
const all = [out, back, split, side, aTransaction({ id: "gone" })];
const byId = new Map(all.map((one) => [one.id, one]));

Deno.test("otherSides() finds the other side of a transfer, and those of lines that are there", () => {
  assertEquals(otherSides(out, byId), [back]);
  assertEquals(otherSides(split, byId), [side]);
  assertEquals(otherSides(aTransaction(), byId), []);
  assertEquals(otherSides({ ...out, transfer_transaction_id: "unknown" }, byId), []);
});

Deno.test("splitBehind() finds the split of a line's other side, in its account alone", () => {
  assertEquals(splitBehind(side, all), split);
  assertEquals(splitBehind(back, all), null);
  assertEquals(splitBehind({ ...side, transfer_account_id: null }, all), null);
  assertEquals(splitBehind({ ...side, transfer_account_id: "visa" }, all), null);
  assertEquals(splitBehind({ ...side, id: "gone" }, all), null);
});
