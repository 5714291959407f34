import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { foldText } from "../../../domain/base/fold_text.ts";
import type { SplitLineRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import { normalizePayee } from "../../../domain/payees/payee_label.ts";
import { compareKeys } from "../../../domain/search/cursor.ts";
import type { TransactionQuery } from "../../../domain/search/transaction_query.ts";
import {
  findMatches,
  pageOfTransactions,
  type Sort,
  sortKey,
  SORTS,
} from "../../../domain/search/transaction_search.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { anId, aSplitLine, aTransaction } from "../../_builders.ts";
import {
  conditionNames,
  type FoundMatch,
  foundMatches,
  rule,
  someQuery,
  someQueryOf,
  someQueryOfTwo,
  someRows,
} from "./_search_rows.ts";
import { runs } from "../../_runs.ts";

function idsFor(rows: readonly TransactionRecord[], query: TransactionQuery): readonly string[] {
  return foundMatches(rows, query).map(({ transaction }) => transaction.id);
}

const labeled = [
  aTransaction({ id: "a", payee_name: "Caf\u00e9 Noir", import_payee_name: "SQ *ACME-SHOP 123" }),
  aTransaction({
    ...{ id: "b", payee_name: "AMZN Mktp US*2K3", import_payee_name_original: "SQ &amp; CO" },
  }),
];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  a: ["cafe", "CAF\u00c9", "\uff23afe", "afe no", "sq *acme", "acme shop", "shop 123"],
  b: ["amazon", "mktp us*2k3", "sq & co"],
  // A text doesn't match across two fields.
  "": ["2k3sq", "2k3 sq", "2k3\nsq"],
};

Deno.test("findMatches() finds words of payees and bank labels, whatever their spelling", () => {
  for (const [id, words] of Object.entries(WORDS)) {
    for (const text of words) assertEquals(idsFor(labeled, { text }).join(), id, text);
  }
});

Deno.test("findMatches() applies a direction to a category's split lines, not to the split", () => {
  const salary = aTransaction({
    amount: 2_000,
    subtransactions: [
      aSplitLine({ amount: 2_600, category_id: "income" }),
      aSplitLine({ amount: -500, category_id: "health" }),
      aSplitLine({ amount: -100, category_id: "health" }),
    ],
  });
  const amounts = (category: string, direction: "in" | "out"): readonly unknown[] =>
    foundMatches([salary], { categoryIds: new Set([category]), direction })
      .map(({ lines }) => lines?.map(({ amount }) => amount));
  assertEquals(amounts("health", "out"), [[-500, -100]]);
  assertEquals(amounts("health", "in"), []);
  assertEquals(amounts("income", "in"), [[2_600]]);
});

/** Checks each condition separately, as documented. */
function naiveSearch(
  live: readonly TransactionRecord[],
  query: TransactionQuery,
): readonly FoundMatch[] {
  const isImported = (row: TransactionRecord): boolean => (row.import_id ?? "") !== "";
  const partnerOf = (row: TransactionRecord): TransactionRecord | undefined =>
    live.find(({ id }) => id === row.matched_transaction_id && id !== row.id);
  const isLeftOut = (row: TransactionRecord): boolean => {
    const partner = partnerOf(row);
    if (partner === undefined || !isImported(row)) return false;
    const isMutual = partner.matched_transaction_id === row.id && isImported(partner);
    return !isMutual || partner.id < row.id;
  };
  const linesOf = (row: TransactionRecord): readonly SplitLineRecord[] =>
    row.subtransactions.filter(({ deleted }) => !deleted);
  const labels = (row: TransactionRecord): readonly string[] => {
    const printed = [
      row.payee_name,
      row.import_payee_name,
      row.import_payee_name_original,
      ...linesOf(row).map((line) => line.payee_name),
    ].map((label) => label ?? "").filter((label) => label !== "");
    const worded = printed.map((label) => foldText(label).replace(/[^\p{L}\p{N}]+/gu, " ").trim());
    const payee = row.payee_name ?? "";
    return [...printed, ...worded, ...(payee === "" ? [] : [normalizePayee(payee)])];
  };
  const payeesOf = (row: TransactionRecord): readonly string[] => {
    const partners = live.filter((other) => isLeftOut(other) && partnerOf(other) === row);
    // If a transaction has several partners, the last one counts.
    const partner = partners.at(-1);
    return partner === undefined ? labels(row) : [...labels(row), ...labels(partner)];
  };
  const memosOf = (row: TransactionRecord): readonly (string | null | undefined)[] => [
    row.memo,
    ...linesOf(row).map(({ memo }) => memo),
  ];
  const says = (texts: readonly (string | null | undefined)[], wanted: string): boolean =>
    texts.some((text) => text !== null && foldText(text ?? "").includes(foldText(wanted)));
  const areLinesAsked = (row: TransactionRecord): boolean =>
    query.categoryIds !== undefined && linesOf(row).length > 0;
  const goesThere = (amount: number): boolean =>
    query.direction === undefined || (query.direction === "in" ? amount > 0 : amount < 0);
  const tests: readonly ((row: TransactionRecord) => boolean)[] = [
    (row) => !isLeftOut(row),
    ({ date }) => query.since === undefined || date >= query.since,
    ({ date }) => query.until === undefined || date <= query.until,
    ({ amount }) => query.amount === undefined || amount === query.amount,
    ({ amount }) => query.minAmount === undefined || amount >= query.minAmount,
    ({ amount }) => query.maxAmount === undefined || amount <= query.maxAmount,
    (row) => areLinesAsked(row) || goesThere(row.amount),
    (row) => query.accountIds?.has(row.account_id) ?? true,
    ({ approved }) => query.isUnapproved !== true || !approved,
    ({ cleared }) => query.cleared === undefined || cleared === query.cleared,
    (row) => query.flag === undefined || row.flag_color === query.flag,
    (row) => query.payee === undefined || says(payeesOf(row), query.payee),
    (row) => query.text === undefined || says([...payeesOf(row), ...memosOf(row)], query.text),
    (row) =>
      query.isUncategorized !== true ||
      (["checking", "visa"].includes(row.account_id) && linesOf(row).length === 0 &&
        row.transfer_account_id === null && ["", "none"].includes(row.category_id ?? "")),
  ];
  const matches: FoundMatch[] = [];
  for (const row of live.filter((each) => tests.every((test) => test(each)))) {
    const lines = linesOf(row);
    const wanted = query.categoryIds;
    if (wanted === undefined) matches.push({ transaction: row, lines: null });
    else if (lines.length === 0) {
      if (wanted.has(row.category_id ?? "")) matches.push({ transaction: row, lines: null });
    } else {
      const fitting = lines.filter((line) =>
        wanted.has(line.category_id ?? "") && goesThere(line.amount)
      );
      if (fitting.length > 0) matches.push({ transaction: row, lines: fitting });
    }
  }
  return matches.toSorted(({ transaction: a }, { transaction: b }) =>
    b.date.localeCompare(a.date) || a.id.localeCompare(b.id)
  );
}

function assertAgrees(someQueries: fc.Arbitrary<TransactionQuery>, numRuns: number): void {
  fc.assert(
    fc.property(someRows, someQueries, (given, query) => {
      // Use the store's order, because the last of several partners counts.
      const rows = given.toSorted((a, b) =>
        b.date.localeCompare(a.date) || a.id.localeCompare(b.id)
      );
      assertEquals(foundMatches(rows, query), naiveSearch(rows, query));
    }),
    runs(numRuns),
  );
}

for (const name of conditionNames) {
  Deno.test(`findMatches() with only ${name} matches a naive search`, () => {
    assertAgrees(someQueryOf(name), 100);
  });
}

Deno.test("findMatches() with two conditions agrees with a naive search", () => {
  assertAgrees(someQueryOfTwo, 4_000);
});

Deno.test("findMatches() with any combination of conditions agrees with a naive search", () => {
  assertAgrees(someQuery, 500);
});

Deno.test("findMatches() finds text that an edit added, and no longer finds text that it removed", () => {
  const row = (id: number, payee_name: string): TransactionRecord =>
    aTransaction({ id: anId(id), payee_name, memo: `memo of ${payee_name}` });
  const names = ["Alder", "Birch", "Cedar"];
  const before = TransactionChunk.of(names.map((name, at) => row(at, name))).detach();
  const edited = before.edited({
    removed: new Set([1]),
    added: [row(7, "Dogwood"), row(8, "Elm"), row(9, "Cedar")],
  });
  const idsFor = (query: TransactionQuery): readonly string[] =>
    foundMatches(new TransactionList([edited]), query).map(({ transaction: one }) => one.id);
  assertEquals(idsFor({ payee: "alder" }), [anId(0)]);
  assertEquals(idsFor({ payee: "birch" }), []);
  assertEquals(idsFor({ payee: "dogwood" }), [anId(7)]);
  assertEquals(idsFor({ payee: "elm" }), [anId(8)]);
  assertEquals(idsFor({ payee: "cedar" }), [anId(2), anId(9)]);
  assertEquals(idsFor({ text: "memo of elm" }), [anId(8)]);
  assertEquals(idsFor({ text: "fir" }), []);
});

interface Search {
  readonly query?: TransactionQuery;
  readonly sort: Sort;
}

const sorts = fc.constantFrom(...SORTS);
const limits = fc.integer({ min: 1, max: 4 });

/** Reads every page. `rowsBefore` returns the transactions that exist when each page is read. */
function readAll(
  rowsBefore: (page: number) => readonly TransactionRecord[],
  { query = {}, sort }: Search,
  limit: number,
): readonly TransactionRecord[] {
  const all: TransactionRecord[] = [];
  let cursor: string | undefined;
  for (let number = 0;; number++) {
    const matches = findMatches(rowsBefore(number), { query, rule });
    const page = pageOfTransactions(matches, sort, { limit, cursor, query: "all" });
    const { transactions: rows, next_cursor } = page;
    assert(rows.length <= limit);
    all.push(...rows);
    if (next_cursor === null) return all;
    cursor = next_cursor;
  }
}

Deno.test("pageOfTransactions() returns every match once, in order, for any limit", () => {
  fc.assert(fc.property(someRows, someQuery, sorts, limits, (rows, query, sort, limit) => {
    const matches = foundMatches(rows, query)
      .map(({ transaction: row }) => row)
      .toSorted((a, b) => compareKeys(sortKey(a, sort), sortKey(b, sort)));
    assertEquals(readAll(() => rows, { query, sort }, limit), matches);
  }));
});

Deno.test("pageOfTransactions() returns each permanent transaction once while others are added and deleted", () => {
  const plain = someRows.map((rows) =>
    rows.map((row) => ({ ...row, matched_transaction_id: null }))
  );
  const comesAndGoes = fc.func(fc.boolean());
  fc.assert(fc.property(plain, sorts, limits, comesAndGoes, (rows, sort, limit, isThere) => {
    const isStayer = ({ id }: TransactionRecord): boolean => id < "t5";
    const rowsBefore = (number: number): readonly TransactionRecord[] =>
      rows.filter((row) => isStayer(row) || isThere(row.id, number % 3));
    const all = readAll(rowsBefore, { sort }, limit).map(({ id }) => id);
    assertEquals(new Set(all).size, all.length);
    const stayers = rows.filter(isStayer).map(({ id }) => id);
    assertEquals(all.filter((id) => id < "t5").toSorted(), stayers.toSorted());
  }));
});
