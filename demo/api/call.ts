import { dayOf, isDay } from "../../domain/base/day.ts";
import { firstOfMonth } from "../../domain/base/month.ts";
import type { PlanFigures } from "../model/books.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import { badRequest, notFound, type Refusal } from "./transport.ts";

/** Handles one operation and returns its data. Throws a `Refusal` to reject the request. */
export type Handler = (call: Call) => Data;

type Data = Readonly<Record<string, unknown>>;

/** An incoming request for an operation. */
export interface Asked {
  readonly plans: readonly DemoPlan[];
  readonly userId: string;
  readonly now: Date;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed body; `undefined` if there is none. */
  readonly body: unknown;
}

/** A request, with everything that its path and query refer to. */
export class Call {
  readonly asked: Asked;

  constructor(asked: Asked) {
    this.asked = asked;
  }

  /** UTC day of the request. */
  get today(): string {
    return dayOf(this.asked.now.getTime());
  }

  /** The plan whose id is in the request's path. The id `last-used` means the first plan. */
  get plan(): DemoPlan {
    const { plans, params: { plan_id: wanted } } = this.asked;
    const plan = wanted === "last-used"
      ? plans[0]
      : plans.find(({ records }) => records.id === wanted);
    if (plan === undefined) throw notFound();
    return plan;
  }

  /** The plan's figures, including what this request has changed. */
  get figures(): PlanFigures {
    return this.plan.figures(this.today);
  }

  /** The month in the request's path. */
  get month(): string {
    const wanted = this.asked.params["month"] ?? "";
    const month = wanted === "current" ? firstOfMonth(this.today) : wanted;
    if (!this.figures.months.some((candidate) => candidate.month === month)) throw notFound();
    return month;
  }

  /** The `last_knowledge_of_server` parameter. */
  get since(): number | null {
    const text = this.asked.query.get("last_knowledge_of_server");
    if (text === null || text === "") return null;
    if (!/^\d{1,15}$/.test(text)) throw badRequest("last_knowledge_of_server must be an integer");
    return Number(text);
  }

  date(name: string): string | null {
    const text = this.asked.query.get(name);
    if (text === null || text === "") return null;
    if (!isDay(text)) throw badRequest(`${name} must be a valid date in ISO format`);
    return text;
  }

  /** Finds the live record whose id is in the path. */
  live<Item extends { readonly deleted: boolean }>(
    index: ReadonlyMap<string, Item>,
    param: string,
  ): Item {
    const found = index.get(this.asked.params[param] ?? "");
    if (found === undefined || found.deleted) throw notFound();
    return found;
  }

  /**
   * Selects the records for a response. A full response includes only live records; a delta
   * includes every record that changed after the given server knowledge, even deleted ones. If
   * the given server knowledge is 0, the response includes all records.
   */
  wanted<Item extends { readonly deleted: boolean; readonly knowledge: number }>(
    items: readonly Item[],
    knowledgeOf: (item: Item) => number = ({ knowledge }) => knowledge,
  ): Item[] {
    const { since } = this;
    return items.filter((item) =>
      since === null ? !item.deleted : since === 0 || knowledgeOf(item) > since
    );
  }

  /** Performs one write to the plan. */
  write<Result>(change: () => Result): Result {
    return this.plan.write(this.asked.now, change);
  }

  /** Reads the object in the body field with the given name. */
  fields(name: string): Fields {
    const wrapped = this.#inBody(name);
    if (!isRecord(wrapped)) throw badRequest(`${name} is required`);
    return new Fields(wrapped, this, "");
  }

  /** Reads the transactions in the body. Errors include the rejected transaction's index. */
  listOfFields(): Fields[] {
    const wrapped = this.#inBody("transactions");
    if (!Array.isArray(wrapped) || wrapped.length === 0) {
      throw badRequest("transactions is required");
    }
    return wrapped.map((item: unknown, index) => {
      const suffix = ` (index: ${index})`;
      if (!isRecord(item)) throw badRequest(`transaction must be an object${suffix}`);
      return new Fields(item, this, suffix);
    });
  }

  #inBody(name: string): unknown {
    // Report an unknown plan before an invalid body.
    void this.plan;
    const { body } = this.asked;
    return isRecord(body) ? body[name] : undefined;
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Largest accepted amount, in milliunits. Sums of many such amounts are still exact. */
const AMOUNT_LIMIT = 100_000_000_000_000;

/** An object in a request's body. */
export class Fields {
  readonly #record: Data;
  readonly #suffix: string;
  readonly #call: Call;
  readonly plan: DemoPlan;

  /** Wraps an object. `suffix` is appended to every error message. */
  constructor(record: Data, call: Call, suffix: string) {
    this.#record = record;
    this.#suffix = suffix;
    this.#call = call;
    this.plan = call.plan;
  }

  get today(): string {
    return this.#call.today;
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

  /** Reads an array of objects. Error messages about these objects also end with `suffix`. */
  list(name: string): Fields[] | null | undefined {
    return this.#read(name, (value) => {
      if (!Array.isArray(value)) throw this.refuse(`${name} must be an array`);
      return value.map((item: unknown) => {
        if (!isRecord(item)) throw this.refuse(`${name} must be an array of objects`);
        return new Fields(item, this.#call, this.#suffix);
      });
    });
  }

  /** Returns the value; throws a `Refusal` if the value is missing. */
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
