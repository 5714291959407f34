import { assertEquals } from "@std/assert";
import { PayeeDirectory, relatedPayees } from "../../../domain/payees/payee_directory.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aTransaction } from "../../_builders.ts";

Deno.test("relatedPayees() starts with the payee itself", () => {
  assertEquals(related({ payee_name: "Shop" }, []), [["out shop", 1]]);
});

Deno.test("relatedPayees() finds the payee that the row's own label names", () => {
  const rows = [aTransaction({ payee_name: "Zenithimpo" })];
  const row = { payee_name: "Zenith", import_payee_name: "PAYPAL *ZENITHIMPO" };
  assertEquals(others(row, rows), [["out zenithimpo", 0.95]]);
});

Deno.test("relatedPayees() finds the payee that the bank calls what the row is called", () => {
  const rows = [aTransaction({ payee_name: "Zenith", import_payee_name: "PAYPAL *ZENITHIMPO" })];
  assertEquals(others({ payee_name: "PAYPAL *ZENITHIMPO" }, rows), [["out zenith", 0.95]]);
});

Deno.test("relatedPayees() distrusts a label that several payees have", () => {
  const rows = ["Anna", "Bert"].map((payee_name) =>
    aTransaction({ payee_name, import_payee_name: "PERSONALCHECK" })
  );
  assertEquals(others({ payee_name: "PERSONALCHECK" }, rows), []);
});

Deno.test("relatedPayees() goes by purchases for money that comes in, not the other way round", () => {
  const spent = [aTransaction({ payee_name: "Shop", amount: -5_000 })];
  const got = [aTransaction({ payee_name: "Shop", amount: 5_000 })];
  assertEquals(others({ payee_name: "Shop", amount: 5_000 }, spent), [["out shop", 0.75]]);
  assertEquals(others({ payee_name: "Shop", amount: -5_000 }, got), []);
});

Deno.test("relatedPayees() takes names that share most words, the most alike first", () => {
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
  if (own === undefined) throw new Error("The row names nobody");
  return [...relatedPayees(own, directory)].map(({ group, trust }) => [
    `${group.direction} ${group.key}`,
    trust,
  ]);
}

/** What is found besides the payee itself. */
function others(...args: Parameters<typeof related>): Related {
  return related(...args).slice(1);
}
