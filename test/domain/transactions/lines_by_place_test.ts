import { assertEquals } from "@std/assert";
import { linesOf, payeesIn } from "../../../domain/transactions/lines_by_place.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

const SHOP = aSplitLine({ payee_id: "p", payee_name: "Shop" });

Deno.test("linesOf() gives lines by the place of their transaction, of splits alone", () => {
  const split = aTransaction({ subtransactions: [SHOP] });
  assertEquals([...linesOf([aTransaction(), split])], [[1, [SHOP]]]);
});

Deno.test("payeesIn() gives each payee under each of its names once, and none without a name", () => {
  const lines = [
    SHOP,
    aSplitLine({ payee_id: "p", payee_name: "Shop", amount: -7 }),
    aSplitLine({ payee_id: "p", payee_name: "Store" }),
    aSplitLine({ payee_id: "q", payee_name: null }),
    aSplitLine({ payee_id: null, payee_name: "Nobody" }),
  ];
  const given = linesOf([aTransaction({ subtransactions: lines })]);
  assertEquals(payeesIn(given), [["p", "Shop"], ["p", "Store"]]);
});
