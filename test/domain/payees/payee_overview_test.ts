import { assertEquals } from "@std/assert";
import {
  isOwnPayee,
  isTransferPayee,
  payeeOverview,
  payeeUses,
} from "../../../domain/payees/payee_overview.ts";
import { PayeeSpellings } from "../../../domain/search/transaction_groups.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aPayee, aSplitLine, aTransaction } from "../../_builders.ts";

const shop = aPayee({ id: "shop", name: "Corner Shop" });
const names = new Map([["food", "Food"], ["fun", "Fun"]]);

function lineOf(rows: readonly TransactionRecord[]): readonly unknown[] {
  const [line] = payeeOverview({
    payees: [shop],
    transactions: rows,
    categoryName: (id) => names.get(id ?? "") ?? null,
  });
  return [line?.uses, line?.last_used, line?.category];
}

const used = (date: string, category_id: string | null, count = 1): readonly TransactionRecord[] =>
  Array.from(
    { length: count },
    (_, at) =>
      aTransaction({ id: `${date}${category_id}${at}`, date, category_id, payee_id: "shop" }),
  );

Deno.test("payeeOverview() counts uses, the last of them wherever it stands", () => {
  assertEquals(lineOf([]), [0, null, null]);
  const rows = [
    ...used("2026-03-01", "food"),
    ...used("2026-03-09", null),
    ...used("2026-02-01", "food"),
  ];
  assertEquals(lineOf(rows), [3, "2026-03-09", "Food"]);
});

Deno.test("payeeOverview() takes the commonest category of the latest twenty, of several the latest", () => {
  const old = used("2025-01-01", "fun", 30);
  assertEquals(lineOf(old)[2], "Fun");
  assertEquals(lineOf([...old, ...used("2026-01-01", "food", 10)])[2], "Food");
  assertEquals(lineOf([...old, ...used("2026-01-01", "food", 9)])[2], "Fun");
  assertEquals(
    lineOf([...used("2026-01-01", "fun", 2), ...used("2026-02-01", "food", 2)])[2],
    "Food",
  );
  // What can't be chosen is passed over.
  assertEquals(
    lineOf([...used("2026-01-01", "fun"), ...used("2026-02-01", "hidden", 25)])[2],
    "Fun",
  );
});

Deno.test("payeeOverview() counts the lines of a split for the payees that they name", () => {
  const lines = [
    aSplitLine({ id: "l1", payee_id: "shop", category_id: "food" }),
    aSplitLine({ id: "l2", payee_id: "shop", category_id: "fun", deleted: true }),
    aSplitLine({ id: "l3", payee_id: null, category_id: "fun" }),
  ];
  const [split] = used("2026-03-01", "fun").map((one) => ({ ...one, subtransactions: lines }));
  // Its own category is none of a payment's: its lines have them.
  assertEquals(lineOf(split === undefined ? [] : [split]), [2, "2026-03-01", "Food"]);
});

Deno.test("payeeOverview() lists neither payees of transfers nor deleted ones", () => {
  const payees = [
    shop,
    aPayee({ id: "t", name: "Transfer : Visa", transfer_account_id: "visa" }),
    aPayee({ id: "d", name: "Gone", deleted: true }),
    aPayee({ id: "s", name: "Starting Balance" }),
  ];
  const listed = payeeOverview({ payees, transactions: [], categoryName: () => null });
  assertEquals(listed.map(({ payee_id }) => payee_id), ["shop", "s"]);
  assertEquals(payees.map(isTransferPayee), [false, true, false, false]);
  assertEquals(payees.map(isOwnPayee), [true, false, true, false]);
  assertEquals(isTransferPayee({ ...shop, transfer_account_id: "" }), false);
});

Deno.test("payeeOverview() names payees that may be the same merchant", () => {
  const payees = [
    shop,
    aPayee({ id: "2", name: "CORNER  SHOP" }),
    aPayee({ id: "3", name: "Bakery" }),
  ];
  const listed = payeeOverview({ payees, transactions: [], categoryName: () => null });
  assertEquals(listed.map(({ like }) => like), [["CORNER  SHOP"], ["Corner Shop"], []]);
});

Deno.test("payeeUses() counts live lines and records of any of the payees", () => {
  const line = { payee_id: "a", deleted: false };
  const users = [
    { payee_id: "a", subtransactions: [] },
    {
      payee_id: "b",
      subtransactions: [line, { ...line, deleted: true }, { ...line, payee_id: "c" }],
    },
    { payee_id: null, subtransactions: [line] },
    { subtransactions: [] },
  ];
  assertEquals(payeeUses(new Set(["a", "b"]), users), { records: 2, lines: 2 });
});

Deno.test("PayeeSpellings gives the plain spelling, else the most frequent, of several the newest", () => {
  const best = (...names: readonly string[]): string => {
    const spellings = new PayeeSpellings("amazon");
    for (const name of names) spellings.add(name);
    return spellings.best();
  };
  assertEquals(best(), "");
  assertEquals(best("AMZN 1", "AMZN 2", "AMZN 2"), "AMZN 2");
  assertEquals(best("AMZN 1", "AMZN 2"), "AMZN 1");
  assertEquals(best("AMZN 1", "AMZN 1", "AMZN 1", "Amazon"), "Amazon");
  assertEquals(best("AMAZON", "Amazon", "Amazon"), "Amazon");
});
