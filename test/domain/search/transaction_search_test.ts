import { assertEquals } from "@std/assert";
import { foldText } from "../../../domain/base/fold_text.ts";
import type { SplitLineRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";
import { type Sort, transactionIndex } from "../../../domain/search/transaction_index.ts";
import { forEachMatch, matcherOf } from "../../../domain/search/transaction_search.ts";
import type { TransactionQuery } from "../../../domain/search/transaction_query.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { anId, aSplitLine, aTransaction } from "../../_builders.ts";
import { foundMatches, type TransactionMatch } from "./_found_matches.ts";
import {
  conditionNames,
  rule,
  someQuery,
  someQueryOf,
  someQueryOfTwo,
  someRows,
} from "./_search_rows.ts";
import fc from "fast-check";

/** Ids of what a query finds. */
function found(
  rows: readonly TransactionRecord[],
  query: TransactionQuery,
): readonly string[] {
  return foundMatches(transactionIndex(rows), { query, rule }).map(({ transaction: row }) =>
    row.id
  );
}

Deno.test("matcherOf() without conditions finds every row, the newest first", () => {
  const rows = [
    aTransaction({ id: "old", date: "2024-01-01" }),
    aTransaction({ id: "b", date: "2024-03-01" }),
    aTransaction({ id: "a", date: "2024-03-01" }),
  ];
  assertEquals(found(rows, {}), ["a", "b", "old"]);
});

Deno.test("matcherOf() finds rows of the first and the last day", () => {
  const rows = ["2024-02-29", "2024-03-01", "2024-03-31", "2024-04-01"]
    .map((date) => aTransaction({ id: date, date }));
  assertEquals(found(rows, { since: "2024-03-01" }), ["2024-04-01", "2024-03-31", "2024-03-01"]);
  assertEquals(found(rows, { until: "2024-03-01" }), ["2024-03-01", "2024-02-29"]);
  assertEquals(
    found(rows, { since: "2024-03-01", until: "2024-03-31" }),
    ["2024-03-31", "2024-03-01"],
  );
});

Deno.test("matcherOf() compares signed amounts", () => {
  const rows = [-100, -50, 0, 50].map((amount) => aTransaction({ id: `${amount}`, amount }));
  assertEquals(found(rows, { amount: -50 }), ["-50"]);
  assertEquals(found(rows, { amount: 0 }), ["0"]);
  assertEquals(found(rows, { minAmount: -50 }), ["-50", "0", "50"]);
  assertEquals(found(rows, { maxAmount: -50 }), ["-100", "-50"]);
  assertEquals(found(rows, { minAmount: -100, maxAmount: -50 }), ["-100", "-50"]);
});

Deno.test("matcherOf() takes a zero amount for neither in nor out", () => {
  const rows = [-1, 0, 1].map((amount) => aTransaction({ id: `${amount}`, amount }));
  assertEquals(found(rows, { direction: "in" }), ["1"]);
  assertEquals(found(rows, { direction: "out" }), ["-1"]);
});

Deno.test("matcherOf() asks the lines of a category which way they go, not their split", () => {
  const salary = aTransaction({
    id: "salary",
    amount: 2_000,
    subtransactions: [
      aSplitLine({ amount: 2_600, category_id: "income" }),
      aSplitLine({ amount: -500, category_id: "health" }),
      aSplitLine({ amount: -100, category_id: "health" }),
    ],
  });
  const amounts = (category: string, direction: "in" | "out"): readonly unknown[] =>
    foundMatches(transactionIndex([salary]), {
      query: { categoryIds: new Set([category]), direction },
      rule,
    }).map(({ lines }) => lines?.map(({ amount }) => amount));
  assertEquals(amounts("health", "out"), [[-500, -100]]);
  assertEquals(amounts("health", "in"), []);
  assertEquals(amounts("income", "in"), [[2_600]]);
  assertEquals(found([salary], { direction: "out" }), []);
});

Deno.test("matcherOf() finds rows of any of several accounts", () => {
  const rows = ["a", "b", "c"].map((id) => aTransaction({ id, account_id: id }));
  assertEquals(found(rows, { accountIds: new Set(["c", "a"]) }), ["a", "c"]);
});

Deno.test("matcherOf() finds unapproved rows, and all of them when not asked to", () => {
  const rows = [aTransaction({ id: "a", approved: false }), aTransaction({ id: "b" })];
  assertEquals(found(rows, { isUnapproved: true }), ["a"]);
  assertEquals(found(rows, { isUnapproved: false }), ["a", "b"]);
});

Deno.test("matcherOf() finds rows by their cleared state and flag", () => {
  const rows = [
    aTransaction({ id: "a", cleared: "reconciled", flag_color: "red" }),
    aTransaction({ id: "b", cleared: "cleared", flag_color: "" }),
  ];
  assertEquals(found(rows, { cleared: "cleared" }), ["b"]);
  assertEquals(found(rows, { flag: "red" }), ["a"]);
});

Deno.test("matcherOf() finds by payee whatever case, accents and width were typed", () => {
  const rows = [
    aTransaction({ id: "a", payee_name: "Caf\u00e9 Noir" }),
    aTransaction({ id: "b", payee_name: "Shop", memo: "cafe" }),
  ];
  for (const payee of ["cafe", "CAF\u00c9", "\uff23afe", "noir", "afe no"]) {
    assertEquals(found(rows, { payee }), ["a"], payee);
  }
});

Deno.test("matcherOf() finds by the bank's labels, the current one and the original", () => {
  const rows = [
    aTransaction({ id: "a", payee_name: "Cafe", import_payee_name: "SQ *CAFE 123" }),
    aTransaction({ id: "b", payee_name: "Cafe", import_payee_name_original: "SQ &amp; CO" }),
  ];
  assertEquals(found(rows, { payee: "sq *cafe" }), ["a"]);
  assertEquals(found(rows, { text: "sq & co" }), ["b"]);
});

Deno.test("matcherOf() looks for text in payees and memos, of split lines too", () => {
  const rows = [
    aTransaction({ id: "memo", memo: "Milk" }),
    aTransaction({ id: "payee", payee_name: "Milk bar" }),
    aTransaction({ id: "line", subtransactions: [aSplitLine({ memo: "milk" })] }),
    aTransaction({ id: "line payee", subtransactions: [aSplitLine({ payee_name: "MILK" })] }),
    aTransaction({ id: "gone", subtransactions: [aSplitLine({ memo: "milk", deleted: true })] }),
  ];
  assertEquals(found(rows, { text: "milk" }), ["line", "line payee", "memo", "payee"]);
  assertEquals(found(rows, { payee: "milk" }), ["line payee", "payee"]);
});

Deno.test("matcherOf() finds no text that runs from one field into the next", () => {
  const row = aTransaction({ id: "a", payee_name: "Corner", memo: "shop" });
  for (const text of ["cornershop", "corner shop", "corner\nshop"]) {
    assertEquals(found([row], { text }), [], text);
  }
});

Deno.test("matcherOf() counts a matched pair once and finds it by the bank's label", () => {
  const rows = [
    aTransaction({ id: "mine", payee_name: "Cafe", matched_transaction_id: "bank" }),
    aTransaction({
      id: "bank",
      payee_name: "Unknown",
      import_payee_name: "SQ *CAFE NOIR",
      import_id: "YNAB:1",
      memo: "statement",
      matched_transaction_id: "mine",
    }),
  ];
  assertEquals(found(rows, {}), ["mine"]);
  assertEquals(found(rows, { payee: "noir" }), ["mine"]);
  assertEquals(found(rows, { text: "noir" }), ["mine"]);
  assertEquals(found(rows, { text: "statement" }), []);
});

Deno.test("matcherOf() takes a row in a wanted category whole", () => {
  const row = aTransaction({ category_id: "food" });
  const query = { categoryIds: new Set(["food", "rent"]) };
  assertEquals(foundMatches(transactionIndex([row]), { query, rule }), [{
    transaction: row,
    lines: null,
  }]);
});

Deno.test("matcherOf() gives the lines of a split that are in a wanted category", () => {
  const wanted = aSplitLine({ category_id: "food" });
  const row = aTransaction({
    category_id: "food",
    subtransactions: [
      wanted,
      aSplitLine({ category_id: "rent" }),
      aSplitLine({ category_id: "food", deleted: true }),
    ],
  });
  const search = (id: string): readonly TransactionMatch[] =>
    foundMatches(transactionIndex([row]), { query: { categoryIds: new Set([id]) }, rule });
  assertEquals(search("food"), [{ transaction: row, lines: [wanted] }]);
  assertEquals(search("pets"), []);
});

Deno.test("matcherOf() goes by a row's own category once its lines were deleted", () => {
  const row = aTransaction({
    id: "a",
    category_id: "food",
    subtransactions: [aSplitLine({ category_id: "rent", deleted: true })],
  });
  assertEquals(found([row], { categoryIds: new Set(["food"]) }), ["a"]);
  assertEquals(found([row], { categoryIds: new Set(["rent"]) }), []);
});

Deno.test("matcherOf() finds exactly the rows that wait for a category", () => {
  const rows = [
    aTransaction({ id: "waits" }),
    aTransaction({ id: "waits too", category_id: "none" }),
    aTransaction({ id: "has one", category_id: "food" }),
    aTransaction({ id: "transfer", transfer_account_id: "savings" }),
    aTransaction({ id: "split", subtransactions: [aSplitLine()] }),
    aTransaction({ id: "tracking", account_id: "house" }),
  ];
  assertEquals(found(rows, { isUncategorized: true }), ["waits", "waits too"]);
  assertEquals(found(rows, { isUncategorized: false }).length, 6);
});

Deno.test("matcherOf() finds by the merchant that a payee's name stands for", () => {
  const row = aTransaction({ id: "a", payee_name: "AMZN Mktp US*2K3" });
  assertEquals(found([row], { payee: "amazon" }), ["a"]);
  assertEquals(found([row], { text: "mktp us*2k3" }), ["a"]);
});

Deno.test("matcherOf() finds a bank's label with and without its punctuation", () => {
  const row = aTransaction({ id: "a", import_payee_name: "ACME-SHOP*123" });
  for (const payee of ["acme shop", "acme-shop*1", "shop 123"]) {
    assertEquals(found([row], { payee }), ["a"], payee);
  }
});

Deno.test("matcherOf() gives matches in the order that is asked for", () => {
  const rows = [
    aTransaction({ id: "a", date: "2024-03-01", amount: -2 }),
    aTransaction({ id: "b", date: "2024-03-02", amount: -9 }),
    aTransaction({ id: "c", date: "2024-03-03", amount: 5 }),
    aTransaction({ id: "d", date: "2024-03-04", amount: 1 }),
  ];
  const idsIn = (sort: Sort): readonly string[] =>
    foundMatches(transactionIndex(rows), { query: { maxAmount: 4 }, rule, sort })
      .map(({ transaction: row }) => row.id);
  assertEquals(idsIn("newest"), ["d", "b", "a"]);
  assertEquals(idsIn("oldest"), ["a", "b", "d"]);
  assertEquals(idsIn("largest"), ["b", "a", "d"]);
});

Deno.test("matcherOf() tells a place without a match, or without a row, from a whole row", () => {
  const rows = [aTransaction({ amount: 1 }), aTransaction({ amount: -1, date: "2024-01-01" })];
  const matched = matcherOf(transactionIndex(rows), { query: { direction: "in" }, rule });
  assertEquals([matched(0), matched(1), matched(2)], [null, undefined, undefined]);
});

Deno.test("forEachMatch() visits matches, the newest first, whatever the search's order", () => {
  const rows = [3, 1, 2].map((amount) =>
    aTransaction({ id: `${amount}`, amount, date: `2026-01-0${amount}` })
  );
  const visits: string[] = [];
  const search = { query: { minAmount: 2 }, rule, sort: "oldest" as const };
  forEachMatch(transactionIndex(rows), search, (row) => visits.push(row.id));
  assertEquals(visits, ["3", "2"]);
});

/** Finds as the descriptions of the conditions say, one condition at a time. */
function naiveSearch(
  live: readonly TransactionRecord[],
  query: TransactionQuery,
): readonly TransactionMatch[] {
  const isImported = (row: TransactionRecord): boolean => (row.import_id ?? "") !== "";
  const partnerOf = (row: TransactionRecord): TransactionRecord | undefined =>
    live.find(({ id }) => id === row.matched_transaction_id && id !== row.id);
  const standsBack = (row: TransactionRecord): boolean => {
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
    return [...printed, ...worded, ...(payee === "" ? [] : [normalisePayee(payee)])];
  };
  const payeesOf = (row: TransactionRecord): readonly string[] => {
    const partners = live.filter((other) => standsBack(other) && partnerOf(other) === row);
    // Of several partners the last one of the list is remembered.
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
    (row) => !standsBack(row),
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
  const matches: TransactionMatch[] = [];
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

/** Compares the search with the naive one for any rows. */
function agreesOn(someQueries: fc.Arbitrary<TransactionQuery>, numRuns: number): void {
  fc.assert(
    fc.property(someRows, someQueries, (rows, query) => {
      const matches = foundMatches(transactionIndex(rows), { query, rule });
      assertEquals(matches, naiveSearch(rows, query));
    }),
    { numRuns },
  );
}

for (const name of conditionNames) {
  Deno.test(`matcherOf() with ${name} alone finds what the naive search finds`, () => {
    agreesOn(someQueryOf(name), 100);
  });
}

Deno.test("matcherOf() with any two conditions finds what the naive search finds", () => {
  agreesOn(someQueryOfTwo, 4_000);
});

Deno.test("matcherOf() with any mix finds what the naive search finds", () => {
  agreesOn(someQuery, 500);
});

Deno.test("matcherOf() goes by the text of a day that is none", () => {
  const rows = ["2024-03-01", "soon", "2024-01-01", "", "2023-01-01"]
    .map((date, at) => aTransaction({ id: anId(at), date, memo: date }));
  const datesOf = (query: TransactionQuery): readonly string[] =>
    foundMatches(transactionIndex(rows), { query, rule }).map(({ transaction: row }) => row.date);
  assertEquals(datesOf({ since: "2024-01-01" }), ["soon", "2024-03-01", "2024-01-01"]);
  assertEquals(datesOf({ until: "2024-01-01" }), ["2024-01-01", "2023-01-01", ""]);
});

Deno.test("matcherOf() takes a row without the field of its category for one that waits", () => {
  const { category_id: _, ...row } = aTransaction({ id: anId(1) });
  const query = { isUncategorized: true };
  assertEquals(found([row as TransactionRecord], query), [anId(1)]);
});

Deno.test("matcherOf() finds texts that came with an edit, and no longer those that went", () => {
  const row = (id: number, payee_name: string): TransactionRecord =>
    aTransaction({ id: anId(id), payee_name, memo: `memo of ${payee_name}` });
  const names = ["Alder", "Birch", "Cedar"];
  const before = TransactionChunk.of(names.map((name, at) => row(at, name))).detach();
  const edited = before.edited({
    removed: new Set([1]),
    added: [row(7, "Dogwood"), row(8, "Elm"), row(9, "Cedar")],
  });
  const idsFor = (query: TransactionQuery): readonly string[] =>
    foundMatches(transactionIndex(new TransactionList([edited])), { query, rule })
      .map(({ transaction: one }) => one.id);
  assertEquals(idsFor({ payee: "alder" }), [anId(0)]);
  assertEquals(idsFor({ payee: "birch" }), []);
  assertEquals(idsFor({ payee: "dogwood" }), [anId(7)]);
  assertEquals(idsFor({ payee: "elm" }), [anId(8)]);
  assertEquals(idsFor({ payee: "cedar" }), [anId(2), anId(9)]);
  assertEquals(idsFor({ text: "memo of elm" }), [anId(8)]);
  assertEquals(idsFor({ text: "fir" }), []);
});
