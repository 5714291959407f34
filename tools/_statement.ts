import { randomCode } from "../changes/confirmation.ts";
import type { Known } from "../domain/references/find_record.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { AccountRecord } from "../domain/base/plan_records.ts";
import { invalidInput, ToolError } from "../domain/base/tool_error.ts";
import { findAccount } from "../domain/references/find_record.ts";
import { statementOfRows } from "../domain/statements/given_rows.ts";
import type {
  ReadAs,
  ReadingOfStatement,
  ReadingOptions,
  Statement,
} from "../domain/statements/statement.ts";
import { statementsIn } from "../statements/folder.ts";
import { readStatement } from "../statements/read_statement.ts";
import { questionFields, readFields, type StatementFields } from "./_statement_answer.ts";
import { accountMemories, type AccountMemory } from "./_statement_memory.ts";
import {
  givenStatement,
  keepStatement,
  type StatementInput,
  type StoredStatement,
} from "./_statement_source.ts";
import type { AnyContext, ServerView } from "./_tool.ts";

/** A statement and its account, with no questions left about how to read the statement. */
export interface ReadStatement {
  readonly handle: string;
  /** The accounts that a call can name. */
  readonly accounts: Known<AccountRecord>;
  readonly account: AccountRecord;
  readonly statement: Statement;
  readonly kept: StoredStatement;
  /**
   * The user's answers about how to read the file, except any that can't be reused for other
   * files.
   */
  readonly lasting: ReadAs;
  /** What earlier imports revealed about the account's files; `null` before the first import. */
  readonly memory: AccountMemory | null;
  readonly warnings: readonly string[];
}

/** A tool's answer that asks for information that the comparison still needs. */
export type StatementRequest = StatementFields & {
  readonly status: "question" | "statement_wanted";
  readonly message: string;
};

/** Account types where most transactions are purchases. */
const CARDS: readonly string[] = ["creditCard", "lineOfCredit"];

/**
 * Reads the statement that a call provides and finds its account, or asks for what is missing.
 *
 * @throws {ToolError} If the statement can't be read, or can't belong to the account or plan.
 */
export async function readGivenStatement(
  input: StatementInput,
  readAccounts: AnyContext["cached"]["getAccounts"],
  context: Pick<AnyContext, keyof ServerView | "today" | "utcToday" | "moneyFormat">,
): Promise<
  | { readonly read: ReadStatement; readonly request?: never }
  | { readonly request: StatementRequest; readonly read?: never }
> {
  const { plan_id: planId } = input;
  const { statements: access } = context;
  const currency = await context.currency(planId);
  const options: ReadingOptions = {
    today: context.today > context.utcToday ? context.today : context.utcToday,
    decimals: context.moneyFormat(planId).decimals,
    currency,
    isCard: null,
    remembered: {},
    readAs: {},
  };
  const tryReading = async (bytes: Uint8Array<ArrayBuffer>): Promise<Statement | null> => {
    const reading = await readStatement(bytes, options).catch(unreadable);
    return reading?.statement ?? null;
  };
  const given = await givenStatement(input, { access, tryReading });
  if (given === null) return { request: await wanted(context, tryReading) };
  const accounts = await readAccounts({ planId });
  const entries = await context.undo.journal.entries(planId);
  const memories = await accountMemories(planId, { kept: access.kept, entries });
  const readingFor = async (
    account: AccountRecord | null,
    memory: AccountMemory | null,
  ): Promise<ReadingOfStatement> => {
    const { bytes, kept: { rows, opening, closing, readAs } } = given;
    if (bytes === null) {
      const format = context.moneyFormat(planId);
      const statement = statementOfRows(rows ?? [], { opening, closing }, format);
      return { statement, questions: [] };
    }
    const card = account === null ? null : isCard(account);
    const remembered = memory?.readAs ?? {};
    return await readStatement(bytes, { ...options, isCard: card, remembered, readAs });
  };
  /** Finds the accounts into which earlier files with the same account number were imported. */
  const ownersOf = ({ account: number }: Statement): readonly AccountRecord[] =>
    accounts.live.filter(({ id }) =>
      number !== null && memories.some((one) => one.accountId === id && one.number === number)
    );
  const reference = input.account_id ?? given.kept.accountId;
  const named = reference === null ? null : findAccount(reference, accounts);
  const first = named === null ? await readingFor(null, null) : null;
  const [owner = null, ...others] = first === null ? [] : ownersOf(first.statement);
  const account = named ?? (others.length === 0 ? owner : null);
  const memory = memories.find(({ accountId }) => accountId === account?.id) ?? null;
  const { statement, questions, isSignForFileOnly = false } = account === null && first !== null
    ? first
    : await readingFor(account, memory);
  if (account !== null) refuseOtherAccount(statement, account, ownersOf(statement));
  const { handle = randomCode() } = given;
  const kept = { ...given.kept, accountId: account?.id ?? null };
  if (questions.length > 0 || account === null) {
    // Discard the decisions, because row numbers may change if the statement is read differently.
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
  const { sign: _, ...unsigned } = kept.readAs;
  const lasting = isSignForFileOnly ? unsigned : kept.readAs;
  return { read: { handle, accounts, account, statement, kept, lasting, memory, warnings } };
}

const QUESTION = "The file can be interpreted in several ways. Ask the user which choice " +
  "shows the example rows correctly, then call again with statement and read_as. If no choice " +
  "shows every row correctly, pass the rows and the opening and closing balances instead";

/** Returns `null` for an error that the file's contents caused; rethrows other errors. */
function unreadable(error: unknown): null {
  if (error instanceof ToolError) return null;
  throw error;
}

async function wanted(
  { statements: { folder, folderSetting } }: Pick<ServerView, "statements">,
  tryReading: (bytes: Uint8Array<ArrayBuffer>) => Promise<Statement | null>,
): Promise<StatementRequest> {
  const ways = "text, or rows with the opening and closing balances";
  if (folder === null) {
    const message = `Pass the statement as ${ways}. To read files, set ${folderSetting} to a ` +
      "folder and restart this server";
    return { status: "statement_wanted", message };
  }
  const listed = await statementsIn(folder, tryReading);
  const files = listed.map(({ name, found }) => {
    const { first, last, rows } = readFields(found);
    return { file: name, first: first ?? "", last: last ?? "", rows };
  });
  const message = files.length === 0
    ? `No file in the statements folder can be read as a statement: save one there, or pass ${ways}`
    : `Pass one of these file names as the file argument, or pass the statement as ${ways}`;
  return { status: "statement_wanted", message, files };
}

function whichAccount(handle: string, accounts: Known<AccountRecord>): ToolError {
  const names = accounts.live.filter(({ closed }) => !closed).map(({ name }) => cleanText(name));
  return invalidInput(
    "no earlier import shows which account this statement belongs to: call again with " +
      `statement "${handle}" and account_id`,
    names,
  );
}

function refuseOtherAccount(
  { account: number }: Statement,
  account: AccountRecord,
  others: readonly AccountRecord[],
): void {
  const [other] = others;
  if (number === null || other === undefined || others.some(({ id }) => id === account.id)) return;
  throw invalidInput(
    `the file is for account ${numberWords(number)}, which is "${cleanText(other.name)}", not ` +
      `"${cleanText(account.name)}": pass the matching account or another file`,
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

/** Shortens an account number to its last four characters. */
function numberWords(number: string): string {
  return `\u{2026}${cleanText(number).slice(-4)}`;
}

export function isCard({ type }: AccountRecord): boolean {
  return CARDS.includes(type);
}
