/**
 * Reads the body of a 2xx answer: what every covered operation has to hold before
 * the rest of the program may rely on it. Fields that we do not know are let through.
 *
 * @module
 */

import type { CoveredOperation } from "./calls.ts";

type Fields = Readonly<Record<string, unknown>>;

const isWhole: Readonly<Record<CoveredOperation, (data: Fields) => boolean>> = {
  getPlans: (data) => isList(data.plans, isRow),
  getAccounts: (data) => isList(data.accounts, isRow) && isKnown(data),
  getCategories: (data) => isList(data.category_groups, isGroup) && isKnown(data),
  createCategory: (data) => isRow(data.category) && isKnown(data),
  updateCategory: (data) => isRow(data.category) && isKnown(data),
  getPlanMonths: (data) => isList(data.months, isMonth) && isKnown(data),
  getPlanMonth: ({ month }) => isMonth(month) && isList(month.categories, isRow),
  updateMonthCategory: (data) => isRow(data.category) && isKnown(data),
  getScheduledTransactions: (data) =>
    isList(data.scheduled_transactions, isTransaction) && isKnown(data),
  getTransactions: (data) => isList(data.transactions, isTransaction) && isKnown(data),
  createTransaction: isSavedTransactions,
  updateTransactions: isSavedTransactions,
  importTransactions: (data) => isList(data.transaction_ids, isText),
  deleteTransaction: (data) => isTransaction(data.transaction) && isKnown(data),
};

/**
 * Reads the `data` of an answer.
 *
 * @param operation Operation that was called.
 * @param text Body of a 2xx answer.
 * @returns The data of the call's answer type.
 * @throws {TypeError} When it is not what the operation answers. The message holds
 * nothing of the body.
 *
 * @example
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(readAnswer("getPlans", `{"data":{"plans":[]}}`), { plans: [] });
 * assertThrows(() => readAnswer("getPlans", "<html>"), TypeError);
 * ```
 */
export function readAnswer(operation: CoveredOperation, text: string): unknown {
  const body = parseJson(text);
  if (!isRecord(body) || !isRecord(body.data)) {
    throw new TypeError(`Cannot read the answer: ${text.length} characters without data`);
  }
  // Upstream writes null where it has nothing; our types leave such a field out.
  const data = Object.fromEntries(Object.entries(body.data).filter(([, value]) => value !== null));
  if (!isWhole[operation](data)) {
    throw new TypeError(`Cannot read the answer: its data is not what ${operation} answers`);
  }
  return data;
}

/**
 * Parses JSON without an exception, since a syntax error quotes the text, and that
 * may hold a payee or a memo.
 *
 * @param text Perhaps JSON.
 * @returns The value, or `undefined` if it is not JSON.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseJson("[1]"), [1]);
 * assertEquals(parseJson("<html>"), undefined);
 * ```
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Tells whether a value has fields.
 *
 * @param value Any value.
 * @returns Whether it is an object and no list.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isRecord({}), isRecord([]), isRecord(null)], [true, false, false]);
 * ```
 */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isElement);
}

function isRow(value: unknown): value is Fields {
  return isRecord(value) && isText(value.id);
}

function isGroup(value: unknown): boolean {
  return isRow(value) && isList(value.categories, isRow);
}

function isMonth(value: unknown): value is Fields {
  return isRecord(value) && isText(value.month);
}

function isTransaction(value: unknown): boolean {
  return isRow(value) && isList(value.subtransactions, isRow);
}

function isKnown(data: Fields): boolean {
  return Number.isSafeInteger(data.server_knowledge);
}

function isSavedTransactions(data: Fields): boolean {
  return isList(data.transaction_ids, isText) && isKnown(data) &&
    (data.transactions === undefined || isList(data.transactions, isTransaction)) &&
    (data.duplicate_import_ids === undefined || isList(data.duplicate_import_ids, isText));
}
