import { assert, assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  isOwnPayee,
  isTransferPayee,
  likePayees,
  payeeOverview,
  payeeUses,
} from "../../../domain/payees/payee_overview.ts";
import { aPayee, aSplitLine, aTransaction } from "../../_builders.ts";
import { type PlantedPayee, plantedSpellings } from "./_planted_spellings.ts";

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

Deno.test("payeeOverview() counts uses and finds the last one anywhere", () => {
  assertEquals(lineOf([]), [0, null, null]);
  const rows = [
    ...used("2026-03-01", "food"),
    ...used("2026-03-09", null),
    ...used("2026-02-01", "food"),
  ];
  assertEquals(lineOf(rows), [3, "2026-03-09", "Food"]);
});

Deno.test("payeeOverview() returns the most frequent category of the latest twenty, the latest of a tie", () => {
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

Deno.test("payeeOverview() counts split lines for their own payees", () => {
  const lines = [
    aSplitLine({ id: "l1", payee_id: "shop", category_id: "food" }),
    aSplitLine({ id: "l2", payee_id: "shop", category_id: "fun", deleted: true }),
    aSplitLine({ id: "l3", payee_id: null, category_id: "fun" }),
  ];
  const [split] = used("2026-03-01", "fun").map((one) => ({ ...one, subtransactions: lines }));
  // A split's own category doesn't count: its lines have categories.
  assertEquals(lineOf(split === undefined ? [] : [split]), [2, "2026-03-01", "Food"]);
});

Deno.test("payeeOverview() omits transfer payees and deleted ones", () => {
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

Deno.test("payeeUses() counts live split lines and transactions with any of the payees", () => {
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

interface Score {
  readonly found: number;
  readonly right: number;
  readonly planted: number;
}

/** Counts pairs of payees, each in both directions. */
function scoreOf(payees: readonly PlantedPayee[]): Score {
  const like = likePayees(payees, Infinity);
  let [found, right, planted] = [0, 0, 0];
  for (const one of payees) {
    const { others = [] } = like.get(one.id) ?? {};
    found += others.length;
    right += others.filter(({ merchant }) => merchant === one.merchant).length;
    planted += payees.filter((other) => other !== one && other.merchant === one.merchant).length;
  }
  return { found, right, planted };
}

Deno.test("likePayees() finds planted spellings from ten countries' banks with few false matches", () => {
  const countries = new Set(plantedSpellings(1).map(({ country }) => country));
  countries.delete("none");
  assert(countries.size >= 8, `${countries.size} countries`);
  for (const seed of [1, 2, 3]) {
    const { found, right, planted } = scoreOf(plantedSpellings(seed));
    assert(right / found >= 0.97, `precision ${right} of ${found}`);
    assert(right / planted >= 0.8, `recall ${right} of ${planted}`);
  }
});

Deno.test("likePayees() ignores word breaks and omits payees without a match", () => {
  const payees = ["Wal Mart", "WALMART", "Wal-Mart #1234", "Target"].map((name) => ({
    id: name,
    name,
  }));
  const like = [...likePayees(payees, Infinity)].map((
    [id, { others }],
  ) => [id, others.map(({ name }) => name)]);
  assertEquals(like, [
    ["Wal Mart", ["WALMART", "Wal-Mart #1234"]],
    ["WALMART", ["Wal Mart", "Wal-Mart #1234"]],
    ["Wal-Mart #1234", ["Wal Mart", "WALMART"]],
  ]);
});
