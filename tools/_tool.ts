/**
 * The contract of a tool file, checked by the compiler: what a tool declares is all
 * that its handler can call.
 *
 * @module
 */

import type { z } from "zod";
import type { OperationId } from "../client/operations.ts";
import type { MoneyFormat } from "../domain/money_format.ts";
import type { Reads } from "../sync/reads.ts";

/** How many of the specification's tools a server offers. */
export type Profile = "fuller" | "reduced";

/** Every profile, the default first. */
export const profiles: readonly Profile[] = ["fuller", "reduced"];

/** What a tool says of itself. */
export interface ToolSummary {
  readonly title: string;
  /** What it returns, when to use it, what to use instead. */
  readonly description: string;
  readonly profiles: readonly Profile[];
  /** Whether hosts that load tools on demand should load it at once. */
  readonly isMostNeeded?: boolean;
}

/** Arguments and answer of a tool. */
export interface ToolSchema {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

/** An operation that a tool may declare as a read. */
export type ReadId = keyof Reads;

/** What the handler gets: checked arguments, the plan always named. */
export type InputOf<Schema extends ToolSchema> =
  & Omit<z.output<Schema["input"]>, "plan_id">
  & ("plan_id" extends keyof z.output<Schema["input"]> ? { readonly plan_id: string } : unknown);

/** What the handler returns: where a field may be left out, `null` will do. */
export type OutputOf<Schema extends ToolSchema> = Lenient<z.output<Schema["output"]>>;

type Lenient<Value> = Value extends readonly (infer Item)[] ? readonly Lenient<Item>[]
  : Value extends object ? {
      readonly [Key in keyof Value]: undefined extends Value[Key]
        ? Lenient<Exclude<Value[Key], undefined>> | null | undefined
        : Lenient<Value[Key]>;
    }
  : Value;

/** What a handler works with besides its arguments. */
export interface ToolContext<
  DeclaredReads extends readonly ReadId[],
  _DeclaredWrites extends readonly OperationId[],
> {
  /** The declared operations, and no others. */
  readonly upstream: Pick<Reads, DeclaredReads[number]>;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Gives how a plan writes money, as far as its records have shown it. */
  readonly moneyFormat: (planId: string) => MoneyFormat;
}

/** What a tool file exports. */
export interface ToolModule<
  Schema extends ToolSchema,
  DeclaredReads extends readonly ReadId[],
  DeclaredWrites extends readonly OperationId[],
> {
  readonly summary: ToolSummary;
  readonly schema: Schema;
  readonly reads: DeclaredReads;
  readonly writes: DeclaredWrites;
  readonly handler: (
    input: InputOf<Schema>,
    context: ToolContext<DeclaredReads, DeclaredWrites>,
  ) => Promise<OutputOf<Schema>>;
}

/** A tool as the server keeps it. */
export interface Tool {
  readonly name: string;
  readonly summary: ToolSummary;
  readonly schema: ToolSchema;
  readonly reads: readonly ReadId[];
  readonly writes: readonly OperationId[];
  readonly handler: (input: never, context: never) => Promise<unknown>;
}

/**
 * Takes a tool file in. A handler that asks for more than the file declares does
 * not compile here.
 *
 * @param name The file's name without its ending.
 * @param module What the file exports.
 * @returns The tool.
 */
export function toolOf<
  Schema extends ToolSchema,
  const DeclaredReads extends readonly ReadId[],
  const DeclaredWrites extends readonly OperationId[],
>(name: string, module: ToolModule<Schema, DeclaredReads, DeclaredWrites>): Tool {
  return { ...module, name };
}
