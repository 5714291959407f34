import type { z } from "zod";
import type { Proposal, WriteId } from "../changes/change.ts";
import type { ChangeReply } from "../changes/reply.ts";
import type { UndoEngine } from "../changes/resolve_journal.ts";
import type { Transaction } from "../client/wire/transaction.ts";
import type { IdIndex } from "../domain/references/id_index.ts";
import type { CategoryRecord } from "../domain/base/plan_records.ts";
import type { MoneyFormat, NamedAmount } from "../domain/base/money_format.ts";
import type { Steps } from "../domain/base/all_steps.ts";
import type { DirectReads, Reads } from "../sync/plan/reads.ts";
import type { RecordSet } from "../sync/plan/collections.ts";

/** How many tools a server offers. */
export type Profile = "fuller" | "reduced" | "complete";

/** Every profile, the default first. */
export const profiles: readonly Profile[] = ["fuller", "reduced", "complete"];

export type PerProfile<Value> = Readonly<Record<Profile, Value>>;

/**
 * Lists the profiles that something is in: those that it names, and `complete`, which
 * holds all that `fuller` does.
 */
export function profilesOf(
  { profiles: named }: { readonly profiles: readonly Profile[] },
): readonly Profile[] {
  return profiles.filter((one) =>
    named.includes(one) || (one === "complete" && named.includes("fuller"))
  );
}

export interface ToolSummary {
  readonly title: string;
  /** What it returns, when to use it, what to use instead. */
  readonly description: string;
  /** Where it is offered; what is in `fuller` is in `complete` too. */
  readonly profiles: readonly Profile[];
  /** For tools that change the plan: whether something can be lost; `true` when absent. */
  readonly isDestructive?: boolean;
  /** For tools that change the plan: whether a repeated call changes nothing more. */
  readonly isIdempotent?: boolean;
  /** Whether hosts that load tools on demand should load this one at the start. */
  readonly alwaysLoad?: boolean;
  /** The call that its page shows; one without arguments when absent. */
  readonly example?: ToolExample;
  /**
   * What its fields mean, by name or path, for its page: clients are not told. Absent for those
   * that mean the same wherever they are.
   */
  readonly meanings?: Readonly<Record<string, string>>;
}

/** Arguments of a call besides the plan. */
export type ExampleArguments = Readonly<Record<string, unknown>>;

export interface ToolExample {
  /**
   * Its arguments. Text that begins with `=` stands for a value of a look-up's answer: the
   * tool, then the path in its structured form, such as
   * `=find_transactions.transactions.0.transaction_id`.
   */
  readonly args: ExampleArguments;
  /** What is asked before, in a session of its own. */
  readonly lookUps?: readonly { readonly tool: string; readonly args: ExampleArguments }[];
  /** Tool whose example is carried out before, in the same session. */
  readonly follows?: string;
}

/** Arguments and answer of a tool. */
export interface ToolSchema {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

export type ReadId = keyof Reads;

/** What the handler gets: checked arguments, the plan always named. */
export type InputOf<Schema extends ToolSchema> =
  & Omit<z.output<Schema["input"]>, "plan_id">
  & ("plan_id" extends keyof z.output<Schema["input"]> ? { readonly plan_id: string } : unknown);

/** What the handler returns: where a field may be left out, `null` will do. */
export type OutputOf<Schema extends ToolSchema> = Lenient<z.output<Schema["output"]>> & {
  /** Gives the cursor behind the first rows of a page, for a page that has to be cut. */
  readonly cursorAfter?: (count: number) => string | null;
};

type Lenient<Value> = Value extends readonly (infer Item)[] ? readonly Lenient<Item>[]
  : Value extends object ? {
      readonly [Key in keyof Value]: undefined extends Value[Key]
        ? Lenient<Exclude<Value[Key], undefined>> | null | undefined
        : Lenient<Value[Key]>;
    }
  : Value;

/** The operations that a tool declares; where profiles differ, per profile. */
export type Declared<Id> = readonly Id[] | PerProfile<readonly Id[]>;

export type DeclaredReads = Declared<ReadId>;
export type DeclaredWrites = Declared<WriteId>;

type IdOf<Some, Id> = Some extends readonly Id[] ? Some[number]
  : Some extends PerProfile<readonly Id[]> ? Some[Profile][number]
  : never;

export interface ChangeOptions {
  /** What the call asks to be paid or assigned: refused where the currency can't. */
  readonly amounts?: readonly NamedAmount[];
  /** Whether it is carried out without a question, as nothing can be lost. */
  readonly isUnconfirmed?: boolean;
  /** Operation that this change takes back. */
  readonly undoes?: string;
}

/** What a handler works with besides its arguments. */
export interface ToolContext<
  Asked extends DeclaredReads,
  Writes extends DeclaredWrites,
> {
  /** The declared reads, and no others, from the local copy. */
  readonly cached: Pick<Reads, IdOf<Asked, ReadId>>;
  /** The same reads, asking upstream each time: for previews and changes. */
  readonly fresh: Pick<Reads, IdOf<Asked, ReadId>>;
  /** The same reads past the local copy, for a re-read while a change is being written. */
  readonly uncached: Pick<DirectReads, IdOf<Asked, ReadId>>;
  /** What earlier reads have left in the local copy, however old; never a request. */
  readonly known: {
    /** The categories of a plan in the order of YNAB's app; none when they have not been read. */
    readonly categories: (planId: string) => Promise<readonly CategoryRecord[]>;
    /** Every id that a plan is known to have had, of whatever kind. */
    readonly ids: (planId: string) => Pick<IdIndex, "sharing">;
  };
  /**
   * Takes a change through preview, yes, application and journal. What proposes it from fresh
   * data is run again just before applying.
   */
  readonly change: (
    propose: () => Promise<Proposal<IdOf<Writes, WriteId>>>,
    options?: ChangeOptions,
  ) => Promise<ChangeReply>;
  /** Does long work step by step, so that other calls, pings and cancels are heard in between. */
  readonly inTurns: <Result>(steps: Steps<Result>) => Promise<Result>;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** UTC day, `YYYY-MM-DD`: what upstream takes for today. */
  readonly utcToday: string;
  readonly profile: Profile;
  /** Gives how a plan writes money, as far as its records have shown it. */
  readonly moneyFormat: (planId: string) => MoneyFormat;
}

/** A context of which nobody has said yet what it is held to. */
export type AnyContext = ToolContext<readonly ReadId[], readonly WriteId[]>;

/** What single tools see of the server itself: none of it is the plan's. */
export interface ServerView {
  /** For taking a change back: what was changed here before, and how it ended. */
  readonly undo: UndoEngine;
  /** Tells whether what is read and changed is kept as it was meant to be. */
  readonly isKept: () => boolean;
  /** Gives the transactions of a plan as they were last read, however old; never a request. */
  readonly lastTransactions: (planId: string) => Promise<LastTransactions>;
}

/** Transactions as they were last read. */
export interface LastTransactions {
  /** `null` when they have not been read. */
  readonly transactions: RecordSet<Transaction> | null;
  /** Whether they were read within the freshness window. */
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
    server: ServerView,
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
    server: ServerView,
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

/** A tool as data; `deno task write` makes it of the tool's file. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly profiles: readonly Profile[];
  readonly reads: PerProfile<readonly ReadId[]>;
  readonly writes: PerProfile<readonly WriteId[]>;
  readonly annotations: ToolHints;
  /** Whether hosts that load tools on demand should load this one at the start. */
  readonly alwaysLoad?: boolean;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/**
 * Takes a tool file in, named as the file without its ending. A handler that asks for more than
 * the file declares does not compile here.
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
    // The one place that knows that what was checked is what the schema says.
    handler: (input, context, server) => module.handler(input as InputOf<Schema>, context, server),
  };
}

/**
 * Gives an object that has the declared operations and nothing else, so that a call
 * to any other fails at run time as it does at compile time.
 */
export function declaredOnly<Operations extends object, Id extends keyof Operations>(
  operations: Operations,
  declared: readonly Id[],
): Pick<Operations, Id> {
  const only = Object.create(null) as Pick<Operations, Id>;
  for (const id of declared) only[id] = operations[id];
  return Object.freeze(only);
}

/** Tells whether a tool changes the plan. */
export function isChanging(tool: Pick<Tool, "writes">): boolean {
  return tool.writes.complete.length > 0;
}

/** Tells whether a tool previews its change and carries it out when it is confirmed. */
export function asksFirst(tool: Pick<Tool, "schema">): boolean {
  return "confirmation" in tool.schema.input.shape;
}

function perProfile<Id>(declared: Declared<Id>): PerProfile<readonly Id[]> {
  if ("complete" in declared) return declared;
  return { fuller: declared, reduced: declared, complete: declared };
}
