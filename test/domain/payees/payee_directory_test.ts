import { assertAlmostEquals, assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  type AnyPayeeGroup,
  PayeeDirectory,
  relatedPayees,
} from "../../../domain/payees/payee_directory.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import { aTransaction } from "../../_builders.ts";

const ROWS = [
  aTransaction({ payee_id: "coffee", payee_name: "Blue Door Coffee" }),
  aTransaction({ payee_name: "Blue Door Coffee", amount: 5_000 }),
  aTransaction({ payee_name: "Blue Motors", import_payee_name: "PAYPAL *BLMTRS" }),
  aTransaction({ payee_name: null }),
  aTransaction({ payee_name: "Transfer : Savings", transfer_account_id: "savings" }),
];
const directory = new PayeeDirectory(payeeIndexOf(ROWS));

Deno.test("PayeeDirectory groupOf() uses the payee's id, then its name", () => {
  const group = directory.groupOf({ amount: -1, payee_id: "coffee", payee_name: "New name" });
  assertEquals(group?.key, "blue door coffee");
  assertEquals(directory.groupOf({ amount: -1, payee_name: "BLUE MOTORS" })?.key, "blue motors");
  assertEquals(directory.groupOf({ amount: -1, payee_name: "Elsewhere" }), undefined);
});

Deno.test("PayeeDirectory omits transfers and transactions without a payee", () => {
  assertEquals(directory.named("out", "transfer:savings"), undefined);
  assertEquals(directory.named("out", "nameless"), undefined);
  assertEquals(directory.groupOf({ amount: -1 }), undefined);
});

Deno.test("PayeeDirectory labelled() finds payees by the bank's label", () => {
  assertEquals(keysOf(directory.labelled("out", "blmtrs")), ["blue motors"]);
  assertEquals(keysOf(directory.labelled("in", "blmtrs")), []);
  assertEquals(keysOf(directory.labelled("out", "mtrs")), []);
  assertEquals(keysOf(directory.labelled("out", "unheard of")), []);
});

Deno.test("PayeeDirectory labelled() uses only the newest labels", () => {
  const labels = ["OLDNAME", ...Array.from({ length: 3 }, () => "NEWNAME")];
  const rows = labels.map((import_payee_name, at) =>
    aTransaction({ date: `2024-03-0${at + 1}`, payee_name: "Shop", import_payee_name })
  );
  const shop = new PayeeDirectory(payeeIndexOf(rows));
  assertEquals(keysOf(shop.labelled("out", "newname")), ["shop"]);
  assertEquals(keysOf(shop.labelled("out", "oldname")), []);
});

Deno.test("PayeeDirectory alike() returns the share of words in common", () => {
  const alike = new Map(
    [...directory.alike("out", "blue door bakery")].map(([{ key }, share]) => [key, share]),
  );
  assertAlmostEquals(alike.get("blue door coffee") ?? 0, 2 / 4);
  assertAlmostEquals(alike.get("blue motors") ?? 0, 1 / 4);
  assertEquals(directory.alike("out", "zenith imports").size, 0);
});

function keysOf(groups: readonly AnyPayeeGroup[]): readonly string[] {
  return groups.map(({ key }) => key);
}

Deno.test("relatedPayees() starts with the payee itself", () => {
  assertEquals(related({ payee_name: "Shop" }, []), [["out shop", 1]]);
});

Deno.test("relatedPayees() finds the payee named in the transaction's label", () => {
  const rows = [aTransaction({ payee_name: "Zenithimpo" })];
  const row = { payee_name: "Zenith", import_payee_name: "PAYPAL *ZENITHIMPO" };
  assertEquals(others(row, rows), [["out zenithimpo", 0.95]]);
});

Deno.test("relatedPayees() finds the payee whose bank label equals the transaction's payee", () => {
  const rows = [aTransaction({ payee_name: "Zenith", import_payee_name: "PAYPAL *ZENITHIMPO" })];
  assertEquals(others({ payee_name: "PAYPAL *ZENITHIMPO" }, rows), [["out zenith", 0.95]]);
});

Deno.test("relatedPayees() ignores a label that several payees have", () => {
  const rows = ["Anna", "Bert"].map((payee_name) =>
    aTransaction({ payee_name, import_payee_name: "PERSONALCHECK" })
  );
  assertEquals(others({ payee_name: "PERSONALCHECK" }, rows), []);
});

Deno.test("relatedPayees() uses purchases for inflows, but not the reverse", () => {
  const spent = [aTransaction({ payee_name: "Shop", amount: -5_000 })];
  const got = [aTransaction({ payee_name: "Shop", amount: 5_000 })];
  assertEquals(others({ payee_name: "Shop", amount: 5_000 }, spent), [["out shop", 0.75]]);
  assertEquals(others({ payee_name: "Shop", amount: -5_000 }, got), []);
});

Deno.test("relatedPayees() returns payees by share of words, most similar first", () => {
  const rows = ["Blue Door", "Blue Door Coffee House", "Red Door"].map((payee_name) =>
    aTransaction({ payee_name })
  );
  assertEquals(others({ payee_name: "Blue Door Coffee" }, rows), [
    ["out blue door coffee house", 3 / 4],
    ["out blue door", 2 / 3],
  ]);
});

type Related = readonly (readonly [payee: string, trust: number])[];

/** Direction, key and trust of what is found for a row among others. */
function related(
  change: Parameters<typeof aTransaction>[0],
  rows: readonly TransactionRecord[],
): Related {
  const row = aTransaction(change);
  const directory = new PayeeDirectory(payeeIndexOf([...rows, row]));
  const own = directory.groupOf(row);
  if (own === undefined) throw new Error("The row has no payee");
  return [...relatedPayees(own, directory)].map(({ group, trust }) => [
    `${group.direction} ${group.key}`,
    trust,
  ]);
}

/** What is found besides the payee itself. */
function others(...args: Parameters<typeof related>): Related {
  return related(...args).slice(1);
}
