import { assertEquals } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { type Answer, rowsOf, type World } from "./_world.ts";

/** A preview and the result of confirming it. */
export interface Confirmed {
  readonly preview: Answer;
  readonly applied: Answer;
}

/** Previews a change and confirms it with the preview's code. */
export async function confirm(world: World, name: string, args: object = {}): Promise<Confirmed> {
  const preview = await world.call(name, args);
  const confirmation = preview.structured?.["confirmation"];
  if (typeof confirmation !== "string") throw new Error(`No confirmation: ${preview.text}`);
  return { preview, applied: await world.call(name, { ...args, confirmation }) };
}

/** Makes a change, and asserts that the change was applied. */
export async function apply(world: World, name: string, args: object = {}): Promise<Confirmed> {
  const confirmed = await confirm(world, name, args);
  const { structured, text } = confirmed.applied;
  assertEquals(structured?.["status"], "applied", text);
  return confirmed;
}

/** Edits a stored record as a user does in the YNAB app. */
export function editRecord<
  Kind extends "accounts" | "categories" | "groups" | "payees" | "scheduled" | "transactions",
>(
  { upstream }: Pick<World, "upstream">,
  kind: Kind,
  id: string,
  change: Partial<PlanRecords[Kind][number]>,
): void {
  upstream.edit((plan) => {
    for (const one of plan[kind]) if (one.id === id) Object.assign(one, change);
  });
}

/** Returns the rows that a response should contain after the previewed change is applied. */
export function appliedRows({ structured }: Pick<Answer, "structured">): unknown {
  const rows = (structured?.["changes"] ?? []) as readonly Readonly<Record<string, unknown>>[];
  return rows.map(({ available_before: _, available_after: __, ...row }) => ({
    ...row,
    outcome: "done",
  }));
}

/** Returns the ids of the records that an undo skipped, with the reasons. */
export function leftAlone(undo: Pick<Answer, "structured">): readonly (readonly unknown[])[] {
  return rowsOf(undo, "left_alone").map(({ id, reason }) => [id, reason]);
}

/** Returns the plan's data without the fields that every write changes. */
export function stateOf(world: Pick<World, "upstream">): unknown {
  return JSON.parse(stateText(world));
}

/** Returns the same data as {@linkcode stateOf}, as JSON text. */
export function stateText({ upstream }: Pick<World, "upstream">): string {
  const [plan] = upstream.stored;
  if (plan === undefined) throw new Error("There is no plan");
  return JSON.stringify(plan, withoutStamps);
}

/** Returns a stored transaction. */
export function rowOf(world: World, id: string): PlanRecords["transactions"][number] | undefined {
  return world.upstream.snapshot()[0]?.transactions.find((row) => row.id === id);
}

const STAMPS: readonly string[] = ["knowledge", "last_modified_on", "money_movements"];

function withoutStamps(name: string, value: unknown): unknown {
  if (STAMPS.includes(name)) return undefined;
  if (value instanceof Map) return [...value].sort();
  return value;
}
