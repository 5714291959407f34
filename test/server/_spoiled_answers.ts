import type { CoveredOperation } from "../../client/upstream_client.ts";
import { operations } from "../../client/operations.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { aSchedule } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids, TODAY } from "../tools/_plan.ts";

export interface Spoil {
  readonly operation: CoveredOperation;
  /** Path of the field, such as `transactions.0.amount`. */
  readonly path: string;
  /** Key of `SPOILS`, such as `null` or `missing`. */
  readonly what: string;
}

/** Functions that replace a field's value. `missing` removes the field. */
const SPOILS: Readonly<Record<string, (value: unknown) => unknown>> = {
  null: () => null,
  missing: () => undefined,
  text: () => "text",
  "an empty text": () => "",
  "a long text": () => "long ".repeat(20_000),
  true: () => true,
  zero: () => 0,
  "no whole number": () => 7.5,
  negative: (value) => typeof value === "number" ? -Math.abs(value) - 1 : -7,
  huge: () => 1e300,
  "huge and negative": () => -Number.MAX_SAFE_INTEGER,
  "a list": () => [],
  "an object": () => ({}),
  "a list of nothing": () => [null],
  doubled: (value) => Array.isArray(value) ? value.flatMap((one) => [one, one]) : [value, value],
};

/** Number of kinds of defects, each of which is tried on every field. */
export const KINDS = Object.keys(SPOILS).length;

const line = { memo: null, payee_id: null, transfer_account_id: null, deleted: false };

/** The test household with credit card debt and scheduled transactions, one of which is split. */
function aPlan(): ReturnType<typeof household> {
  const debt = { id: idOf("ef"), account_id: ids.visa, date: "2026-02-01", amount: -120_000 };
  return household({
    transactions: [...household().transactions, aRow(debt)],
    scheduled: [
      aSchedule({
        id: idOf("e4"),
        account_id: ids.checking,
        date_first: "2026-03-20",
        date_next: "2026-03-20",
        amount: -90_000,
        payee_id: ids.amazon,
        lines: [
          { ...line, id: idOf("e9"), amount: -60_000, category_id: ids.gifts },
          { ...line, id: idOf("ea"), amount: -30_000, category_id: ids.dining },
        ],
      }),
    ],
  });
}

/** A fake YNAB that answers every read in full and injects the requested defect. */
export class SpoilingUpstream {
  readonly #upstream = new DemoUpstream({
    plans: [aPlan()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
    rateLimit: Infinity,
  });
  readonly #bodies = new Map<string, string>();
  /** The defect to inject into responses; `null` for none. */
  spoil: Spoil | null = null;

  readonly fetch = async (input: URL | RequestInfo): Promise<Response> => {
    const { pathname } = new URL(String(input));
    const good = await this.#goodBody(pathname);
    const isSpoiled = this.spoil !== null && pathOf(this.spoil.operation).test(pathname);
    return new Response(isSpoiled ? spoiled(good, this.spoil as Spoil) : good);
  };

  async spoilsOf(operation: CoveredOperation): Promise<readonly Spoil[]> {
    const path = operations[operation].path.replace("{plan_id}", ids.plan)
      .replace("{month}", "2026-03-01");
    const { data } = JSON.parse(await this.#goodBody(`/v1${path}`));
    return pathsIn(data).flatMap((path) =>
      Object.keys(SPOILS).map((what) => ({ operation, path, what }))
    );
  }

  async #goodBody(pathname: string): Promise<string> {
    const known = this.#bodies.get(pathname);
    if (known !== undefined) return known;
    const query = pathname.endsWith("/transactions") ? "?since_date=1990-01-01" : "";
    const answer = await this.#upstream.fetch(`https://demo${pathname}${query}`, {
      headers: { authorization: "Bearer demo-token" },
    });
    const body = await answer.text();
    this.#bodies.set(pathname, body);
    return body;
  }
}

function pathOf(operation: CoveredOperation): RegExp {
  return new RegExp(`${operations[operation].path.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u");
}

/** Returns the paths of all fields. From each list, only the largest element is included. */
function pathsIn(value: unknown, at: readonly (string | number)[] = []): readonly string[] {
  const own = at.length === 0 ? [] : [at.join(".")];
  if (Array.isArray(value)) {
    const sizes = value.map((element) => JSON.stringify(element).length);
    const richest = sizes.indexOf(Math.max(...sizes));
    return richest < 0 ? own : [...own, ...pathsIn(value[richest], [...at, richest])];
  }
  if (typeof value !== "object" || value === null) return own;
  return [...own, ...Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...at, name]))];
}

function spoiled(good: string, { path, what }: Spoil): string {
  const body = JSON.parse(good);
  const names = path.split(".");
  const last = names.pop() as string;
  const holder = names.reduce((value, name) => value[name], body.data);
  const value = SPOILS[what]?.(holder[last]);
  if (value === undefined && Array.isArray(holder)) holder.splice(Number(last), 1);
  else holder[last] = value;
  return JSON.stringify(body);
}
