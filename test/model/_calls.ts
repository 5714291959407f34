import type { JournalEntry } from "../../changes/journal.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { argumentsOf } from "./_arguments.ts";
import { pick, type Step } from "./_steps.ts";
import type { Args, ModelWorld } from "./_world.ts";

/** A second plan that no change targets. */
export const OTHER_PLAN = idOf("a1");
const plan = { plan_id: ids.plan };

/** Adds the arguments that depend on the current plan. */
export async function completed(step: Step, world: ModelWorld): Promise<Args> {
  const args: Args = { ...plan, ...argumentsOf(step, world.records()) };
  if (step.kind === "undo_operation") {
    const entries = await (await world.journal()).entries(ids.plan);
    const entry = step.two % 2 === 0
      ? entries.find(({ state, undoes }) => state === "applied" && undoes === null)
      : pick(entries, step.one);
    const named = step.two % 2 === 0 ? {} : { operation_id: entry?.operationId ?? "none" };
    return { ...args, ...named, ...partOf(entry, step) };
  }
  // An approval can be undone only if the transactions were read right before the approval.
  if (step.kind === "approve_transactions" && step.two % 2 === 0) {
    await world.call("find_transactions", plan);
  }
  if (!Number.isNaN(args["bank_balance"])) return args;
  const { structured } = await world.call(step.kind, {
    ...args,
    bank_balance: 987_654,
    adjust: false,
  });
  return { ...args, bank_balance: structured?.["cleared_balance"] ?? 987_654 };
}

/** Sometimes limits an undo to one record. */
function partOf(entry: JournalEntry | undefined, { one, two }: Step): Args {
  const targets = entry?.steps.flatMap((step) => step.targets) ?? [];
  const target = pick(targets, one);
  return target === undefined || two % 3 > 0 ? {} : { only: [target.id] };
}

/** Whether an undo targets the latest change, which no other change can depend on. */
export async function isLatest(args: Args, world: ModelWorld): Promise<boolean> {
  const { operation_id } = args;
  if (operation_id === undefined) return true;
  const entries = await (await world.journal()).entries(ids.plan);
  const latest = entries.find(({ state, undoes }) => state === "applied" && undoes === null);
  return latest?.operationId === operation_id;
}

/**
 * Returns the call that confirms a change. For some values of `manner`, the call's plan, tool or
 * arguments differ from the preview's.
 */
export function confirming(
  { kind, manner, one }: Step,
  args: Args,
): readonly [name: string, args: Args] {
  switch (manner) {
    case "otherPlan":
      return [kind, { ...args, plan_id: OTHER_PLAN }];
    case "otherArguments":
      return [kind, altered(args, one)];
    case "otherTool":
      return kind === "flag_transactions"
        ? ["create_category", { ...plan, group_id: "Fun", name: "Another" }]
        : [
          "flag_transactions",
          { ...plan, flags: [{ transaction_id: idOf("75"), color: "yellow" }] },
        ];
    default:
      return [kind, args];
  }
}

function altered(args: Args, number: number): Args {
  const names = Object.keys(args).filter((name) => name !== "plan_id");
  const name = pick(names.length === 0 ? ["operation_id"] : names, number);
  const value = args[name];
  if (typeof value === "number") return { ...args, [name]: value + 1 };
  if (typeof value === "boolean") return { ...args, [name]: !value };
  if (Array.isArray(value)) return { ...args, [name]: [...value, value[0]] };
  return { ...args, [name]: name === "month" ? "2026-02" : `${value} x` };
}
