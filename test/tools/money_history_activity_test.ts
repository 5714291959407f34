import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { MonthCategoryRecord } from "../../domain/base/plan_records.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { openApi } from "../demo/_api.ts";
import { steps, take } from "../demo/_random_life.ts";
import { TODAY } from "../demo/_tiny_plan.ts";
import { printFigure, sized } from "../domain/insights/_figures.ts";
import { aWorld } from "./_world.ts";

/** Starting balances outside Ready to Assign, which the history counts as opened, not as spent. */
function openedOn(plan: PlanRecords | undefined, month: string): number {
  const isOpening = ({ payee_id, category_id }: PlanRecords["transactions"][number]): boolean =>
    plan?.payees.find(({ id }) => id === payee_id)?.name === "Starting Balance" &&
    plan.categories.find(({ id }) => id === category_id)?.name.startsWith("Inflow") !== true;
  const rows = plan?.transactions.filter((row) =>
    !row.deleted && row.date.startsWith(month) && isOpening(row) &&
    plan.accounts.find(({ id }) => id === row.account_id)?.on_budget === true
  );
  return (rows ?? []).reduce((total, { amount }) => total + amount, 0);
}

Deno.test("get_money_history's spending, invested and debt paid equal YNAB's activity in each month", async () => {
  let compared = 0;
  let unpaired = 0;
  for (const life of fc.sample(steps(120), { numRuns: sized(700, 6), seed: 20 })) {
    const api = openApi();
    for (const step of life) await take(step, api);
    const plans = api.upstream.snapshot();
    await using world = await aWorld({ profile: "complete", plans, today: TODAY });
    const ask = async (path: string): Promise<Readonly<Record<string, never>>> => {
      const headers = { authorization: "Bearer demo-token" };
      const url = `https://api.ynab.com/v1/plans/${plans[0]?.id}${path}`;
      return (await (await world.upstream.fetch(url, { headers })).json()).data;
    };
    const { structured } = await world.call("get_money_history");
    const months = (structured?.["months"] ?? []) as readonly { readonly month: string }[];
    for (const { month } of months) {
      const { structured: of } = await world.call("get_money_history", {
        since: month,
        until: month,
      });
      // Half a transfer without its other half has no category's activity.
      if ("unpaired" in (of?.["change"] as object)) {
        unpaired++;
        continue;
      }
      const totals = of?.["totals"] as Readonly<Record<string, number>>;
      const sum = (totals["spending"] ?? 0) + (totals["invested"] ?? 0) +
        (totals["debt_paid"] ?? 0);
      const { month: detail } = await ask(`/months/${month}-01`) as unknown as {
        readonly month: { readonly categories: readonly MonthCategoryRecord[] };
      };
      const activity = detail.categories
        .filter(({ name, category_group_name: group }) =>
          group !== "Credit Card Payments" && !name.startsWith("Inflow")
        )
        .reduce((total, one) => total + one.activity, 0);
      assertEquals(Math.round(sum * 1000), openedOn(plans[0], month) - activity, month);
      compared++;
    }
  }
  assert(compared > 5 * unpaired, `${unpaired} of ${compared + unpaired} months unpaired`);
  printFigure("months whose activity equals the history", compared);
});
