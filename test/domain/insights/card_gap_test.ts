import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { AccountRecord, MonthRecord } from "../../../domain/base/plan_records.ts";
import {
  cardState,
  type GapExplanation,
  GapHistory,
  openCards,
} from "../../../domain/insights/card_gap.ts";
import { type Api, openApi } from "../../demo/_api.ts";
import { steps, take } from "../../demo/_random_life.ts";
import { aRow, ids } from "../../demo/_tiny_plan.ts";
import { runs } from "../../_runs.ts";

interface CardWorld {
  readonly cards: readonly AccountRecord[];
  readonly details: readonly (MonthRecord | null)[];
  readonly historyOf: (card: AccountRecord) => GapHistory;
}

/**
 * Reads the same data as the tool `explain_card`. In `details`, `null` represents the month before
 * the plan's first month.
 */
async function cardWorld(api: Api): Promise<CardWorld> {
  const { accounts } = await api.get("/accounts");
  const { transactions } = await api.get("/transactions?since_date=1990-01-01");
  const months = ["2026-03-01", "2026-02-01", "2026-01-01"];
  const details: (MonthRecord | null)[] = [];
  for (const month of months) details.push((await api.get(`/months/${month}`)).month);
  const current = details[0] as MonthRecord;
  return {
    cards: openCards(accounts),
    details: [...details, null],
    historyOf: (card) => new GapHistory(card, { accounts, transactions, current }),
  };
}

const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0);

Deno.test("GapHistory accounts for every milliunit of a random gap, and each step narrows the gap", async () => {
  await fc.assert(
    fc.asyncProperty(steps(120), fc.nat(10), async (life, choice) => {
      const api = openApi();
      for (const step of life) await take(step, api);
      const { cards, details, historyOf } = await cardWorld(api);
      const current = details[0] as MonthRecord;
      for (const card of cards) {
        const { gap } = cardState(card, current);
        // A renamed payment category looks like any other category.
        if (gap === null) continue;
        for (let until = 2; until <= details.length; until++) {
          const { before, causes, events, close } = historyOf(card).explain(
            details.slice(0, until),
          );
          assertEquals(gap, (before?.gap ?? 0) + sum(causes));
          assertEquals(sum(events), sum(causes));
          assertEquals(causes.filter(({ kind }) => kind === "unexplained"), []);
          assertEquals(sum(close), Math.abs(gap));
        }
        const { close } = historyOf(card).explain(details);
        const step = close[choice % Math.max(1, close.length)];
        if (step === undefined) continue;
        const category = current.categories.find(({ id }) => id === step.category_id);
        const amount = step.do === "move_out" ? -step.amount : step.amount;
        const other = openApi({}, { plans: api.upstream.snapshot() });
        await other.save("PATCH", `/months/2026-03-01/categories/${step.category_id}`, {
          category: { budgeted: (category?.budgeted ?? 0) + amount },
        });
        const after = await cardWorld(other);
        const same = after.cards.find(({ id }) => id === card.id) as AccountRecord;
        assertEquals(cardState(same, after.details[0] as MonthRecord).gap, gap - amount);
      }
    }),
    { ...runs(8), endOnFailure: true },
  );
});

Deno.test("GapHistory reports cash back that was categorized as Inflow and so lowered the amount owed but not the amount set aside", async () => {
  const onVisa = (change: object): ReturnType<typeof aRow> =>
    aRow({ account_id: ids.visa, date: "2026-02-10", ...change });
  const api = openApi({
    transactions: [
      onVisa({ id: "a", amount: -40_000, category_id: ids.food }),
      onVisa({ id: "b", amount: 15_000, category_id: ids.inflow }),
    ],
  });
  await api.save("PATCH", `/months/2026-02-01/categories/${ids.food}`, {
    category: { budgeted: 40_000 },
  });
  const { cards, details, historyOf } = await cardWorld(api);
  const visa = cards.find(({ id }) => id === ids.visa) as AccountRecord;
  const { owed, set_aside: setAside, gap } = cardState(visa, details[0] as MonthRecord);
  assertEquals([owed, setAside, gap], [25_000, 40_000, -15_000]);
  const explained = historyOf(visa).explain(details);
  assertEquals(kindsOf(explained), [["2026-02", "to_ready_to_assign", null, -15_000]]);
  assertEquals(explained.close.map((step) => [step.do, step.amount]), [["move_out", 15_000]]);
});

/**
 * Explains the gap between the Visa card's debt and the money set aside for it, after the given
 * transactions. In February, 30 is assigned to Food.
 */
async function visaAfter(
  ...transactions: readonly Readonly<Record<string, unknown>>[]
): Promise<GapExplanation> {
  const api = openApi();
  await api.save("PATCH", `/months/2026-02-01/categories/${ids.food}`, {
    category: { budgeted: 30_000 },
  });
  for (const change of transactions) {
    const date = "2026-02-10";
    await api.save("POST", "/transactions", {
      transaction: { account_id: ids.visa, date, cleared: "cleared", ...change },
    });
  }
  const { cards, details, historyOf } = await cardWorld(api);
  return historyOf(cards.find(({ id }) => id === ids.visa) as AccountRecord).explain(details);
}

const kindsOf = ({ events }: GapExplanation): readonly unknown[] =>
  events.map(({ month, kind, category, amount }) => [month, kind, category, amount]);

Deno.test("GapHistory counts cash spending and refunds in the overspent category", async () => {
  const food = { category_id: ids.food };
  assertEquals(kindsOf(await visaAfter({ ...food, amount: -50_000 })), [
    ["2026-02", "overspent", "Food", 20_000],
  ]);
  // Cash spending uses a category's available money before card spending does.
  const cash = { ...food, account_id: ids.checking, amount: -25_000 };
  assertEquals(kindsOf(await visaAfter({ ...food, amount: -50_000 }, cash)), [
    ["2026-02", "overspent", "Food", 45_000],
  ]);
  const refund = { ...food, amount: 15_000 };
  assertEquals(kindsOf(await visaAfter({ ...food, amount: -50_000 }, refund)), [
    ["2026-02", "overspent", "Food", 5_000],
  ]);
  assertEquals(kindsOf(await visaAfter({ ...food, amount: -30_000 })), []);
});

Deno.test("GapHistory reports spending without a category and payments beyond the amount set aside", async () => {
  assertEquals(kindsOf(await visaAfter({ amount: -8_000 })), [
    ["2026-02", "uncategorized", null, 8_000],
  ]);
  // A payment of 20 without any money set aside reduces March's Ready to Assign.
  const payment = { account_id: ids.checking, payee_id: ids.toVisa, amount: -20_000 };
  assertEquals(kindsOf(await visaAfter({ amount: -20_000 }, payment)), [
    ["2026-03", "paid_beyond", null, -20_000],
    ["2026-02", "uncategorized", null, 20_000],
  ]);
});
