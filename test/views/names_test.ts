import { assert, assertEquals } from "@std/assert";
import { everyVerdict, FORECAST } from "./_answers.ts";
import { click } from "./_view_browser.ts";
import {
  type Args,
  assertFits,
  assertSound,
  handedAnswer,
  HOSTILE,
  inOrder,
  stage,
} from "./_views.ts";

const GROCERIES = "\u05de\u05db\u05d5\u05dc\u05ea";
const LETTERS = "\u062f.\u0628";
const DINAR = { symbol: `.${LETTERS}`, isSymbolFirst: false, decimals: 3 };

/** Answers for every view, with easily misread names in every place. */
function answersWith(names: readonly string[]): readonly (readonly [string, Args, Args])[] {
  const month = { month: "2026-10", net_worth: 1, assets: 1, debts: 0 };
  const flows = { income: 1, spending: 1, saved: 0 };
  const balances = names.map((name, at) => ({
    category_id: `${at}`,
    name,
    group: name,
    assigned: 1,
    activity: -78.5,
    available: -77.5,
    underfunded: 77.5,
  }));
  return [
    ["get_money_history", {}, {
      months: [{ ...month, ...flows }],
      change: {
        ...{ from: "2026-09-30", to: "2026-10-31", net_worth: 0, saved: 0 },
        ...{ gains: 0, opened: 0, corrections: 0 },
      },
      totals: { income: 1, spending: 1, loan_costs: 0, saved: 0, invested: 0, debt_paid: 0 },
      largest: names.map((category) => ({ category, group: category, spending: 77.5 })),
      notes: names,
    }],
    ["get_category_balances", {}, { month: "2026-11", categories: balances }],
    ["find_transactions", { group_by: "category" }, {
      count: 1,
      sum_in: 0,
      sum_out: -77.5,
      groups: names.map((name, at) => ({
        key: `${at}`,
        name,
        count: 1,
        sum_in: 0,
        sum_out: -77.5,
      })),
    }],
    ["get_budget_vs_actual", {}, {
      month: "2026-11",
      totals: { assigned: 1, spent: 1, available: 1 },
      categories: balances.map((one) => ({ ...one, spent: 78.5, over_by: 77.5 })),
    }],
    ["get_spending_trends", {}, {
      months: ["2026-10"],
      totals: [77.5],
      series: names.map((name) => ({ id: name, name, spending: [77.5], mean: 77.5 })),
    }],
    ["forecast_balance", {}, {
      ...FORECAST,
      assumptions: {
        one_offs: names.map((label) => ({ date: "2026-12-20", amount: -77.5, label })),
      },
    }],
    ["can_afford", {}, {
      verdict: "yes_if_moved",
      chance_below: {},
      limit: 0,
      lowest: { date: "2026-12-01", balance: 1, balance_with: 1 },
      from: names.map((category) => ({ category_id: category, category, free: 1, take: 77.5 })),
      delays: names.map((category) => ({ category, months: 2 })),
      basis: { finished_months: 24, until: "2027-06-30" },
    }],
    ["suggest_categories", {}, {
      pending_count: 1,
      suggested_count: 1,
      pending: names.map((name) => ({
        transaction_id: name,
        date: "2026-11-01",
        amount: -77.5,
        payee: name,
        memo: name,
        account: name,
        suggestion: { category_id: name, category: name, confidence: 1, uses: 1 },
      })),
    }],
    ["create_transactions", {}, {
      status: "declined",
      message: names[0],
      changes: names.map((name) => ({ id: name, label: name, field: name, after: name })),
      warnings: names,
    }],
    ...names.map((name) => ["compare_statement", {}, everyVerdict(name)] as const),
    ["find_transactions", {}, {
      count: 1,
      sum_in: 0,
      sum_out: -77.5,
      transactions: names.map((name, at) => ({
        transaction_id: `${at}`,
        date: "2026-11-01",
        amount: -77.5,
        payee: name,
        memo: name,
        account: name,
        category: name,
      })),
    }],
  ];
}

stage("every view shows names as text", async ({ show }, test) => {
  for (const [tool, args, answer] of answersWith(HOSTILE)) {
    const names = HOSTILE.filter((name) => JSON.stringify(answer).includes(JSON.stringify(name)));
    for (const width of [320, 700]) {
      await test.step(`${tool} ${JSON.stringify(args)} ${width}`, async () => {
        const result = handedAnswer(answer);
        const call = (): Promise<typeof result> => Promise.resolve(result);
        const { look } = await show(tool, args, { result, call, width });
        const words = await look<string>("document.body.textContent");
        for (const text of names) assert(words.includes(text), text.slice(0, 40));
        assertEquals(await look("document.querySelectorAll('img, main script, b').length"), 0);
        assert(
          await look(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth",
          ),
        );
      });
    }
  }
});

stage("right-to-left names and currencies stay in place on every line", async (
  { show },
  test,
) => {
  for (const [tool, args, answer] of answersWith([GROCERIES])) {
    for (const locale of ["he-IL", "en-US"]) {
      await test.step(`${tool} ${JSON.stringify(args)} ${locale}`, async () => {
        const result = handedAnswer(answer, DINAR);
        const call = (): Promise<typeof result> => Promise.resolve(result);
        const shown = await show(tool, args, { result, call, width: 700, locale });
        const hasLine = await shown.look<boolean>("document.querySelector('.line') !== null");
        if (hasLine) assert(await inOrder(shown, ".line", [GROCERIES, "77.500", LETTERS]));
        await assertFits(shown);
      });
    }
  }
});

stage("the rows of an adjusted change show names as text", async ({ client, show }) => {
  const ids = ["a", "b"];
  const transactions = ids.map(() => ({ date: "2026-11-19", amount: -5 }));
  const args = { account_id: "Checking", transactions };
  const result = await client.call("create_transactions", args);
  const structured = result["structuredContent"] as Args;
  const changes = HOSTILE.slice(0, 2).map((label, at) => ({
    id: `new ${at + 1}`,
    label,
    field: "category",
  }));
  const shown = await show("create_transactions", args, {
    result: { ...result, structuredContent: { ...structured, changes } },
    call: (name, given) =>
      name === "show_again" ? Promise.reject(new Error("lost")) : client.call(name, given),
    width: 320,
  });
  await click(shown.view, "Adjust");
  assertEquals(
    await shown.look(
      `[...document.querySelectorAll(".tick .name")].map((one) => one.textContent)`,
    ),
    HOSTILE.slice(0, 2),
  );
  await assertSound(shown);
});
