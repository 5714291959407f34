import { randomCode } from "../changes/confirmation.ts";
import type { Known } from "../domain/references/find_record.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import type { AccountRecord } from "../domain/base/plan_records.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import { accountIdsOf } from "../domain/search/transaction_query.ts";
import { statementOfRows } from "../domain/statements/given_rows.ts";
import type {
  ReadingOfStatement,
  ReadingOptions,
  Statement,
} from "../domain/statements/statement.ts";
import { statementsIn } from "../statements/folder.ts";
import { readStatement } from "../statements/read_statement.ts";
import { questionFields, readFields, type StatementFields } from "./_statement_answer.ts";
import { accountMemories, type AccountMemory } from "./_statement_memory.ts";
import {
  type GivenStatement,
  givenStatement,
  keepStatement,
  type StatementInput,
  type StoredStatement,
} from "./_statement_source.ts";
import type { AnyContext, ServerView } from "./_tool.ts";

/** A statement without open questions, and its account. */
export interface ReadStatement {
  readonly handle: string;
  /** The accounts that a call can name. */
  readonly accounts: Known<AccountRecord>;
  readonly account: AccountRecord;
  readonly statement: Statement;
  readonly kept: StoredStatement;
  /** What earlier imports into the account revealed; `null` before the first import. */
  readonly memory: AccountMemory | null;
  readonly warnings: readonly string[];
}

/** An answer that asks for information that the comparison needs. */
export type StatementRequest = StatementFields & {
  readonly status: "question" | "statement_wanted";
  readonly message: string;
};

export interface ReadingContext extends Pick<AnyContext, "today" | "utcToday" | "moneyFormat"> {
  readonly readAccounts: () => Promise<Known<AccountRecord>>;
}

type Reading = (of: {
  readonly account: AccountRecord | null;
  readonly memory: AccountMemory | null;
}) => Promise<ReadingOfStatement>;

/** Types of accounts in which most transactions are purchases. */
const CARDS: readonly string[] = ["creditCard", "lineOfCredit"];

/**
 * Reads the statement that a call provides and finds its account, or asks for what is missing.
 *
 * @throws {ToolError} If the statement can't be read, or can't belong to the account or plan.
 */
export async function readGivenStatement(
  input: StatementInput,
  context: ReadingContext,
  server: ServerView,
): Promise<
  | { readonly read: ReadStatement; readonly request?: never }
  | { readonly request: StatementRequest; readonly read?: never }
> {
  const { plan_id: planId } = input;
  const { statements: access } = server;
  const currency = await server.currency(planId);
  const options = (kept: Pick<StoredStatement, "readAs">): ReadingOptions => ({
    today: context.today > context.utcToday ? context.today : context.utcToday,
    decimals: context.moneyFormat(planId).decimals,
    currency,
    isCard: null,
    remembered: {},
    readAs: kept.readAs,
  });
  const tryReading = async (bytes: Uint8Array<ArrayBuffer>): Promise<Statement | null> => {
    const reading = await readStatement(bytes, options({ readAs: {} })).catch(unreadable);
    return reading?.statement ?? null;
  };
  const given = await givenStatement(input, { access, tryReading });
  if (given === null) return { request: await wanted(server, tryReading) };
  const accounts = await context.readAccounts();
  const entries = await server.undo.journal.entries(planId);
  const memories = await accountMemories(planId, { kept: access.kept, entries });
  const reading: Reading = async ({ account, memory }) =>
    await readingOf(given, context.moneyFormat(planId), {
      ...options(given.kept),
      isCard: account === null ? null : isCard(account),
      remembered: memory?.readAs ?? {},
    });
  const named = accountNamed(input.account_id ?? given.kept.accountId, accounts);
  const first = named === null ? await reading({ account: null, memory: null }) : null;
  const account = named ?? accountOfNumber(first?.statement.account ?? null, memories, accounts);
  const memory = memories.find(({ accountId }) => accountId === account?.id) ?? null;
  const { statement, questions } = account === null && first !== null
    ? first
    : await reading({ account, memory });
  if (account !== null) refuseOtherAccount(statement, account, { memories, accounts });
  const { handle = randomCode() } = given;
  const kept = { ...given.kept, accountId: account?.id ?? null };
  if (questions.length > 0 || account === null) {
    // Row numbers may change if the statement is read differently.
    await keepStatement(handle, { planId, statement: { ...kept, decisions: [] } }, access);
  }
  // Ask for the account first, because its type and earlier answers may settle the other questions.
  if (account === null) throw whichAccount(handle, accounts);
  if (questions.length > 0) {
    const fields = {
      statement: handle,
      account: account?.name ?? null,
      read: readFields(statement),
      ...questionFields(questions),
    };
    return { request: { status: "question", message: QUESTION, ...fields } };
  }
  const warnings = numberWarnings(statement, account, memory);
  return { read: { handle, accounts, account, statement, kept, memory, warnings } };
}

const QUESTION = "The file can be read in several ways. Ask the user which rows are right, then " +
  "call again with statement and read_as. If no choice reads every row right, give rows and both " +
  "balances instead";

/** Returns `null` for an error about the file's contents; rethrows other errors. */
function unreadable(error: unknown): null {
  if (error instanceof ToolError) return null;
  throw error;
}

async function wanted(
  { statements: { folder, folderSetting } }: ServerView,
  tryReading: (bytes: Uint8Array<ArrayBuffer>) => Promise<Statement | null>,
): Promise<StatementRequest> {
  const ways = "text, or rows and both balances that you read yourself";
  if (folder === null) {
    const message = `Give the statement as ${ways}. To read files, set ${folderSetting} to a ` +
      "folder and restart this server";
    return { status: "statement_wanted", message };
  }
  const listed = await statementsIn(folder, tryReading);
  const files = listed.map(({ name, found }) => {
    const { first, last, rows } = readFields(found);
    return { file: name, first: first ?? "", last: last ?? "", rows };
  });
  const message = files.length === 0
    ? `No file in the statements folder can be read as a statement: save one there, or give ${ways}`
    : `Give one of these files, ${ways}`;
  return { status: "statement_wanted", message, files };
}

async function readingOf(
  { bytes, kept }: GivenStatement,
  format: MoneyFormat,
  options: ReadingOptions,
): Promise<ReadingOfStatement> {
  if (bytes !== null) return await readStatement(bytes, options);
  const { rows, opening, closing } = kept;
  const statement = statementOfRows(rows ?? [], { opening, closing }, format);
  return { statement, questions: [] };
}

function accountNamed(
  reference: string | null,
  accounts: Known<AccountRecord>,
): AccountRecord | null {
  if (reference === null) return null;
  const [id] = accountIdsOf([reference], { accounts });
  return accounts.live.find((one) => one.id === id) ?? null;
}

/** Finds the only account into which a file with this number was imported. */
function accountOfNumber(
  number: string | null,
  memories: readonly AccountMemory[],
  accounts: Known<AccountRecord>,
): AccountRecord | null {
  const ids = memories.filter((one) => number !== null && one.number === number)
    .map(({ accountId }) => accountId);
  const [account, ...others] = accounts.live.filter(({ id }) => ids.includes(id));
  return others.length === 0 ? account ?? null : null;
}

function whichAccount(handle: string, accounts: Known<AccountRecord>): ToolError {
  const names = accounts.live.filter(({ closed }) => !closed).map(({ name }) => nameWords(name));
  return new ToolError(
    "invalid_input",
    "no earlier import shows which account this statement belongs to: call again with " +
      `statement "${handle}" and account_id`,
    { rows: names },
  );
}

function refuseOtherAccount(
  { account: number }: Statement,
  account: AccountRecord,
  { memories, accounts }: {
    readonly memories: readonly AccountMemory[];
    readonly accounts: Known<AccountRecord>;
  },
): void {
  if (number === null) return;
  const ids = memories.filter((one) => one.number === number).map(({ accountId }) => accountId);
  const other = accounts.live.find(({ id }) => ids.includes(id));
  if (other === undefined || ids.includes(account.id)) return;
  throw new ToolError(
    "invalid_input",
    `the file is for account ${numberWords(number)}, which is "${cleanText(other.name)}", not ` +
      `"${cleanText(account.name)}": give the other account or another file`,
  );
}

function numberWarnings(
  { account: number }: Statement,
  { name }: AccountRecord,
  memory: AccountMemory | null,
): readonly string[] {
  const known = memory?.number ?? null;
  if (number === null || known === null || number === known) return [];
  return [
    `the file is for account ${numberWords(number)}, but earlier files for "${cleanText(name)}" ` +
    `were for ${numberWords(known)}`,
  ];
}

/** An account number shortened to its last characters. */
function numberWords(number: string): string {
  return `\u{2026}${cleanText(number).slice(-4)}`;
}

export function isCard({ type }: AccountRecord): boolean {
  return CARDS.includes(type);
}
