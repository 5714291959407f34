import fc from "fast-check";
import type { PlanRecords } from "../../demo/model/records.ts";
import type { Api } from "./_api.ts";
import { ids } from "./_tiny_plan.ts";

/** A random step; `one` and `two` select the records that the step uses. */
export interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly one: number;
  readonly two: number;
  readonly amount: number;
  readonly date: string;
}

const KINDS = [
  ...["spend", "spend", "earn", "transfer", "split", "assign", "assign", "change"] as const,
  ...["change", "changePayee", "delete", "bulk", "category", "target"] as const,
  ...["account", "edit", "schedule"] as const,
];

const ACCOUNTS = [ids.checking, ids.savings, ids.visa, ids.amex, ids.house];
const TRANSFERS = [ids.toChecking, ids.toSavings, ids.toVisa, ids.toAmex, ids.toHouse];
const CATEGORIES = [ids.food, ids.rent, ids.loanPayment, null, ids.visaPayment];
const MONTHS = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"];

/** Generates exactly the given number of steps. Shrinking simplifies steps but removes none. */
export function steps(count: number): fc.Arbitrary<Step[]> {
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom(...KINDS),
    one: fc.nat(10_000),
    two: fc.nat(10_000),
    amount: fc.integer({ min: -200, max: 100 }).map((units) => units * 1000),
    date: fc.integer({ min: 0, max: 73 }).map((day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
    ),
  });
  return fc.array(step, { minLength: count, maxLength: count, size: "max" });
}

/** Executes a step. Requests that the upstream rejects are ignored. */
export async function take(step: Step, api: Api): Promise<void> {
  const [plan] = api.upstream.stored;
  if (plan === undefined) return;
  if (step.kind === "edit") return api.upstream.edit((records) => ownerEdit(step, records));
  const [method, path, body] = requestOf(step, plan);
  await api.call(method, path, body);
}

function requestOf(step: Step, plan: Readonly<PlanRecords>): [string, string, unknown] {
  const { kind, one, two, amount, date } = step;
  const account_id = pick(ACCOUNTS, one);
  const category_id = pick(CATEGORIES, two);
  const row = pick(plan.transactions.filter(({ deleted }) => !deleted), one);
  const path = `/transactions/${row?.id}`;
  switch (kind) {
    case "spend":
      return create({ account_id, category_id, amount, date, cleared: "cleared" });
    case "earn":
      return create({
        account_id,
        category_id: ids.inflow,
        amount: Math.abs(amount) * 3,
        date,
        payee_name: `Payer ${two % 3}`,
      });
    case "transfer":
      return create({ account_id, payee_id: pick(TRANSFERS, two), amount, date, category_id });
    case "split":
      return create({ account_id, amount, date, subtransactions: linesOf(step) });
    case "assign":
      return [
        "PATCH",
        `/months/${pick(MONTHS, one)}/categories/${pick(plan.categories, two)?.id}`,
        { category: { budgeted: amount * -1 } },
      ];
    case "change":
      return ["PUT", path, { transaction: changeOf(step) }];
    case "changePayee":
      return ["PUT", path, {
        transaction: { payee_id: pick([...TRANSFERS, ids.shop, null], two) },
      }];
    case "delete":
      return ["DELETE", path, undefined];
    case "bulk": {
      const other = pick(plan.transactions.filter(({ deleted }) => !deleted), two);
      return ["PATCH", "/transactions", {
        transactions: [{ id: row?.id, amount }, { id: other?.id, ...changeOf(step) }],
      }];
    }
    case "category":
      return ["PATCH", `/categories/${pick(plan.categories, one)?.id}`, {
        category: { name: `Category ${two}`, note: date },
      }];
    case "target":
      return ["PATCH", `/categories/${pick(plan.categories, one)?.id}`, {
        category: {
          goal_target: two % 5 === 0 ? null : Math.abs(amount),
          ...(two % 3 === 0 ? { goal_frequency: pick(["weekly", "monthly", "yearly"], one) } : {}),
        },
      }];
    case "account":
      return ["POST", "/accounts", {
        account: {
          name: `Account ${one}`,
          type: pick(["cash", "creditCard", "otherAsset"], two),
          balance: amount,
        },
      }];
    default:
      return ["POST", "/scheduled_transactions", {
        scheduled_transaction: {
          account_id,
          date: "2026-03-20",
          amount,
          frequency: "weekly",
          payee_id: two % 2 === 0 ? ids.shop : null,
        },
      }];
  }
}

function create(transaction: unknown): [string, string, unknown] {
  return ["POST", "/transactions", { transaction }];
}

function linesOf({ one, two, amount }: Step): unknown[] {
  const part = Math.trunc(amount / 3 / 1000) * 1000;
  return [
    { amount: part, category_id: pick(CATEGORIES, two) },
    two % 2 === 0
      ? { amount: amount - part, category_id: ids.rent }
      : { amount: amount - part, payee_id: pick(TRANSFERS, one + 1) },
  ];
}

function changeOf(step: Step): Record<string, unknown> {
  const { one, two, amount, date } = step;
  const changes: Record<string, unknown>[] = [
    { amount },
    { date },
    { category_id: pick(CATEGORIES, two) },
    { account_id: pick(ACCOUNTS, two) },
    { amount, subtransactions: linesOf(step) },
    { cleared: pick(["cleared", "uncleared", "reconciled"], two), approved: two % 2 === 0 },
    { memo: date, flag_color: "red" },
    { payee_name: `Payee ${two % 5}`, amount, date },
  ];
  return pick(changes, one) ?? {};
}

/** Executes a step that is possible only in YNAB's app. */
function ownerEdit({ one, two }: Step, plan: PlanRecords): void {
  const category = pick(plan.categories.filter(({ internal }) => !internal), one);
  const payee = pick(plan.payees.filter((candidate) => candidate.id === ids.shop), one);
  const cardRow = plan.transactions.find((row) =>
    row.account_id === ids.visa && row.transfer_account_id === null && row.lines.length === 0 &&
    row.category_id !== ids.inflow
  );
  if (two % 4 === 0 && category !== undefined) category.hidden = !category.hidden;
  else if (two % 4 === 1 && payee !== undefined) payee.name = `Shop ${one}`;
  else if (two % 4 === 2 && cardRow !== undefined) cardRow.category_id = ids.inflow;
  else plan.month_notes.set(pick(MONTHS, one) ?? "", `Note ${two}`);
}

function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % Math.max(1, items.length)] as Item;
}
