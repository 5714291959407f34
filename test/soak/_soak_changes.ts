import type { Random } from "../../demo/model/random.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import type { Args } from "../model/_world.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { figuresOn } from "../demo/_figures.ts";
import { argumentsOf } from "../model/_arguments.ts";
import { CHANGES, type Step } from "../model/_steps.ts";
import { ids } from "../tools/_plan.ts";

/** What changes are generated from. */
export interface ChangeSource {
  readonly records: PlanRecords;
  /** The users' day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Ids of applied operations that can be undone. */
  readonly applied: readonly string[];
}

/** Deals the tools like cards: each once, then all of them again in a new order. */
export class ChangeDeck {
  readonly #random: Random;
  #left: string[] = [];

  /** Shuffles with the given generator. */
  constructor(random: Random) {
    this.#random = random;
  }

  /** Draws the next change for the current plan. */
  next(mark: string, source: ChangeSource): ToolCall {
    if (this.#left.length === 0) this.#left = shuffled(CHANGES, this.#random);
    const tool = this.#left.pop() ?? "";
    const drawn = argumentsOf(drawnStep(tool, this.#random), source.records);
    const args = { ...drawn, ...this.#own({ tool, args: drawn }, { mark, ...source }) };
    return { tool, args: { plan_id: ids.plan, ...args } };
  }

  /** Arguments that mark what the change creates or that depend on the current plan. */
  #own({ tool, args }: ToolCall, source: ChangeSource & { readonly mark: string }): Args {
    const { mark, today, applied, records } = source;
    const random = this.#random;
    switch (tool) {
      // Only unapproved transactions: the tool reads nothing, so it would approve any again.
      case "approve_transactions": {
        const rows = records.transactions.filter(({ approved, deleted }) => !approved && !deleted);
        return { transaction_ids: rows.length === 0 ? ["none"] : [random.pick(rows).id] };
      }
      case "create_category":
      case "create_category_group":
        return { name: mark };
      case "create_scheduled_transaction":
        return { memo: mark, date: nextDay(today) };
      case "create_transactions":
        return {
          transactions: (args["transactions"] as readonly Args[])
            .map((row) => ({ ...row, date: today, memo: mark })),
        };
      case "create_transfer":
        return { memo: mark, date: today };
      case "reconcile_account": {
        const account = records.accounts.find(({ name }) => name === args["account_id"]);
        const { accounts } = figuresOn(structuredClone(records), today);
        const { cleared = 0 } = accounts.get(account?.id ?? "") ?? {};
        const isOff = random.chance(0.4);
        const off = isOff ? random.integer(-900, 900) * 10 : 0;
        return { bank_balance: (cleared + off) / 1000, adjust: isOff };
      }
      case "split_transaction":
        return {
          lines: (args["lines"] as readonly Args[]).map((line) => ({ ...line, memo: mark })),
        };
      case "undo_operation":
        return applied.length === 0 || random.chance(0.3)
          ? {}
          : { operation_id: random.pick(applied.slice(-5)) };
      default:
        return {};
    }
  }
}

export function drawnStep(kind: string, random: Random): Step {
  const number = (): number => random.integer(0, 10_000);
  const amount = random.integer(-9_000, 9_000) * 10;
  return {
    kind,
    manner: "yes",
    mishap: null,
    one: number(),
    two: number(),
    three: number(),
    amount,
  };
}

/** The mark of a change: a name or memo to find it by. */
export function markOf(number: number): string {
  return `soak-${String(number).padStart(6, "0")}`;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.integer(0, left.length - 1), 1));
}

/** The next day, `YYYY-MM-DD`. */
function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
