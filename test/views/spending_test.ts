import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { click } from "./_view_browser.ts";
import type { ViewClient } from "./_view_client.ts";
import {
  type Args,
  assertFits,
  assertSound,
  dataOf,
  handedAnswer,
  money,
  NARROW,
  rows,
  stage,
  TABLE,
  textsOf,
} from "./_views.ts";

const SINCE = "2026-10-01";

const FIGURES = textsOf(".figures strong");

interface Bar {
  readonly name: string;
  readonly amount: string;
  readonly width: number;
}

/** Returns a JavaScript expression that reads the bars in the list with this label. */
const bars = (label: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(`[aria-label="${label}"] > li`)})]
    .map((one) => ({
      name: one.querySelector(".name").textContent,
      amount: one.querySelector(".amount").textContent,
      width: parseFloat(one.querySelector(".rank-bar").style.width),
    }))`;

/** Reads the name of each category's group, by category id. */
async function groupsOf(client: ViewClient): Promise<ReadonlyMap<unknown, unknown>> {
  const { groups } = await dataOf(client, "list_category_groups", { include_hidden: true });
  return new Map(
    rows(groups).flatMap(({ name, categories }) =>
      rows(categories).map(({ category_id: id }) => [id, name] as const)
    ),
  );
}

/** Sums categories by group, in whole cents. */
function summed(
  totals: readonly Args[],
  { field, groupOf }: { readonly field: string; readonly groupOf: ReadonlyMap<unknown, unknown> },
): readonly Args[] {
  const sums = Map.groupBy(totals, ({ key, name }) => groupOf.get(key) ?? name);
  return [...sums].map(([name, parts]) => ({
    name,
    [field]: parts.reduce((all, one) => all + Math.round(Number(one[field]) * 100), 0) / 100,
  }));
}

stage(
  "transaction totals are drawn as ranked bars with the answer's figures",
  async ({ client, show }, test) => {
    const groupOf = await groupsOf(client);
    for (const by of ["category", "payee", "account", "flag", "month"]) {
      await test.step(by, async () => {
        const args = { group_by: by, since: SINCE, limit: 100 };
        const shown = await show("find_transactions", args, NARROW);
        const { structured } = shown;
        const groups = rows(structured["groups"]);
        for (
          const [label, field] of [["Money out", "sum_out"], ["Money in", "sum_in"]] as const
        ) {
          const drawnRows = by === "category" ? summed(groups, { field, groupOf }) : groups;
          const wanted = drawnRows
            .map((one) => ({ ...one, value: Math.abs(Number(one[field])) }))
            .filter(({ value }) => value > 0);
          if (by !== "month") wanted.sort((one, other) => other.value - one.value);
          const drawn = await shown.look<readonly Bar[]>(bars(label));
          assertEquals(
            drawn.map(({ amount }) => amount),
            wanted.map(({ value }) => money(value)),
          );
          const most = Math.max(...wanted.map(({ value }) => value));
          for (const [at, { value }] of wanted.entries()) {
            assertAlmostEquals(drawn[at]?.width ?? 0, value / most * 100, 0.01);
          }
        }
        assertEquals((await shown.look<readonly string[]>(FIGURES)).slice(0, 3), [
          money(Math.abs(Number(structured["sum_out"]))),
          money(structured["sum_in"]),
          String(structured["count"]),
        ]);
        const table = await shown.look<readonly (readonly string[])[]>(TABLE);
        assertEquals(
          table.map((row) => row.slice(1)),
          groups.map(({ count, sum_in: sumIn, sum_out: sumOut }) => [
            String(count),
            money(sumIn),
            money(sumOut),
          ]),
        );
        await assertFits(shown);
      });
    }
  },
);

stage(
  "a group expands to its categories, and a category to its payees, each with its own sum",
  async ({ client, show }) => {
    // The answer has only the largest categories, but a group's total needs all of its categories.
    const args = { group_by: "category", since: SINCE, limit: 8 };
    const groupOf = await groupsOf(client);
    const { groups } = await dataOf(client, "find_transactions", { ...args, limit: 200 });
    const all = rows(groups).filter((one) => one["sum_out"] !== 0);
    const shown = await show("find_transactions", args, { width: 320 });
    const open = `(() => {
      for (const one of document.querySelectorAll(".inside:not([open]) > summary")) one.click();
    })()`;
    await shown.look(open);
    const asked = all.filter(({ key }) => key !== "none");
    await shown.view.until(
      `document.querySelectorAll('[aria-label^="Payees in"]').length === ${asked.length}`,
    );
    const grouped = Map.groupBy(all, ({ key }) => groupOf.get(key));
    assert(grouped.size > 3);
    for (const [group, parts] of grouped) {
      if (group === undefined) continue;
      const drawn = await shown.look<readonly Bar[]>(bars(String(group)));
      assertEquals(
        drawn.map(({ name, amount }) => [name, amount]).toSorted(),
        parts.map(({ name, sum_out: out }) => [name, money(Math.abs(Number(out)))]).toSorted(),
      );
    }
    for (const { key, name, sum_out: out } of asked) {
      const given = { ...args, limit: 25, group_by: "payee", category_ids: [key] };
      const { sum_out: sum, groups: payees } = await dataOf(client, "find_transactions", given);
      assertEquals(sum, out);
      const wanted = rows(payees).map(({ sum_out: one }) => Math.abs(Number(one)))
        .filter((value) => value > 0).toSorted((one, other) => other - one);
      const drawn = await shown.look<readonly Bar[]>(bars(`Payees in ${name}`));
      assertEquals(drawn.map(({ amount }) => amount), wanted.slice(0, 8).map(money));
    }
    await assertSound(shown);
  },
);

stage("totals from several pages are added to the list", async ({ show }) => {
  const args = { group_by: "payee", since: SINCE, limit: 8 };
  const shown = await show("find_transactions", args, { width: 320 });
  await click(shown.view, "Show more");
  await shown.view.until(`document.querySelectorAll(".table tbody tr").length === 16`);
});

stage("categories stay ungrouped if there are too many, or groups can't be read", async (
  { client, show },
) => {
  const args = { group_by: "category", since: SINCE, limit: 8 };
  const answer = await client.call("find_transactions", args);
  const wanted = rows((answer["structuredContent"] as Args)["groups"])
    .filter((one) => Number(one["sum_out"]) < 0);
  const calls = {
    "too many": (name: string, given: Args) =>
      name === "find_transactions" ? Promise.resolve(answer) : client.call(name, given),
    "an error": (name: string, given: Args) =>
      name === "list_category_groups" ? Promise.reject(new Error("no")) : client.call(name, given),
  };
  for (const [what, call] of Object.entries(calls)) {
    const shown = await show("find_transactions", args, { result: answer, call });
    const drawn = await shown.look<readonly Bar[]>(bars("Money out"));
    assertEquals([what, drawn.length], [what, wanted.length]);
    assertEquals(await shown.look("document.querySelector('.problem')"), null);
  }
});

stage("found transactions are listed, with a note on what isn't counted", async (
  { show },
  test,
) => {
  await test.step("the view of find_transactions lists transactions with their amounts", async () => {
    const shown = await show("find_transactions", { since: SINCE, limit: 5 }, { width: 320 });
    assertEquals(
      await shown.look(textsOf(".balances .left")),
      rows(shown.structured["transactions"]).map(({ amount }) => money(amount)),
    );
  });
  await test.step("the view says that a search has no matches", async () => {
    const shown = await show("find_transactions", { text: "no such thing anywhere" });
    assertMatch(await shown.view.words(), /No transaction matches/u);
  });
  await test.step("if the host doesn't allow tool calls, the view shows the totals without details", async () => {
    const groups = [{ key: "a", name: "Fuel", count: 1, sum_in: 0, sum_out: -5 }];
    const result = handedAnswer({
      count: 9,
      sum_in: 0,
      sum_out: -5,
      groups,
      left_out: { transfers: { count: 1 }, off_budget: { count: 2 } },
      next_cursor: "c",
    });
    const shown = await show("find_transactions", { group_by: "category" }, {
      result,
      capabilities: {},
    });
    const words = await shown.view.words();
    assertMatch(words, /Not counted: 1 transfer, 2 transactions in tracking accounts/u);
    assertMatch(words, /There are more/u);
    assert(await shown.look("document.querySelector('button, .inside') === null"));
  });
});

stage("spending charts show the figures from their answer", async ({ show }, test) => {
  for (const months of [1, 6, 24]) {
    await test.step(`the spending charts show the figures for ${months} months`, async () => {
      const shown = await show("get_spending_trends", { months }, NARROW);
      const { structured, look: see, view } = shown;
      const series = rows(structured["series"]);
      const panels = (): Promise<readonly (readonly number[])[]> =>
        see(`[...document.querySelectorAll(".multiples .bars")].map((svg) =>
            [...svg.querySelectorAll("rect")].map((one) => Number(one.getAttribute("height"))))`);
      assertEquals((await panels()).length, Math.min(12, series.length));
      if (series.length > 12) await click(view, "Show all");
      const all = await panels();
      assertEquals(all.length, series.length);
      const count = rows(structured["months"]).length;
      assertEquals(new Set(all.map(({ length }) => length)), new Set([count]));
      const names = await see<readonly string[]>(textsOf(".multiples h2"));
      for (const one of series) {
        // Two categories may have the same name.
        if (names.filter((name) => name === one["name"]).length > 1) continue;
        const heights = all[names.indexOf(String(one["name"]))];
        const spending = one["spending"] as readonly number[];
        const most = Math.max(...spending);
        const tallest = Math.max(...heights ?? []);
        for (const [month, value] of spending.entries()) {
          if (value < 0 || most <= 0) continue;
          assertAlmostEquals(heights?.[month] ?? 0, value / most * tallest, 1.1);
        }
      }
      const table = await see<readonly (readonly string[])[]>(TABLE);
      assertEquals(
        table.slice(0, -1).map((row) => row.slice(1, count + 2)).toSorted(),
        series.map(({ spending, mean }) => [...(spending as readonly number[]), mean].map(money))
          .toSorted(),
      );
      assertEquals(table.at(-1)?.slice(1, count + 1), rows(structured["totals"]).map(money));
      await assertFits(shown);
    });
  }
});

stage("spending charts label the first, last and highest month at every width", async (
  { show },
  test,
) => {
  for (const [width, months] of [[320, 2], [320, 24], [700, 12]] as const) {
    await test.step(`spending charts of ${months} months have labels at a width of ${width} px`, async () => {
      const shown = await show("get_spending_trends", { months }, { width });
      const labels = await shown.look<readonly string[]>(textsOf(".total .bars text"));
      const table = await shown.look<readonly (readonly string[])[]>(TABLE);
      const amounts = table.at(-1)?.slice(1, months + 1) ?? [];
      const totals = shown.structured["totals"] as readonly number[];
      const highest = amounts[totals.indexOf(Math.max(...totals))];
      for (const one of [amounts[0], highest, amounts.at(-1)]) assert(labels.includes(one ?? ""));
      assert(labels.includes("Oct 2026"));
      assertEquals(await shown.look(OVERLAPS), []);
      await assertFits(shown);
    });
  }
});

/** JavaScript expression that finds overlapping labels in charts. */
const OVERLAPS = `[...document.querySelectorAll(".bars")].flatMap((picture) => {
  const labels = [...picture.querySelectorAll("text")]
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  return labels.flatMap(([text, box], at) => labels.slice(at + 1)
    .filter(([, other]) => box.left < other.right && other.left < box.right &&
      box.top + 3 < other.bottom && other.top + 3 < box.bottom)
    .map(([other]) => text + " and " + other));
})`;

stage("spending charts compare the last month with the displayed average", async ({ show }) => {
  const spending = [100, 300, 250];
  const result = handedAnswer({
    months: ["2026-08", "2026-09", "2026-10"],
    totals: spending,
    series: [{ id: "a", name: "Fuel", group: "Car", spending, mean: 216.67, change: 0.25 }],
  });
  const shown = await show("get_spending_trends", {}, { result });
  const words = await shown.view.words();
  assertMatch(words, /its change from the average of the 2 months before/u);
  assertMatch(words, /as of Nov 20, 2026/u);
  const panel = await shown.look<string>(`document.querySelector(".multiples li").innerText`);
  assertMatch(panel, /\$250\.00[^]*\+25%[^]*average before \$200\.00/u);
  assertEquals(
    await shown.look(textsOf("th[scope=col]")),
    [
      "Category",
      "Aug 2026",
      "Sep 2026",
      "Oct 2026",
      "Average of 3 months",
      "Change from the 2 months before",
    ],
  );
});
