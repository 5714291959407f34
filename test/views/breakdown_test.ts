import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { formatMoney } from "../../domain/base/money_format.ts";
import { click } from "./_view_browser.ts";
import {
  type Args,
  assertFits,
  assertSound,
  DOLLARS,
  handedAnswer,
  stage,
  TABLE,
} from "./_views.ts";

const money = (value: unknown): string => formatMoney(Number(value), DOLLARS);
const rows = (value: unknown): readonly Args[] => (value ?? []) as readonly Args[];

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

stage(
  "totals of transactions are drawn as ranked bars with the figures of the answer",
  async ({ show }, test) => {
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
            const wanted = groups.map((one) => ({ ...one, value: Math.abs(Number(one[field])) }))
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
  "a category opens its payees, whose amounts add up to its total",
  async ({ client, show }) => {
    const args = { group_by: "category", since: SINCE, limit: 8 };
    const shown = await show("find_transactions", args, { width: 320 });
    const groups = rows(shown.structured["groups"]);
    const opened = await shown.look<number>(`(() => {
    const all = [...document.querySelectorAll(".inside summary")];
    for (const one of all) one.click();
    return all.length;
  })()`);
    const spent = groups.filter(({ key, sum_out: out }) => key !== "none" && Number(out) !== 0);
    assertEquals(opened, spent.length);
    await shown.view.until(
      `document.querySelectorAll(".inside .ranked").length === ${opened}`,
    );
    for (const { key, name, sum_out: out } of spent) {
      const given = { ...args, group_by: "payee", category_ids: [key] };
      const { structuredContent } = await client.call("find_transactions", given);
      const { sum_out: sum, groups: payees } = structuredContent as Args;
      assertEquals(sum, out);
      const wanted = rows(payees).map(({ sum_out: one }) => Math.abs(Number(one)))
        .filter((value) => value > 0).toSorted((one, other) => other - one);
      const drawn = await shown.look<readonly Bar[]>(bars(`Payees of ${name}`));
      assertEquals(drawn.map(({ amount }) => amount), wanted.map(money));
    }
    await assertSound(shown);
    await click(shown.view, "Show more");
    await shown.view.until(`document.querySelectorAll(".table tbody tr").length === 16`);
  },
);

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
    assertMatch(await shown.look("document.body.innerText"), /No transaction matches/u);
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
    const words = await shown.look<string>("document.body.innerText");
    assertMatch(words, /Not counted: 1 transfer, 2 transactions of tracking accounts/u);
    assertMatch(words, /There are more/u);
    assert(await shown.look("document.querySelector('button, .inside') === null"));
  });
});
