import { isDay } from "../../domain/base/day.ts";
import { firstOfMonth } from "../../domain/base/month.ts";
import type { PlanFigures } from "../model/books.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import type { ShownMonth } from "./shapes.ts";
import { badRequest, notFound, type Refusal } from "./transport.ts";

export interface Call {
  readonly plans: readonly DemoPlan[];
  readonly userId: string;
  readonly now: Date;
  /** UTC day of `now`. */
  readonly today: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed body; `undefined` if there is none. */
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Handles one operation. Throws a `Refusal` to reject it. */
export type Handler = (call: Call) => Reply;

/** A response to a read or an update; with a plan, it includes the server knowledge. */
export function ok(data: Reply["data"], plan?: DemoPlan): Reply {
  return { status: 200, data: withKnowledge(data, plan) };
}

export function created(data: Reply["data"], plan?: DemoPlan): Reply {
  return { status: 201, data: withKnowledge(data, plan) };
}

function withKnowledge(data: Reply["data"], plan: DemoPlan | undefined): Reply["data"] {
  return plan === undefined ? data : { ...data, server_knowledge: plan.knowledge };
}

/** A plan with its figures for the day of the request. */
export interface OpenPlan {
  readonly plan: DemoPlan;
  readonly figures: PlanFigures;
  readonly records: DemoPlan["records"];
}

/** Finds the plan in the path. `last-used` is the first plan. */
export function planOf({ plans, params }: Call): DemoPlan {
  const wanted = params["plan_id"];
  const plan = wanted === "last-used"
    ? plans[0]
    : plans.find(({ records }) => records.id === wanted);
  if (plan === undefined) throw notFound();
  return plan;
}

/** Finds the plan in the path and computes its figures. */
export function openPlan(call: Call): OpenPlan {
  const plan = planOf(call);
  return { plan, figures: plan.figures(call.today), records: plan.records };
}

export function liveRecord<Item extends { readonly deleted: boolean }>(
  index: ReadonlyMap<string, Item>,
  id: string | undefined,
): Item {
  const found = index.get(id ?? "");
  if (found === undefined || found.deleted) throw notFound();
  return found;
}

export function monthOfCall(call: Call): ShownMonth {
  const { plan, figures } = openPlan(call);
  const wanted = call.params["month"] ?? "";
  const month = wanted === "current" ? firstOfMonth(call.today) : wanted;
  if (!figures.months.some((candidate) => candidate.month === month)) throw notFound();
  return { plan, figures, month };
}

/** Reads the `last_knowledge_of_server` parameter. */
export function knowledgeOfCall({ query }: Call): number | null {
  const text = query.get("last_knowledge_of_server");
  if (text === null || text === "") return null;
  if (!/^\d{1,15}$/.test(text)) throw badRequest("last_knowledge_of_server must be an integer");
  return Number(text);
}

/**
 * Whether to include a record in a response. A full response includes only live records; a delta
 * includes every record that changed after the given server knowledge, even deleted ones. Server
 * knowledge 0 requests a full response.
 */
export function isWanted(
  { deleted, knowledge }: { readonly deleted: boolean; readonly knowledge: number },
  since: number | null,
): boolean {
  if (since === null) return !deleted;
  return since === 0 || knowledge > since;
}

export function dateOfQuery({ query }: Call, name: string): string | null {
  const text = query.get(name);
  if (text === null || text === "") return null;
  if (!isDay(text)) throw badRequest(`${name} must be a valid date in ISO format`);
  return text;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Largest accepted amount, in milliunits; sums of many such amounts are still exact. */
const AMOUNT_LIMIT = 100_000_000_000_000;

/** An object in a request body. */
export class Fields {
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #suffix: string;

  /** Wraps an object. `suffix` ends each error message. */
  constructor(record: Readonly<Record<string, unknown>>, suffix: string) {
    this.#record = record;
    this.#suffix = suffix;
  }

  /** Reads the object in a body's `name` field. */
  static of(body: unknown, name: string): Fields {
    const wrapped = isRecord(body) ? body[name] : undefined;
    if (!isRecord(wrapped)) throw badRequest(`${name} is required`);
    return new Fields(wrapped, "");
  }

  /**
   * Reads the array of objects in a body's `name` field. Error messages include the object's index.
   */
  static listOf(body: unknown, name: string): Fields[] {
    const wrapped = isRecord(body) ? body[name] : undefined;
    if (!Array.isArray(wrapped) || wrapped.length === 0) throw badRequest(`${name} is required`);
    return wrapped.map((item: unknown, index) => {
      const suffix = ` (index: ${index})`;
      if (!isRecord(item)) throw badRequest(`transaction must be an object${suffix}`);
      return new Fields(item, suffix);
    });
  }

  refuse(detail: string): Refusal {
    return badRequest(detail + this.#suffix);
  }

  /** Whether a field is present, even if it is `null`. */
  has(name: string): boolean {
    return Object.hasOwn(this.#record, name);
  }

  /** Reads a string of at most `max` characters. */
  text(name: string, max: number): string | null | undefined {
    return this.#read(name, (value) => {
      if (typeof value !== "string") throw this.refuse(`${name} must be a string`);
      if (value.includes("\u0000")) throw this.refuse(`${name} must not contain a NUL character`);
      if ([...value].length > max) {
        throw this.refuse(`${name} is too long (maximum is ${max} characters)`);
      }
      return value;
    });
  }

  amount(name: string): number | null | undefined {
    return this.#read(name, (value) => {
      if (typeof value !== "number" || !Number.isInteger(value)) {
        throw this.refuse(`${name} must be an integer`);
      }
      if (Math.abs(value) > AMOUNT_LIMIT) throw this.refuse(`${name} is out of range`);
      return value === 0 ? 0 : value;
    });
  }

  /** Reads a record id. YNAB calls `payee_id` "payee" in errors. */
  id(name: string): string | null | undefined {
    return this.#read(name, (value) => {
      if (typeof value === "string" && UUID.test(value)) return value.toLowerCase();
      const called = name.replace(/_id$/, "").replaceAll("_", " ");
      throw this.refuse(`${called} must be formatted as a uuid (universally unique identifier)`);
    });
  }

  date(name: string): string | null | undefined {
    return this.#read(name, (value) => {
      if (typeof value === "string" && isDay(value)) return value;
      throw this.refuse(`${name} must be a valid date in ISO format`);
    });
  }

  boolean(name: string): boolean | null | undefined {
    return this.#read(name, (value) => {
      if (typeof value === "boolean") return value;
      throw this.refuse(`${name} must be a boolean`);
    });
  }

  oneOf<Choice extends string>(
    name: string,
    choices: readonly Choice[],
  ): Choice | null | undefined {
    return this.#read(name, (value) => {
      const choice = choices.find((candidate) => candidate === value);
      if (choice !== undefined) return choice;
      throw this.refuse(`${name} must be one of: ${choices.filter(Boolean).join(", ")}`);
    });
  }

  /** Reads an array of objects; their error messages end with the same suffix as this object's. */
  list(name: string): Fields[] | null | undefined {
    return this.#read(name, (value) => {
      if (!Array.isArray(value)) throw this.refuse(`${name} must be an array`);
      return value.map((item: unknown) => {
        if (!isRecord(item)) throw this.refuse(`${name} must be an array of objects`);
        return new Fields(item, this.#suffix);
      });
    });
  }

  /** Returns the value; throws a refusal if it is missing. */
  required<Value>(value: Value | null | undefined, called: string): Value {
    if (value === undefined || value === null) throw this.refuse(`${called} is required`);
    return value;
  }

  #read<Value>(name: string, read: (value: unknown) => Value): Value | null | undefined {
    const value = this.#record[name];
    return value === undefined || value === null ? value : read(value);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
