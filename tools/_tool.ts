import type { z } from "zod";
import type { Proposal, WriteId } from "../changes/change.ts";
import type { ChangeReply } from "../changes/reply.ts";
import type { UndoEngine } from "../changes/resolve_journal.ts";
import type { Transaction } from "../client/wire/transaction.ts";
import type { IdIndex } from "../domain/references/resolve_reference.ts";
import type { CategoryRecord } from "../domain/base/plan_records.ts";
import type { MoneyFormat, NamedAmount } from "../domain/base/money_format.ts";
import type { Steps } from "../domain/base/all_steps.ts";
import type { StatementsFolder } from "../statements/folder.ts";
import type { DirectReads } from "../sync/plan/collections.ts";
import type { Reads } from "../sync/plan/local_copy.ts";
import type { SavedValues } from "../sync/store/store.ts";
import type { RecordSet } from "../sync/plan/collections.ts";

/** Name of a set of tools that a server can offer. */
export type Profile = "fuller" | "reduced" | "complete";

/** All profiles, with the default profile first. */
export const profiles: readonly Profile[] = ["fuller", "reduced", "complete"];

export type PerProfile<Value> = Readonly<Record<Profile, Value>>;

/** Returns the profiles that a tool names, and also `complete` if the tool names `fuller`. */
export function profilesOf(
  { profiles: named }: { readonly profiles: readonly Profile[] },
): readonly Profile[] {
  return profiles.filter((one) =>
    named.includes(one) || (one === "complete" && named.includes("fuller"))
  );
}

export interface ToolSummary {
  readonly title: string;
  /** Tells assistants what the tool returns, when to use it, and which tools to use instead. */
  readonly description: string;
  /** Profiles that offer the tool; listing `fuller` implies `complete`. */
  readonly profiles: readonly Profile[];
  /** For tools that change the plan: whether a call can lose data; `true` by default. */
  readonly isDestructive?: boolean;
  /** For tools that change the plan: whether repeating a call has no further effect. */
  readonly isIdempotent?: boolean;
  /** Whether hosts that load tools on demand should load this one at startup. */
  readonly alwaysLoad?: boolean;
  /** The example call on the tool's documentation page; absent if the call needs no arguments. */
  readonly example?: ToolExample;
  /**
   * Explanations of fields for the tool's documentation page, by the field's name or path; clients
   * don't receive them. Fields that mean the same thing in all tools are explained in
   * `scripts/field_meanings.json`.
   */
  readonly meanings?: Readonly<Record<string, string>>;
}

/** The arguments of an example call, without the plan. */
export type ExampleArguments = Readonly<Record<string, unknown>>;

export interface ToolExample {
  /**
   * The arguments. A string that begins with `=` refers to a value in the answer to one of the
   * `lookUps`, named by tool and path, such as `=find_transactions.transactions.0.transaction_id`.
   */
  readonly args: ExampleArguments;
  /** Calls made before the example, in a separate session, to look up values for the arguments. */
  readonly lookUps?: readonly { readonly tool: string; readonly args: ExampleArguments }[];
  /** Tool whose example is run before this tool's example, in the same session. */
  readonly follows?: string;
}

/** Schemas of a tool's arguments and of its answer. */
export interface ToolSchema {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

export type ReadId = keyof Reads;

/** The handler's input: the checked arguments, always including the plan's id. */
export type InputOf<Schema extends ToolSchema> =
  & Omit<z.output<Schema["input"]>, "plan_id">
  & ("plan_id" extends keyof z.output<Schema["input"]> ? { readonly plan_id: string } : unknown);

/** The handler's result, in which optional fields may also be `null`. */
export type OutputOf<Schema extends ToolSchema> = Lenient<z.output<Schema["output"]>> & {
  /**
   * Returns the cursor that the next page would need if this page were shortened to `count` rows.
   */
  readonly cursorAfter?: (count: number) => string | null;
};

type Lenient<Value> = Value extends readonly (infer Item)[] ? readonly Lenient<Item>[]
  : Value extends object ? {
      readonly [Key in keyof Value]: undefined extends Value[Key]
        ? Lenient<Exclude<Value[Key], undefined>> | null | undefined
        : Lenient<Value[Key]>;
    }
  : Value;

/** The YNAB operations that a tool declares, listed by profile if the profiles differ. */
export type Declared<Id> = readonly Id[] | PerProfile<readonly Id[]>;

export type DeclaredReads = Declared<ReadId>;
export type DeclaredWrites = Declared<WriteId>;

type IdOf<Some, Id> = Some extends readonly Id[] ? Some[number]
  : Some extends PerProfile<readonly Id[]> ? Some[Profile][number]
  : never;

export interface ChangeOptions {
  /** Amounts in the request, which must not have more decimal places than the plan's currency. */
  readonly amounts?: readonly NamedAmount[];
  /** Whether to apply the change without confirmation. Only for changes that can't destroy data. */
  readonly isUnconfirmed?: boolean;
  /** If set, the confirmation is bound to this value instead of to the call's arguments. */
  readonly asked?: unknown;
}

/** What a handler can use in addition to its arguments. */
export interface ToolContext<
  Asked extends DeclaredReads,
  Writes extends DeclaredWrites,
> extends ServerView {
  /**
   * Functions that perform the reads that the tool declares. They use the local copy if it is
   * fresh.
   */
  readonly cached: Pick<Reads, IdOf<Asked, ReadId>>;
  /** Functions that read data for previews and changes. They always request the data from YNAB. */
  readonly fresh: Pick<Reads, IdOf<Asked, ReadId>>;
  /** Functions that read data to check what a change wrote. They bypass the local copy. */
  readonly uncached: Pick<DirectReads, IdOf<Asked, ReadId> & keyof DirectReads>;
  /** Reads the local copy, however old its data is, without sending a request. */
  readonly known: {
    /** A plan's categories in the same order as in the YNAB app; empty if not read yet. */
    readonly categories: (planId: string) => Promise<readonly CategoryRecord[]>;
    /** Finds all known ids of the plan's records, including those of deleted records. */
    readonly ids: (planId: string) => Pick<IdIndex, "sharing">;
  };
  /**
   * Previews a change, asks for confirmation, applies the change and journals it. The proposal is
   * rebuilt from fresh data right before the change is applied.
   */
  readonly change: (
    propose: () => Promise<Proposal<IdOf<Writes, WriteId>>>,
    options?: ChangeOptions,
  ) => Promise<ChangeReply>;
  /** Runs a long computation in steps, so that it doesn't delay calls, pings or cancellations. */
  readonly inTurns: <Result>(steps: Steps<Result>) => Promise<Result>;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Today's date in UTC, as `YYYY-MM-DD`. YNAB uses UTC to determine today's date. */
  readonly utcToday: string;
  readonly profile: Profile;
  /** Returns a plan's money format, or a default until an amount has been read from the plan. */
  readonly moneyFormat: (planId: string) => MoneyFormat;
}

/** The context of any tool, whichever operations the tool declares. */
export type AnyContext = ToolContext<readonly ReadId[], readonly WriteId[]>;

/** State and functions of the server that only a few tools need. */
export interface ServerView {
  /** Earlier changes and their outcomes, for undo. */
  readonly undo: UndoEngine;
  /** Whether the local copy and the journal are stored where the settings say. */
  readonly isStoredAsConfigured: () => boolean;
  /** Whether the server offers tools that change the plan. */
  readonly isWriteAllowed: boolean;
  /** Returns a plan's transactions as last read, however long ago, without sending a request. */
  readonly lastTransactions: (planId: string) => Promise<LastTransactions>;
  /** Returns a plan's ISO currency code without sending a request; `null` if it is unknown. */
  readonly currency: (planId: string) => Promise<string | null>;
  readonly statements: StatementAccess;
}

/** What the bank statement tools need in addition to the plan. */
export interface StatementAccess {
  /** Folder whose files may be read; `null` if no folder is set. */
  readonly folder: StatementsFolder | null;
  /** Name of the setting that specifies the folder. */
  readonly folderSetting: string;
  /** Values that remain stored after the call. */
  readonly kept: SavedValues;
  /** The caller; `null` if the server has only one caller. */
  readonly principal: string | null;
  /** A file that came with the call, but not as one of its arguments. */
  readonly handed: HandedFile | null;
  /** Whether the call contains the user's answer to a preview. */
  readonly isConfirming: boolean;
}

/** A file that the user has chosen in a view or named in a terminal. */
export interface HandedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface LastTransactions {
  /** The plan's transactions; `null` if they haven't been read yet. */
  readonly transactions: RecordSet<Transaction> | null;
  /** Whether the transactions were read within the freshness window. */
  readonly areRecent: boolean;
}

export interface ToolModule<
  Schema extends ToolSchema,
  Asked extends DeclaredReads,
  Writes extends DeclaredWrites,
> {
  readonly summary: ToolSummary;
  readonly schema: Schema;
  readonly reads: Asked;
  readonly writes: Writes;
  readonly handler: (
    input: InputOf<Schema>,
    context: ToolContext<Asked, Writes>,
  ) => Promise<OutputOf<Schema>>;
}

export interface Tool {
  readonly name: string;
  readonly summary: ToolSummary;
  readonly schema: ToolSchema;
  readonly reads: PerProfile<readonly ReadId[]>;
  readonly writes: PerProfile<readonly WriteId[]>;
  readonly handler: (
    input: Readonly<Record<string, unknown>>,
    context: AnyContext,
  ) => Promise<unknown>;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ObjectSchema = JsonSchema & { readonly type: "object" };

export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool's definition; `deno task write` generates it from the tool's file. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly profiles: readonly Profile[];
  readonly reads: PerProfile<readonly ReadId[]>;
  readonly writes: PerProfile<readonly WriteId[]>;
  readonly annotations: ToolHints;
  /** Whether hosts that load tools on demand should load this one at startup. */
  readonly alwaysLoad?: boolean;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/**
 * Creates a tool from its module. The tool is named after the module's file, without the extension.
 * The handler compiles only if the module declares all YNAB operations that the handler uses.
 */
export function toolOf<
  Schema extends ToolSchema,
  const Asked extends DeclaredReads,
  const Writes extends DeclaredWrites,
>(
  name: string,
  module: ToolModule<Schema, Asked, Writes>,
): Tool {
  return {
    name,
    summary: module.summary,
    schema: module.schema,
    reads: perProfile<ReadId>(module.reads),
    writes: perProfile<WriteId>(module.writes),
    // This is the only cast from checked arguments to the schema's type.
    handler: module.handler as Tool["handler"],
  };
}

/** Returns an object with only the declared operations, so that calling any other fails. */
export function declaredOnly<Operations extends object, Id extends keyof Operations>(
  operations: Operations,
  declared: readonly Id[],
): Pick<Operations, Id> {
  const only = Object.create(null) as Pick<Operations, Id>;
  for (const id of declared) only[id] = operations[id];
  return Object.freeze(only);
}

export function isChanging(tool: Pick<Tool, "writes">): boolean {
  return tool.writes.complete.length > 0;
}

/** Whether a tool shows a preview of its change and waits for confirmation. */
export function asksFirst(tool: Pick<Tool, "schema">): boolean {
  return "confirmation" in tool.schema.input.shape;
}

function perProfile<Id>(declared: Declared<Id>): PerProfile<readonly Id[]> {
  if ("complete" in declared) return declared;
  return { fuller: declared, reduced: declared, complete: declared };
}
