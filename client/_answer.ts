/**
 * Reads the body of a 2xx answer: what every covered operation has to hold before
 * the rest of the program may rely on it. An answer with one wrong field is refused
 * whole. Fields and words that we do not know are let through.
 *
 * @module
 */

import {
  accountShape,
  categoryShape,
  groupShape,
  isSoundTransaction,
  lineShape,
  monthShape,
  movementGroupShape,
  movementShape,
  payeeShape,
  planShape,
  scheduledLineShape,
  scheduleShape,
  settingsShape,
  transactionShape,
} from "./_record_shapes.ts";
import { id, type Kind, knowledge } from "./_value_kinds.ts";
import { isRecord, parseJson } from "./_json.ts";
import type { CoveredOperation } from "./calls.ts";

type Fields = Readonly<Record<string, unknown>>;
type Check = readonly [field: string, kind: Kind];

/** A record with its fields, and the lists of further records in it. */
interface Form {
  readonly checks: readonly Check[];
  readonly lists: Readonly<Record<string, Form>>;
  /** Whether a record named twice is refused: nothing that is kept by id would join them. */
  readonly isNamedOnce: boolean;
  /** Passes most records in less time than the checks. */
  readonly isSound: (record: Fields) => boolean;
}

/** What a part of an answer has to be. */
type Part =
  | { readonly is: "value"; readonly kind: Kind }
  | { readonly is: "values"; readonly kind: Kind; readonly isOptional: boolean }
  | { readonly is: "record"; readonly form: Form }
  | { readonly is: "records"; readonly form: Form; readonly isOptional: boolean };

const once = (form: Form): Form => ({ ...form, isNamedOnce: true });
const plan = once(form(planShape));
const account = form(accountShape);
const category = form(categoryShape);
const group = form(groupShape, { categories: category });
const month = form(monthShape);
const fullMonth = form(monthShape, { categories: once(category) });
const transactionLine = once(form(lineShape));
const transaction = {
  ...form(transactionShape, { subtransactions: transactionLine }),
  isSound: isSoundTransaction,
};
const schedule = form(scheduleShape, { subtransactions: once(form(scheduledLineShape)) });

const payee = form(payeeShape);
const movement = once(form(movementShape));
const movementGroup = once(form(movementGroupShape));

const known = { server_knowledge: { is: "value", kind: knowledge } } as const;
const savedCategory = { category: { is: "record", form: category }, ...known } as const;
const savedTransaction = { transaction: { is: "record", form: transaction }, ...known } as const;
const savedScheduled = { scheduled_transaction: { is: "record", form: schedule } } as const;
const savedGroup = {
  category_group: { is: "record", form: form(groupShape) },
  ...known,
} as const;
const savedTransactions = {
  transaction_ids: { is: "values", kind: id, isOptional: false },
  transactions: { is: "records", form: transaction, isOptional: true },
  duplicate_import_ids: { is: "values", kind: id, isOptional: true },
  ...known,
} as const;

const parts: Readonly<Record<CoveredOperation, Readonly<Record<string, Part>>>> = {
  getPlans: { plans: records(plan) },
  getAccounts: { accounts: records(account), ...known },
  getCategories: { category_groups: records(group), ...known },
  createCategory: savedCategory,
  updateCategory: savedCategory,
  getPlanMonths: { months: records(month), ...known },
  getPlanMonth: { month: { is: "record", form: fullMonth } },
  updateMonthCategory: savedCategory,
  getScheduledTransactions: { scheduled_transactions: records(schedule), ...known },
  getTransactions: { transactions: records(transaction), ...known },
  createTransaction: savedTransactions,
  updateTransactions: savedTransactions,
  importTransactions: { transaction_ids: { is: "values", kind: id, isOptional: false } },
  deleteTransaction: savedTransaction,
  updateTransaction: savedTransaction,
  createScheduledTransaction: savedScheduled,
  updateScheduledTransaction: savedScheduled,
  deleteScheduledTransaction: savedScheduled,
  createCategoryGroup: savedGroup,
  updateCategoryGroup: savedGroup,
  getPayees: { payees: records(payee), ...known },
  updatePayee: { payee: { is: "record", form: payee }, ...known },
  getMoneyMovements: { money_movements: records(movement), ...known },
  getMoneyMovementsByMonth: { money_movements: records(movement), ...known },
  getMoneyMovementGroups: { money_movement_groups: records(movementGroup), ...known },
  getMoneyMovementGroupsByMonth: { money_movement_groups: records(movementGroup), ...known },
  getPlanSettingsById: { settings: { is: "record", form: form(settingsShape) } },
};

/**
 * An answer that is not what its operation answers. The message holds nothing of it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(new UnreadableAnswer("accounts.balance").field, "accounts.balance");
 * ```
 */
export class UnreadableAnswer extends TypeError {
  override readonly name = "UnreadableAnswer";
  /** The field that is wrong or missing; `null` when there is no data at all. */
  readonly field: string | null;

  /** Makes the error. */
  constructor(field: string | null) {
    super(`Cannot read the answer: ${field ?? "its data"} is missing or of another kind`);
    this.field = field;
  }
}

/**
 * Reads the `data` of an answer.
 *
 * @param operation Operation that was called.
 * @param text Body of a 2xx answer.
 * @returns The data of the call's answer type.
 * @throws {UnreadableAnswer} When it is not what the operation answers.
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
  if (!isRecord(body) || !isRecord(body.data)) throw new UnreadableAnswer(null);
  const data = withoutNulls(body.data);
  refuseFaults(data, parts[operation]);
  return data;
}

/**
 * Checks a list of transactions that comes in batches. The field that an error names is the
 * same as of the list in one piece: it does not tell where the list was cut.
 */
export class TransactionChecks {
  #ofField: string | null = null;
  #ofLines: string | null = null;

  /**
   * Checks a batch.
   *
   * @returns Whether it is sound, and all before it.
   */
  pass(records: readonly unknown[]): boolean {
    const ofField = faultInFields(records, transaction);
    this.#ofField ??= ofField;
    if (ofField === null) this.#ofLines ??= faultInLists(records as readonly Fields[], transaction);
    return this.areSound;
  }

  /** Whether all before was sound. */
  get areSound(): boolean {
    return this.#ofField === null && this.#ofLines === null;
  }

  /** Tells whether the lines of a split are sound; those that are not are checked once more. */
  areLinesSound(lines: readonly unknown[]): boolean {
    return faultIn(lines, transactionLine) === null;
  }

  /**
   * Checks what is left at the end.
   *
   * @param given The `data` of the answer, with the transactions that were in no batch.
   * @returns The data of the call's answer type.
   * @throws {UnreadableAnswer} When any of it is not what the operation answers.
   */
  end(given: Fields): unknown {
    const data = withoutNulls(given);
    const { transactions } = data;
    if (Array.isArray(transactions) && !this.pass(transactions)) {
      throw new UnreadableAnswer(`transactions${this.#ofField ?? this.#ofLines}`);
    }
    const checked = Array.isArray(transactions) ? { ...data, transactions: [] } : data;
    refuseFaults(checked, parts.getTransactions);
    return data;
  }
}

/** Upstream writes null where it has nothing; our types leave such a field out. */
function withoutNulls(data: Fields): Fields {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

function refuseFaults(data: Fields, expected: Readonly<Record<string, Part>>): void {
  for (const [field, part] of Object.entries(expected)) {
    const fault = faultOf(data[field], part);
    if (fault !== null) throw new UnreadableAnswer(field + fault);
  }
}

function form(shape: Readonly<Record<string, Kind | null>>, lists: Form["lists"] = {}): Form {
  const checks = Object.entries(shape).filter((check): check is [string, Kind] =>
    check[1] !== null
  );
  return { checks, lists, isNamedOnce: false, isSound: () => false };
}

function records(form: Form): Part {
  return { is: "records", form, isOptional: false };
}

/** Where a value goes wrong, such as `.amount`; empty for the value itself, `null` for nowhere. */
function faultOf(value: unknown, part: Part): string | null {
  if (part.is === "value") return part.kind(value) ? null : "";
  if (part.is === "record") return faultIn([value], part.form);
  if (part.isOptional && value === undefined) return null;
  if (!Array.isArray(value)) return "";
  if (part.is === "values") return value.every(part.kind) ? null : "";
  return faultIn(value, part.form);
}

function faultIn(values: readonly unknown[], form: Form): string | null {
  return faultInFields(values, form) ?? faultInLists(values as readonly Fields[], form);
}

/** Where the records themselves go wrong; those that come after a fault are not looked at. */
function faultInFields(values: readonly unknown[], form: Form): string | null {
  for (const value of values) {
    if (!isRecord(value)) return "";
    const fault = form.isSound(value) ? null : wrongField(value, form);
    if (fault !== null) return `.${fault}`;
  }
  return null;
}

function faultInLists(records: readonly Fields[], form: Form): string | null {
  if (form.isNamedOnce && new Set(records.map((record) => record.id)).size < records.length) {
    return ".id";
  }
  for (const [field, inner] of Object.entries(form.lists)) {
    for (const record of records) {
      const list = record[field];
      if (!Array.isArray(list)) return `.${field}`;
      if (list.length === 0) continue;
      const fault = faultIn(list, inner);
      if (fault !== null) return `.${field}${fault}`;
    }
  }
  return null;
}

function wrongField(record: Fields, { checks }: Form): string | null {
  for (const [field, kind] of checks) if (!kind(record[field])) return field;
  return null;
}
