import fc from "fast-check";
import type { PlanRecords } from "../../demo/model/records.ts";
import { householdOn } from "../_household.ts";
import type { AccountRecord } from "../../domain/base/plan_records.ts";
import type { DemoUpstream } from "../../demo/upstream.ts";
import { type ApiAnswer, openApi } from "../demo/_api.ts";
import { steps, take } from "../demo/_random_life.ts";
import { smallPlans } from "../demo/_small_plans.ts";
import { TODAY } from "../demo/_tiny_plan.ts";
import type { Ended, Parts } from "./_a_terminal.ts";
import { aFolder, openHome } from "./_home.ts";
import { hostilePlan } from "./_hostile_plan.ts";

/** A setup in which the program can export the first plan. */
export interface ExportPlace extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  run(args: readonly string[], parts?: Parts): Promise<Ended>;
  /** Runs `export` to standard output and returns the output. Throws if the command fails. */
  text(...args: readonly string[]): Promise<string>;
  /** Requests a path under the plan's URL from YNAB's API. */
  read(path: string): Promise<ApiAnswer["body"]>;
}

export async function exportPlace(
  plans: readonly PlanRecords[],
  today: string = TODAY,
): Promise<ExportPlace> {
  const home = await openHome({ plans, today });
  const id = plans[0]?.id ?? "";
  const run: ExportPlace["run"] = (args, { env = {}, ...parts } = {}) =>
    home.run(["export", ...args], { env: { BUDGET_STORE: "memory", ...env }, ...parts });
  return {
    ...home,
    run,
    async text(...args): Promise<string> {
      const { status, out, err } = await run(["--plan", id, ...args]);
      if (status !== 0) throw new Error(err);
      return out;
    },
    async read(path): Promise<ApiAnswer["body"]> {
      const response = await home.upstream.fetch(`https://upstream.test/v1/plans/${id}${path}`, {
        headers: { authorization: "Bearer demo-token" },
      });
      return (await response.json()).data;
    },
  };
}

export interface NamedPlan {
  readonly name: string;
  readonly plan: PlanRecords;
  readonly today: string;
}

/** A plan's exports, and its data in YNAB. */
export interface Exports extends NamedPlan, Pick<ExportPlace, "read"> {
  /** File contents by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** Accounts that aren't deleted. */
  readonly accounts: readonly AccountRecord[];
}

const exported = new Map<string, Promise<Exports>>();

/** Exports a plan in every format, once for all tests. */
export function exportsOf(named: NamedPlan): Promise<Exports> {
  const exporting = exported.get(named.name) ?? exportsFrom(named);
  exported.set(named.name, exporting);
  return exporting;
}

async function exportsFrom(named: NamedPlan): Promise<Exports> {
  await using place = await exportPlace([named.plan], named.today);
  await using folder = await aFolder();
  const { path } = folder;
  for (const format of ["hledger", "beancount", "json", "csv"]) {
    const { status, err } = await place.run(["--format", format, "--out", path]);
    if (status !== 0) throw new Error(err);
  }
  const names = [...Deno.readDirSync(path)].map(({ name }) => name);
  const files = names.map((name) => [name, Deno.readTextFileSync(`${path}/${name}`)] as const);
  const { accounts } = await place.read("/accounts");
  const live = accounts.filter(({ deleted }: AccountRecord) => !deleted);
  return { ...named, read: place.read, files: new Map(files), accounts: live };
}

/** Returns only the demo's recent months, which accounting programs can check quickly. */
function recentHousehold(day: string): PlanRecords {
  const plan = householdOn(day);
  const since = "2026-05-01";
  return {
    ...plan,
    first_month: since,
    transactions: plan.transactions.filter(({ date }) => date >= since),
    assignments: new Map([...plan.assignments].filter(([month]) => month >= since)),
  };
}

const LIVES = 1;
const STEPS = 150;

/** The demo plan, plans with other currencies or odd names, and randomly generated plans. */
export const plansToExport: readonly NamedPlan[] = await plansOf();

async function plansOf(): Promise<readonly NamedPlan[]> {
  const day = "2026-11-20";
  const lives = fc.sample(steps(STEPS), { numRuns: LIVES, seed: 39 });
  const lived = await Promise.all(lives.map(async (life, at): Promise<NamedPlan> => {
    const api = openApi();
    for (const step of life) await take(step, api);
    const [plan] = api.upstream.snapshot();
    if (plan === undefined) throw new Error("the plan is gone");
    return { name: `random plan ${at + 1}`, plan, today: TODAY };
  }));
  return [
    { name: "demo", plan: recentHousehold(day), today: day },
    { name: "yen", plan: smallPlans.yen({ today: TODAY }), today: TODAY },
    { name: "dinar", plan: smallPlans.dinar({ today: TODAY }), today: TODAY },
    { name: "unformatted", plan: smallPlans.plain({ today: TODAY }), today: TODAY },
    { name: "empty", plan: smallPlans.empty({ today: TODAY }), today: TODAY },
    { name: "odd names", plan: hostilePlan(), today: TODAY },
    ...lived,
  ];
}
