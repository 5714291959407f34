import type { z } from "zod";
import { digestOf } from "../changes/confirmation.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import type { RowDecision } from "../domain/statements/comparison.ts";
import type { GivenRow } from "../domain/statements/given_rows.ts";
import type { ReadAs } from "../domain/statements/statement.ts";
import { invalidInput, ToolError } from "../domain/base/tool_error.ts";
import { readFromFolder, type TryReading } from "../statements/folder.ts";
import { packed, unpacked } from "../statements/packed.ts";
import type { compareInput } from "./_statement_schema.ts";
import type { StatementAccess } from "./_tool.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The arguments that both statement tools accept. */
export type StatementInput =
  & Omit<z.output<typeof compareInput>, "plan_id">
  & { readonly plan_id: string };

/** The statement that a call passes or refers to, updated with the answers in that call. */
export interface GivenStatement {
  /** Contents of the statement file; `null` if rows were given instead of a file. */
  readonly bytes: Bytes | null;
  readonly kept: StoredStatement;
  /** Handle from an earlier call; `undefined` if this call provides the statement itself. */
  readonly handle: string | undefined;
}

interface SourceOptions {
  readonly access: StatementAccess;
  readonly tryReading: TryReading<unknown>;
}

/**
 * Finds the statement that a call provides or refers to; `null` if there is none.
 *
 * @throws {ToolError} If the call has several statements, or if the statement can't be used.
 */
export async function givenStatement(
  input: StatementInput,
  options: SourceOptions,
): Promise<GivenStatement | null> {
  const { access } = options;
  const { file, text, rows, statement: handle, plan_id: planId } = input;
  const given = Object.entries({ file, text, rows, statement: handle, handed: access.handed })
    .flatMap(([name, value]) => value === undefined || value === null ? [] : [name]);
  if (given.length === 0) return null;
  if (given.length > 1) {
    throw invalidInput(`${given.join(" and ")} can't be combined: pass only one of them`);
  }
  if (handle !== undefined) {
    const known = await findStatement(handle, planId, access);
    const kept = amended(known, input);
    const bytes = kept.file === null ? null : await unpacked(kept.file);
    return { bytes, kept, handle };
  }
  const bytes = text !== undefined
    ? new TextEncoder().encode(text)
    : access.handed?.bytes ?? (file === undefined ? null : await fileOf(file, planId, options));
  const kept = amended({
    file: bytes === null ? null : await packed(bytes),
    rows: rows ?? null,
    accountId: null,
    readAs: {},
    decisions: [],
    opening: null,
    closing: null,
  }, input);
  return { bytes, kept, handle: undefined };
}

/** Returns a statement, updated with the user's decisions and answers to questions. */
function amended(kept: StoredStatement, input: StatementInput): StoredStatement {
  const { read_as: readAs, opening_balance: opening, closing_balance: closing } = input;
  const decided = (input.decide ?? []).map(decisionOf);
  const isDecided = new Set(decided.map(({ row }) => row));
  // Discard earlier decisions if the statement is read differently, because the row numbers change.
  const earlier = readAs === undefined ? kept.decisions : [];
  return {
    ...kept,
    readAs: { ...kept.readAs, ...present(readAs ?? {}) },
    decisions: [...earlier.filter(({ row }) => !isDecided.has(row)), ...decided],
    opening: opening ?? kept.opening,
    closing: closing ?? kept.closing,
  };
}

type Decision = NonNullable<StatementInput["decide"]>[number];

function decisionOf({ row, as, transaction_id, account_id }: Decision): RowDecision {
  return { row, as, ...present({ transactionId: transaction_id, accountId: account_id }) };
}

/** Omits fields that are `undefined`. */
function present<Fields extends object>(fields: Fields): Present<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<Fields>;
}

type Present<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * Reads a file in the statements folder.
 *
 * @throws {ToolError} `forbidden` if no folder is set; `conflict` if the call confirms a preview,
 * but the file has changed since the preview.
 */
async function fileOf(
  file: string,
  planId: string,
  { access, tryReading }: SourceOptions,
): Promise<Bytes> {
  const { folder, folderSetting, kept, isConfirming } = access;
  if (folder === null) {
    throw new ToolError(
      "forbidden",
      "no statements folder is set: pass the statement in `text` or `rows`, or set " +
        `${folderSetting} to a folder and restart this server`,
    );
  }
  const { name, bytes } = await readFromFolder(folder, file, tryReading);
  const digest = digestOf(await packed(bytes));
  const of = { planId, group: "statement files" };
  if (!isConfirming) {
    await kept.save(of, { name, value: digest, holdsMs: HELD_MS });
    return bytes;
  }
  const previewed = await kept.find(of, name);
  if (previewed === null || previewed === digest) return bytes;
  throw new ToolError(
    "conflict",
    `${quoted(name)} changed since the preview, so nothing was written: ` +
      "call again without `confirmation` to get a new preview",
  );
}

/** How long a handle and a previewed file stay valid, in ms; confirmations expire sooner. */
const HELD_MS = 3_600_000;

const GROUP = "statements";

/** A statement as the user provided it, with later answers and decisions. */
export interface StoredStatement {
  /** The statement file, compressed and in base64; `null` if the statement was given as rows. */
  readonly file: string | null;
  /** The statement's rows; `null` if the statement was given as a file. */
  readonly rows: readonly GivenRow[] | null;
  readonly accountId: string | null;
  readonly readAs: ReadAs;
  readonly decisions: readonly RowDecision[];
  /** Opening and closing balances that the caller gave, in milliunits. */
  readonly opening: number | null;
  readonly closing: number | null;
}

interface Stored {
  readonly principal: string | null;
  readonly statement: StoredStatement;
}

type Access = Pick<StatementAccess, "kept" | "principal">;

export async function keepStatement(
  handle: string,
  { planId, statement }: { readonly planId: string; readonly statement: StoredStatement },
  { kept, principal }: Access,
): Promise<void> {
  const value: Stored = { principal, statement };
  await kept.save({ planId, group: GROUP }, { name: handle, value, holdsMs: HELD_MS });
}

/** Finds a statement that the same caller provided for the same plan within the last hour. */
async function findStatement(
  handle: string,
  planId: string,
  { kept, principal }: Access,
): Promise<StoredStatement> {
  const found = await kept.find({ planId, group: GROUP }, handle) as Stored | null;
  if (found !== null && found.principal === principal) return found.statement;
  throw new ToolError(
    "not_found",
    "this statement is unknown or was read over 60 minutes ago: pass the file again",
  );
}
