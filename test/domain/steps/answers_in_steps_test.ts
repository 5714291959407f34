/** The five answers at a large plan: whatever they do between two steps is bounded. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { heavyPlan } from "../../../demo/heavy.ts";
import type { AccountRecord, TransactionRecord } from "../../../domain/plan/plan_records.ts";
import { forecastBalance, forecastInSteps } from "../../../domain/forecast/forecast.ts";
import type { ForecastPlan } from "../../../domain/forecast/forecast_outlook.ts";
import { payeeIndexInSteps, payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import {
  recurringCharges,
  recurringChargesInSteps,
} from "../../../domain/recurrence/recurring_charges.ts";
import type { Steps } from "../../../domain/steps/all_steps.ts";
import {
  GROUPINGS,
  groupsInSteps,
  groupTransactions,
} from "../../../domain/search/transaction_groups.ts";
import { transactionIndex } from "../../../domain/search/transaction_index.ts";
import { pageInSteps } from "../../../domain/search/transaction_page.ts";
import { suggestCategories, suggestionsInSteps } from "../../../domain/suggestions/suggestions.ts";
import { inOrder } from "../../../domain/transactions/newest_first.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { liveRows } from "../payees/_live_rows.ts";
import { someTransactions } from "../transactions/_some_transactions.ts";

const TODAY = "2026-11-20";
const CHUNK = 500;

function listOf(rows: readonly TransactionRecord[]): TransactionList<TransactionRecord> {
  const ordered = inOrder(rows);
  const chunks: TransactionChunk<TransactionRecord>[] = [];
  for (let at = 0; at < ordered.length; at += CHUNK) {
    chunks.push(TransactionChunk.of(ordered.slice(at, at + CHUNK)).detach());
  }
  return new TransactionList(chunks);
}

function counted<Result>(steps: Steps<Result>): { readonly turns: number; readonly end: Result } {
  for (let turns = 0;; turns++) {
    const { done, value } = steps.next();
    if (done === true) return { turns, end: value };
  }
}

const plan = heavyPlan({ today: TODAY, transactions: 6_000 });
const rows = liveRows(plan);
const chunks = Math.ceil(rows.length / CHUNK);
const days = { today: TODAY, lookbackMonths: 36, includeIncome: true };
const names = { schedules: [], categoryNames: new Map() };
const accountIds = new Set(plan.accounts.map(({ id }) => id));
const forecast = { accountIds, today: TODAY, until: "2027-02-01" };

const accounts: readonly AccountRecord[] = plan.accounts.map((account) => ({
  ...account,
  balance: 0,
  cleared_balance: 0,
  uncleared_balance: 0,
}));

function forecastPlan(transactions: TransactionList<TransactionRecord>): ForecastPlan {
  return { accounts, categories: [], schedules: [], transactions };
}

Deno.test("payeeIndexInSteps() lets others have their turn twice per chunk, and then twice", () => {
  const { turns, end } = counted(payeeIndexInSteps(listOf(rows)));
  assertEquals(turns, 2 * chunks + 2);
  assertEquals(end.groups.length, payeeIndexOf(rows).groups.length);
});

Deno.test("recurring charges are looked for in few payments a step", () => {
  const list = listOf(rows);
  const { turns, end } = counted(recurringChargesInSteps(list, { ...days, ...names }));
  const all = payeeIndexOf(rows).groups.reduce((sum, { count }) => sum + count, 0);
  // A payee's payments may be one step more than fits.
  assert(turns - 2 * chunks > all / 1_000, `${turns} turns for ${all} payments`);
  assertEquals(end, recurringCharges(list, { ...days, ...names }));
});

Deno.test("a forecast looks at few flows a step", () => {
  const list = listOf(rows);
  const { turns, end } = counted(forecastInSteps(forecastPlan(list), forecast));
  assert(turns > 2 * chunks + 3, `${turns} turns`);
  assertEquals(end, forecastBalance(forecastPlan(list), forecast));
});

Deno.test("suggestions are made for a hundred transactions a step at most", () => {
  const waiting = rows.map((row) => ({ ...row, category_id: null, transfer_account_id: null }));
  const list = listOf(waiting);
  const given = { transactions: list, accounts, groups: [] };
  const { turns, end } = counted(suggestionsInSteps(given, { minConfidence: 0.5 }));
  assert(end.pending.length > 1_000);
  assert(turns >= 2 * chunks + Math.floor(end.pending.length / 100), `${turns} turns`);
  assertEquals(end, suggestCategories(given, { minConfidence: 0.5 }));
});

/** One transaction a chunk: two times eight, and one more. */
const few = rows.slice(0, 17);
const fewChunks = transactionIndex(
  new TransactionList(few.map((row) => TransactionChunk.of([row]).detach())),
);
const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };

Deno.test("pageInSteps() searches eight chunks each step", () => {
  const { turns, end } = counted(
    pageInSteps(fewChunks, { query: {}, rule }, { limit: 5, query: {} }),
  );
  assertEquals(turns, 2);
  assertEquals(end.count, few.length);
  assertEquals(end.transactions.map(({ id }) => id), few.slice(0, 5).map(({ id }) => id));
});

Deno.test("groupsInSteps() adds up eight chunks each step", () => {
  for (const by of GROUPINGS) {
    const options = {
      by,
      names: { accounts: new Map(), categories: new Map(), uncategorizedIds: new Set<string>() },
      includeTransfers: true,
    };
    const { turns, end } = counted(groupsInSteps(fewChunks, { query: {}, rule }, options));
    assertEquals([by, turns], [by, 2]);
    assertEquals(end, groupTransactions(transactionIndex(few), { query: {}, rule }, options));
  }
});

Deno.test("answers in steps are those of plain lists, whatever the transactions are", () => {
  fc.assert(fc.property(someTransactions, fc.nat({ max: 30 }), (given, cut) => {
    const ordered = inOrder(given);
    const list = new TransactionList(
      [ordered.slice(0, cut), ordered.slice(cut)]
        .map((part) => TransactionChunk.of(part).detach()),
    );
    const options = { ...days, ...names, today: "2024-03-15" };
    assertEquals(
      counted(recurringChargesInSteps(list, options)).end,
      recurringCharges(given, options),
    );
    const own = [...new Set(given.map(({ account_id }) => account_id))]
      .map((id) => ({ ...accounts[0] as AccountRecord, id }));
    const suggested = { accounts: own, groups: [] };
    assertEquals(
      counted(suggestionsInSteps({ ...suggested, transactions: list }, { minConfidence: 0 })).end,
      suggestCategories({ ...suggested, transactions: given }, { minConfidence: 0 }),
    );
    const ahead = {
      accountIds: new Set(own.map(({ id }) => id)),
      today: "2024-03-15",
      until: "2024-05-01",
    };
    const plain = { accounts: own, categories: [], schedules: [], transactions: given };
    assertEquals(
      counted(forecastInSteps({ ...plain, transactions: list }, ahead)).end,
      forecastBalance(plain, ahead),
    );
  }));
});
