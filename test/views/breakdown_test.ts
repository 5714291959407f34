import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { click } from "./_view_browser.ts";
import type { ViewClient } from "./_view_client.ts";
import {
  type Args,
  assertFits,
  assertSound,
  handedAnswer,
  money,
  rows,
  stage,
  TABLE,
  WORDS,
} from "./_views.ts";

const SINCE = "2026-10-01";
const FIGURES = `[...document.querySelectorAll(".figures strong")].map((one) => one.textContent)`;

interface Bar {
  readonly name: string;
  readonly amount: string;
  readonly width: number;
}

/** Bars of the list with a label. */
const bars = (label: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(`[aria-label="${label}"] > li`)})]
    .map((one) => ({
      name: one.querySelector(".name").textContent,
      amount: one.querySelector(".amount").textContent,
      width: parseFloat(one.querySelector(".rank-bar").style.width),
    }))`;

/** Name of each category's group. */
async function groupsOf(client: ViewClient): Promise<ReadonlyMap<unknown, unknown>> {
  const { structuredContent } = await client.call("list_category_groups", { include_hidden: true });
  return new Map(
    rows((structuredContent as Args)["groups"]).flatMap(({ name, categories }) =>
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
  "totals of transactions are drawn as ranked bars with the answer's figures",
  async ({ client, show }, test) => {
    const groupOf = await groupsOf(client);
    const looks = [
      { theme: "light", width: 700, locale: "en-US" },
      { theme: "dark", width: 320, locale: "ar" },
    ] as const;
    for (const by of ["category", "payee", "account", "flag", "month"]) {
      for (const look of by === "category" ? looks : looks.slice(1)) {
        await test.step(`${by} ${Object.values(look).join(" ")}`, async () => {
          const args = { group_by: by, since: SINCE, limit: 100 };
          const shown = await show("find_transactions", args, look);
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
          await (by === "category" ? assertSound : assertFits)(shown);
        });
      }
    }
  },
);

stage(
  "a group expands to its categories, and a category to its payees, each with its own sum",
  async ({ client, show }) => {
    // The answer has only the largest categories, but a group's total needs all of its categories.
    const args = { group_by: "category", since: SINCE, limit: 8 };
    const groupOf = await groupsOf(client);
    const { structuredContent } = await client.call("find_transactions", { ...args, limit: 200 });
    const all = rows((structuredContent as Args)["groups"]).filter((one) => one["sum_out"] !== 0);
    const shown = await show("find_transactions", args, { width: 320 });
    const open = `(() => {
      for (const one of document.querySelectorAll(".inside:not([open]) > summary")) one.click();
    })()`;
    await shown.look(open);
    const asked = all.filter(({ key }) => key !== "none");
    await shown.view.until(
      `document.querySelectorAll('[aria-label^="Payees of"]').length === ${asked.length}`,
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
      const { structuredContent } = await client.call("find_transactions", given);
      const { sum_out: sum, groups: payees } = structuredContent as Args;
      assertEquals(sum, out);
      const wanted = rows(payees).map(({ sum_out: one }) => Math.abs(Number(one)))
        .filter((value) => value > 0).toSorted((one, other) => other - one);
      const drawn = await shown.look<readonly Bar[]>(bars(`Payees of ${name}`));
      assertEquals(drawn.map(({ amount }) => amount), wanted.slice(0, 8).map(money));
    }
    await assertSound(shown);
  },
);

stage("totals of several pages are added to the list", async ({ show }) => {
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
  await test.step("transactions", async () => {
    const shown = await show("find_transactions", { since: SINCE, limit: 5 }, { width: 320 });
    assertEquals(
      await shown.look(
        `[...document.querySelectorAll(".balances .left")].map((one) => one.textContent)`,
      ),
      rows(shown.structured["transactions"]).map(({ amount }) => money(amount)),
    );
    await assertSound(shown);
  });
  await test.step("no match", async () => {
    const shown = await show("find_transactions", { text: "no such thing anywhere" });
    assertMatch(await shown.look(WORDS), /No transaction matches/u);
    await assertSound(shown);
  });
  await test.step("a host without tool calls", async () => {
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
    const words = await shown.look<string>(WORDS);
    assertMatch(words, /Not counted: 1 transfer, 2 transactions in tracking accounts/u);
    assertMatch(words, /There are more/u);
    assert(await shown.look("document.querySelector('button, .inside') === null"));
  });
});
