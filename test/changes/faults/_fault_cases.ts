import type { PlanRecords, WaitingImport } from "../../../demo/model/records.ts";
import { exampleArguments } from "../../../scripts/_examples.ts";
import { tools } from "../../../tools/_manifest.ts";
import { asksFirst, isChanging, type Tool } from "../../../tools/_tool.ts";
import type { WriteId } from "../../../changes/change.ts";
import type { ToolReply } from "../../../server/run_tool.ts";
import { household, householdSchedules, idOf, ids, TODAY } from "../../tools/_plan.ts";
import { operationOf } from "../../../changes/operations.ts";
import { ModelWorld } from "../../model/_world.ts";

type Args = Readonly<Record<string, unknown>>;

export interface ToolCall {
  readonly tool: string;
  readonly args: Args;
}

/** A change that tests make while requests fail. */
export interface FaultCase extends ToolCall {
  readonly name: string;
  /** Calls that are made, and confirmed if necessary, before the change. */
  readonly before: readonly ToolCall[];
  /** Whether the change undoes the last change in `before`. */
  readonly isUndo?: true;
  /** Whether each of the change's writes is safe to send twice. */
  readonly isRepeatable: boolean;
  /** Whether the call itself can verify a write whose response was lost. */
  readonly hasReread: boolean;
  /** Whether the next read of transactions resolves unknown outcomes. */
  readonly isSettledByRows: boolean;
}

const call = (tool: string, args: Args = {}): ToolCall => ({
  tool,
  args: { plan_id: ids.plan, ...args },
});
const find = call("find_transactions");

type Traits = Pick<FaultCase, "hasReread" | "isRepeatable" | "isSettledByRows">;

const rowChange = { isRepeatable: true, hasReread: false, isSettledByRows: true };
const rowCreation = { isRepeatable: false, hasReread: false, isSettledByRows: true };
const importing = { ...rowCreation, hasReread: true };
const categoryChange = { isRepeatable: true, hasReread: true, isSettledByRows: false };
const categoryCreation = { isRepeatable: false, hasReread: true, isSettledByRows: false };

/** Default traits of each write operation, which a case can override. */
const traitsOf: Readonly<Record<WriteId, Traits>> = {
  createCategory: categoryCreation,
  updateCategory: categoryChange,
  updateMonthCategory: categoryChange,
  createTransaction: rowCreation,
  updateTransactions: rowChange,
  importTransactions: { ...rowCreation, isSettledByRows: false },
  updateTransaction: rowChange,
  deleteTransaction: rowChange,
  createScheduledTransaction: categoryCreation,
  updateScheduledTransaction: categoryChange,
  deleteScheduledTransaction: categoryChange,
  createCategoryGroup: categoryCreation,
  updateCategoryGroup: categoryChange,
  updatePayee: categoryChange,
};

const calls = {
  apply: call("apply_categories", {
    assignments: [
      { transaction_id: idOf("78"), category_id: "Dining" },
      { transaction_id: idOf("75"), category_id: ids.otherGifts },
    ],
  }),
  remove: call("apply_categories", {
    assignments: [
      { transaction_id: idOf("73"), category_id: null },
      { transaction_id: idOf("75"), category_id: "Inflow: Ready to Assign" },
    ],
  }),
  approve: call("approve_transactions", { transaction_ids: [idOf("78"), idOf("79")] }),
  category: call("create_category", { group_id: "Fun", name: "Books" }),
  rows: call("create_transactions", {
    account_id: "Checking",
    transactions: [
      { date: "2026-03-14", amount: -12.5, payee_name: "Bakery", category_id: "Dining" },
      { date: "2026-03-14", amount: -12.5, payee_name: "Bakery", category_id: "Dining" },
      { date: "2026-03-15", amount: 2000, payee_name: "Employer", category_id: ids.inflow },
    ],
  }),
  flag: call("flag_transactions", {
    flags: [
      { transaction_id: idOf("73"), color: null },
      { transaction_id: idOf("74"), color: "blue" },
    ],
  }),
  import: call("import_transactions"),
  renamePayees: call("rename_payees", {
    renames: [
      { payee_id: ids.amazon, name: "Amazon EU" },
      { payee_id: "Landlord", name: "Ms Hill" },
    ],
  }),
  mergePayees: call("merge_payees", { into_payee_id: ids.cafe, payee_ids: ["Amazon", "Landlord"] }),
  assignMonth: call("assign_month", {
    month: "2026-03",
    assignments: [
      { category_id: "Rent", amount: 900 },
      { category_id: "Power", amount: 120 },
      { category_id: "Dining", amount: 100.5 },
    ],
  }),
  addInMonth: call("assign_month", {
    month: "2026-03",
    assignments: [
      { category_id: "Rent", add: -100 },
      { category_id: "Power", add: 60 },
      { category_id: "Dining", add: 40 },
    ],
  }),
  move: call("move_money", {
    month: "2026-03",
    from_category_id: "Power",
    to_category_id: "Dining",
    amount: 35.5,
  }),
  reconcile: call("reconcile_account", { account_id: "Checking", bank_balance: 1657.5 }),
  clear: call("reconcile_account", {
    account_id: "Savings",
    bank_balance: 200,
    clear_ids: [idOf("77")],
  }),
  adjust: call("reconcile_account", { account_id: "Checking", bank_balance: 1667.5, adjust: true }),
  edit: call("edit_transaction", {
    transaction_id: idOf("73"),
    amount: -90,
    payee: "Bakery",
    flag: null,
  }),
  editTransfer: call("edit_transaction", {
    transaction_id: idOf("77"),
    amount: 250,
    date: "2026-03-09",
  }),
  delete: call("delete_transactions", { transaction_ids: [idOf("73"), idOf("77"), idOf("74")] }),
  transfer: call("create_transfer", {
    from_account_id: "Checking",
    to_account_id: "Savings",
    amount: 35,
    date: "2026-03-13",
    memo: "for later",
  }),
  clearedTransfer: call("create_transfer", {
    from_account_id: "House",
    to_account_id: "Checking",
    amount: 35,
    date: "2026-03-13",
    category_id: "Rent",
    from_cleared: true,
    to_cleared: true,
  }),
  statement: call("import_statement", {
    account_id: "Savings",
    rows: [
      { date: "2026-03-08", amount: 200, payee: "FROM CHECKING" },
      { date: "2026-03-09", amount: -3.5, payee: "COFFEE BAR" },
      { date: "2026-03-09", amount: -3.5, payee: "COFFEE BAR" },
      { date: "2026-03-10", amount: -20, payee: "BOOK SHOP" },
    ],
    opening_balance: 0,
    closing_balance: 173,
  }),
  statementOfTransfers: call("import_statement", {
    account_id: "Savings",
    rows: [
      { date: "2026-03-08", amount: 205, payee: "FROM CHECKING" },
      { date: "2026-03-09", amount: 80.5, payee: "FROM CHECKING" },
      { date: "2026-03-10", amount: -20, payee: "TO VISA" },
    ],
    opening_balance: 0,
    closing_balance: 265.5,
    decide: [
      { row: 1, as: "amount", transaction_id: idOf("77") },
      { row: 2, as: "transfer", transaction_id: idOf("73") },
      { row: 3, as: "transfer", account_id: "Visa" },
    ],
  }),
  // If the deposit had an import id, YNAB would match the deposit with the existing transfer.
  mixedStatement: call("import_statement", {
    account_id: "Savings",
    rows: [
      { date: "2026-03-08", amount: 200, payee: "FROM CHECKING" },
      { date: "2026-03-10", amount: 200, payee: "GIFT" },
      { date: "2026-03-10", amount: -20, payee: "BOOK SHOP" },
    ],
    opening_balance: 0,
    closing_balance: 380,
    decide: [
      { row: 1, as: "match", transaction_id: idOf("77") },
      { row: 2, as: "new" },
    ],
  }),
  budget: call("set_category_budget", { month: "2026-03", category_id: "Power", amount: 75 }),
  target: call("set_category_target", { category_id: "Power", amount: 150 }),
  split: call("split_transaction", {
    transaction_id: idOf("73"),
    lines: [
      { amount: -60.25, category_id: "Dining", memo: "cake" },
      { amount: -20.25, category_id: "Rent" },
    ],
  }),
  update: call("update_category", {
    category_id: "Dining",
    name: "Eating out",
    group_id: "Bills",
    note: "x",
  }),
};

/**
 * Cases that cover every write operation in every situation: alone, in several steps, with the
 * other sides of transfers, with import ids, with split lines, before any read, and in an undo.
 */
const coveringCases: readonly FaultCase[] = [
  aCase(calls.apply, rowChange),
  aCase(calls.approve, { ...rowChange, isSettledByRows: false }, { more: " of unread rows" }),
  aCase(calls.category, categoryCreation),
  aCase(calls.rows, rowCreation, { before: [find] }),
  aCase(calls.rows, traitsOf.importTransactions, { more: " before any row was read" }),
  aCase(calls.import, traitsOf.importTransactions, { before: [find] }),
  aCase(calls.move, categoryChange),
  aCase(calls.adjust, importing, { more: " with a correction" }),
  aCase(calls.editTransfer, rowChange, { more: " of a transfer" }),
  aCase(calls.delete, rowChange),
  aCase(calls.clearedTransfer, rowCreation, { more: " with both sides cleared" }),
  aCase(calls.mixedStatement, importing, { before: [find], more: " with and without import ids" }),
  aCase(calls.statementOfTransfers, importing, { before: [find], more: " with transfers" }),
  aCase(calls.renamePayees, categoryChange),
  aCase(calls.split, rowCreation),
  aCase(calls.update, categoryChange),
  anUndo(calls.apply, rowChange),
  anUndo(calls.rows, rowChange),
  anUndo(calls.move, categoryChange),
  anUndo(calls.editTransfer, rowChange, { more: " of a transfer" }),
  anUndo(calls.delete, rowCreation),
  anUndo(calls.clearedTransfer, rowChange, { more: " with both sides cleared" }),
  anUndo(calls.statementOfTransfers, rowChange, { more: " with transfers" }),
  anUndo(calls.renamePayees, categoryChange),
  anUndo(calls.update, categoryChange),
];

/** Cases in which other tools send the same requests as the tools above. */
const otherCases: readonly FaultCase[] = [
  aCase(calls.remove, rowChange, { more: " with none and income" }),
  aCase(calls.approve, rowChange, { before: [find] }),
  aCase(calls.flag, rowChange),
  aCase(calls.reconcile, { ...rowChange, hasReread: true }),
  aCase(calls.clear, { ...rowChange, hasReread: true }, { more: " of what was uncleared" }),
  aCase(calls.edit, rowChange),
  aCase(calls.transfer, rowCreation, { before: [find] }),
  aCase(calls.statement, importing, { before: [find] }),
  aCase(calls.mergePayees, rowChange),
  aCase(calls.assignMonth, categoryChange),
  aCase(calls.addInMonth, categoryChange, { more: " with add" }),
  aCase(calls.budget, categoryChange),
  aCase(calls.target, categoryChange),
];

const tested = new Set([...coveringCases, ...otherCases].map(({ tool }) => tool));
const others = tools.filter((tool) =>
  isChanging(tool) && tool.name !== "undo_operation" && !tested.has(tool.name)
);

/**
 * The cases to run for every combination of operation and fault. Cases for tools that aren't listed
 * above come from the tools' examples.
 */
export const casesPerOperation: readonly FaultCase[] = [
  ...coveringCases,
  ...(await Promise.all(others.map(casesOfExample))).flat(),
];
export const faultCases: readonly FaultCase[] = [...casesPerOperation, ...otherCases];

/**
 * The cases to repeat with other transports, runtimes and ways to confirm: a creation, a deletion,
 * and updates that are rolled back together.
 */
export const fewCases: readonly FaultCase[] = [
  "create_transactions",
  "delete_transactions",
  "move_money",
]
  .map(caseNamed);

export function caseNamed(name: string): FaultCase {
  const found = faultCases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no case ${name}`);
  return found;
}

/** Creates a case from a tool's example and, if the change can be undone, another for its undo. */
async function casesOfExample(tool: Tool): Promise<readonly FaultCase[]> {
  const world = new ModelWorld({ plans: [faultPlan()], today: TODAY });
  const run = (name: string, given: Args): Promise<ToolReply> => world.call(name, given);
  const plan = { plan_id: ids.plan };
  const example = await exampleArguments(tool, async (name, asked) => {
    const { structured, text } = await run(name, { ...plan, ...asked });
    if (structured === null) throw new Error(`${notHere(tool)}: ${text}`);
    return structured;
  });
  const args = { ...plan, ...example };
  const first = await run(tool.name, args);
  if (first.isError) throw new Error(`${notHere(tool)}: ${first.text}`);
  const { structured } = await run(tool.name, args);
  const confirmation = structured?.["confirmation"];
  const done = asksFirst(tool) ? await run(tool.name, { ...args, confirmation }) : { structured };
  const [write = "updateTransactions"] = tool.writes.complete;
  const back = operationOf(write)?.revert?.operation ?? write;
  const one = { tool: tool.name, args };
  return [
    aCase(one, traitsOf[write]),
    ...(done.structured?.["operation_id"] === undefined ? [] : [anUndo(one, traitsOf[back])]),
  ];
}

function notHere({ name }: Tool): string {
  return `The example in tools/${name}.ts works on the demo alone: have it look up what it ` +
    "names (lookUps), or write cases in test/changes/";
}

interface CaseOptions {
  /** Calls made beforehand. */
  readonly before?: readonly ToolCall[];
  /** Text to append to the case's name. */
  readonly more?: string;
}

function aCase(
  call: ToolCall,
  traits: Traits,
  { before = [], more = "" }: CaseOptions = {},
): FaultCase {
  return { name: `${call.tool}${more}`, ...call, before, ...traits };
}

function anUndo(
  undone: ToolCall,
  traits: Traits,
  { before = [], more = "" }: CaseOptions = {},
): FaultCase {
  const options = { before: [...before, undone], more: ` of ${undone.tool}${more}` };
  return { ...aCase(call("undo_operation"), traits, options), isUndo: true };
}

/** The plan at the start of every case, with two transactions that are waiting to be imported. */
export function faultPlan(): PlanRecords {
  return household({
    waiting_imports: [waiting(-1000), waiting(-2000)],
    scheduled: [...householdSchedules],
  });
}

function waiting(amount: number): WaitingImport {
  return {
    account_id: ids.checking,
    date: "2026-03-14",
    amount,
    import_payee_name: "AMZN Mktp",
    import_payee_name_original: "AMZN MKTP US*1",
  };
}
