import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { click, enter, untilCard } from "./_view_browser.ts";
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
  stageOfChanges,
  TABLE,
  textsOf,
} from "./_views.ts";

/**
 * Names and amounts of the overspent categories, followed by those of the other listed categories.
 */
const LISTED = `["li.over", "li:not(.over)"].map((which) =>
  [...document.querySelectorAll(".balances " + which)].map((one) => [
    one.querySelector(".name").textContent,
    one.querySelector(".left").lastChild.textContent,
  ]))`;

const FIGURES = `Object.fromEntries([...document.querySelectorAll(".figures div")].map((one) =>
  [one.querySelector("dt").textContent, one.querySelector("strong").textContent]))`;

const COVER = `[...document.querySelectorAll(".balances button")]
  .map((one) => one.textContent)`;

const DINING_OUT = `[...document.querySelectorAll(".balances button")]
  .find((one) => one.textContent.endsWith("Dining Out"))`;

stage("a month's overview shows the figures from the answer", async ({ show }, test) => {
  await test.step("the view for get_monthly_summary shows the figures from the answer", async () => {
    const shown = await show("get_monthly_summary", {}, NARROW);
    const { structured } = shown;
    const { total } = structured["underfunded"] as Args;
    assertEquals(await shown.look(FIGURES), {
      "Ready to Assign": money(structured["ready_to_assign"]),
      Income: money(structured["income"]),
      Assigned: money(structured["assigned"]),
      Activity: money(structured["activity"]),
      "Targets need": money(total),
      "Age of money": `${structured["age_of_money"]} days`,
    });
    const over = rows(structured["overspent"]);
    assert(over.length > 0);
    assertEquals(await shown.look(LISTED), [
      over.map((one) => [one["name"], money(one["available"])]),
      [],
    ]);
  });
  for (const args of [{}, { only_underfunded: true }]) {
    await test.step(`the view for get_category_balances shows the figures from the answer to ${JSON.stringify(args)}`, async () => {
      const shown = await show("get_category_balances", args, NARROW);
      const categories = rows(shown.structured["categories"]);
      const [over = [], needy = []] = await shown.look<readonly (readonly string[][])[]>(LISTED);
      assertEquals(
        over.toSorted(),
        categories.filter(({ available }) => Number(available) < 0)
          .map((one) => [String(one["name"]), money(one["available"])]).toSorted(),
      );
      assertEquals(
        needy.toSorted(),
        categories.filter(({ underfunded }) => underfunded !== undefined)
          .map((one) => [String(one["name"]), money(one["underfunded"])]).toSorted(),
      );
      const table = await shown.look<readonly (readonly string[])[]>(TABLE);
      assertEquals(
        table.map((row) => [row[0], ...row.slice(2, 5)]),
        categories.map((one) => [
          String(one["name"]),
          ...["assigned", "activity", "available"].map((name) => money(one[name])),
        ]),
      );
      const words = await shown.look<string>("document.querySelector('.lead').textContent");
      // If `only_underfunded` is set, the answer omits overspent categories that have no target.
      assertEquals(words.includes("None of these"), args.only_underfunded === true);
    });
  }
});

stageOfChanges("a click previews a move that covers an overspent category", async (
  { browser, client, show },
  test,
) => {
  const called: string[] = [];
  let arrival = Promise.resolve();
  const call = async (name: string, args: Args): ReturnType<typeof client.call> => {
    called.push(name);
    if (name === "decide_change") await arrival;
    return await client.call(name, args);
  };
  const availableOf = async (name: string): Promise<number> => {
    const args = { category_ids: [name] };
    const { categories } = await dataOf(client, "get_category_balances", args);
    return Number(rows(categories)[0]?.["available"]);
  };
  const stop = await browser.holdTimers();
  const shown = await show("get_monthly_summary", {}, { call });
  const { view, look } = shown;
  const before = await availableOf("Dining Out");
  assert(before < 0);
  await test.step("the form offers categories that have money available and suggests the overspent amount", async () => {
    await look(`${DINING_OUT}.click()`);
    await view.until("document.querySelector('.controls select')");
    const { categories } = await dataOf(client, "get_category_balances", {});
    const sources = rows(categories)
      .filter(({ available, group }) => Number(available) > 0 && group !== "Credit Card Payments");
    assertEquals(
      (await look<readonly string[]>(textsOf("option"))).toSorted(),
      sources.map(({ name, available }) => `${name}, ${money(available)}`).toSorted(),
    );
    assertEquals(await look(`document.querySelector("input").value`), (0 - before).toFixed(2));
    assertEquals(await look("document.activeElement.tagName"), "SELECT");
    await assertSound(shown);
  });
  await test.step("the form requests a preview only for a valid amount", async () => {
    for (const wrong of ["", "0", "-5", "abc", "1.2.3"]) {
      await enter(view, ".controls input", wrong);
      assert(await look(`document.querySelector(".controls .yes").disabled`), wrong);
    }
  });
  await test.step("pressing Enter only previews the move", async () => {
    await enter(view, ".controls input", "12.34");
    await look(`document.querySelector(".controls input").focus()`);
    await browser.page.keyboard.press("Enter");
    await untilCard(view, "open");
    assertMatch(
      await look("document.querySelector('.card h1').textContent"),
      /Move \$12\.34 from/u,
    );
    assertEquals(called.filter((name) => /move|decide/u.test(name)), ["move_money"]);
    assertEquals(await availableOf("Dining Out"), before);
  });
  await test.step("a click on the confirmation card applies the move, and the overview shows the remaining overspending", async () => {
    const sent = Promise.withResolvers<void>();
    arrival = sent.promise;
    await look(`document.querySelector(".card button.yes").click()`);
    // Until the card shows the outcome, a click in the overview must not replace the card.
    await view.until(`${DINING_OUT}.disabled`);
    sent.resolve();
    await untilCard(view, "applied");
    const now = await availableOf("Dining Out");
    assertEquals(now.toFixed(2), (before + 12.34).toFixed(2));
    await view.until(`document.body.innerText.includes(${JSON.stringify(money(now))})`);
  });
  await test.step("the view of an old answer doesn't offer to cover a category that has since been covered", async () => {
    const { result } = shown;
    const missing = 0 - await availableOf("Dining Out");
    const args = { from_category_id: "Emergency Fund", to_category_id: "Dining Out" };
    const move = { ...args, month: "2026-11", amount: missing };
    const { confirmation } = await dataOf(client, "move_money", move);
    await client.call("move_money", { ...move, confirmation });
    const again = await show("get_monthly_summary", {}, { result, call });
    await again.look(`${DINING_OUT}.click()`);
    await again.view.until("document.querySelector('[role=alert]')");
    assertMatch(
      await again.look("document.querySelector('[role=alert]').textContent"),
      /Dining Out isn't overspent anymore/u,
    );
    assert(
      !(await again.look<readonly string[]>(COVER)).includes("Cover from\u2026for Dining Out"),
    );
  });
  await test.step("Cancel closes the form", async () => {
    const other = await show("get_monthly_summary", {}, { call });
    await click(other.view, "Cover from");
    await click(other.view, "Cancel");
    assertEquals(await other.look("document.querySelector('.controls')"), null);
  });
  await stop();
});

stage("a month shows the figures from its answer", async ({ show }, test) => {
  const args = { month: "2026-11" };
  await test.step("the month view shows the figures for the demo's categories", async () => {
    const shown = await show("get_budget_vs_actual", args, NARROW);
    await assertMonth(shown, rows(shown.structured["categories"]));
  });
  for (const count of [0, 47]) {
    await test.step(`the month view shows the figures for ${count} categories`, async () => {
      const categories = Array.from({ length: count }, (_, at) => ({
        category_id: `c${at}`,
        name: `Category ${at}`,
        group: `Group ${at % 10}`,
        assigned: 50,
        spent: 60,
        available: at === 30 ? -3 : 7,
        used_percent: at === 30 ? 105 : 90,
        over_by: at === 30 ? 3 : 0,
      }));
      const totals = { assigned: 2350, spent: 2820, available: 319 };
      const result = handedAnswer({ month: "2026-11", totals, categories });
      const shown = await show("get_budget_vs_actual", args, { result, width: 400 });
      await assertMonth(shown, categories);
      await assertFits(shown);
      // All categories of a plan must fit on a phone's screen.
      assert(await shown.look<number>("document.querySelector('main').scrollHeight") <= 844);
      if (count < 47) return;
      const words = await shown.view.words();
      assertMatch(words, /as of Nov 20, 2026/u);
      assertMatch(
        words,
        /Overspent\s+Category 30[^]*\$3\.00 over[^]*\$60\.00 of \$57\.00 \(105%\)/u,
      );
      assertEquals(words.match(/Category \d+/gu)?.length, 1);
      await shown.look(`document.querySelector("details.group summary").click()`);
      assertMatch(await shown.view.words(), /\$60\.00 of \$67\.00 \(90%\)/u);
    });
  }
});

async function assertMonth(
  { look: see }: { readonly look: <Seen>(words: string) => Promise<Seen> },
  categories: readonly Args[],
): Promise<void> {
  const bars = await see<readonly { readonly name: string; readonly share: number }[]>(
    `[...document.querySelectorAll(".categories li")].map((one) => ({
      name: one.querySelector(".name").textContent,
      share: parseFloat(one.querySelector(".bar").getAttribute("width")) / 100,
    }))`,
  );
  assertEquals(
    bars.map(({ name }) => name).toSorted(),
    categories.map(({ name }) => String(name)).toSorted(),
  );
  const seen = new Map<string, number>();
  for (const { name } of bars) seen.set(name, (seen.get(name) ?? 0) + 1);
  for (const { name, share } of bars) {
    const line = categories.find((one) => one["name"] === name);
    if (line === undefined || (seen.get(name) ?? 0) > 1) continue;
    const [spent, available] = [Number(line["spent"]), Number(line["available"])];
    const there = Math.max(0, spent + available);
    const whole = Math.max(there, spent, 0.01);
    assertAlmostEquals(share, Math.max(0, Math.min(spent, there)) / whole, 0.01, name);
  }
  const over = categories.filter(({ over_by: by }) => Number(by) > 0).length;
  assertEquals(await see(`document.querySelectorAll(".beyond").length`), over);
  assertEquals(
    await see(`[...document.querySelectorAll(".beyond")].filter((one) =>
      one.getBoundingClientRect().right > one.ownerSVGElement.getBoundingClientRect().right + 0.1)
      .length`),
    0,
  );
  const table = await see<readonly (readonly string[])[]>(TABLE);
  assertEquals(
    table.map(([name, , ...cells]) => [name, ...cells.slice(0, 3)]).toSorted(),
    categories.map((
      { name, assigned, spent, available },
    ) => [String(name), ...[assigned, spent, available].map(money)]).toSorted(),
  );
  // Overspent categories come first and are visible. The other categories are in collapsed groups.
  assertEquals(
    await see(`[...document.querySelectorAll(".categories li")].slice(0, ${over})
      .filter((one) => one.matches(".over") && one.checkVisibility()).length`),
    over,
  );
  const others = categories.filter(({ over_by: by }) => Number(by) <= 0);
  assertEquals(
    await see(`[...document.querySelectorAll("details.group")].map((one) => [
      one.querySelector(".name").textContent, one.querySelectorAll("li").length])`),
    [...Map.groupBy(others, ({ group }) => String(group))]
      .map(([group, lines]) => [group, lines.length]),
  );
}

/** The heights of the bars, and of the points on the line, by series. */
const DRAWN = `(() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const heights = (kind) => all(".by-month rect." + kind).map((one) => one.height.baseVal.value);
  return {
    income: heights("income"),
    spending: heights("spending"),
    assets: heights("assets"),
    debts: heights("debts"),
    net_worth: all(".worth circle").map((one) => one.cy.baseVal.value),
    unfinished: all(".by-month .unfinished").length,
    figures: all(".figures strong").map((one) => one.textContent),
    sums: all(".sums dd").map((one) => one.textContent),
    ranked: all(".ranked li").map((one) => [
      one.querySelector(".name").textContent,
      one.querySelector(".amount").textContent,
    ]),
  };
})()`;

type Drawn =
  & Readonly<
    & Record<"income" | "spending" | "assets" | "debts" | "net_worth", readonly number[]>
    & Record<"figures" | "sums", readonly string[]>
  >
  & { readonly unfinished: number; readonly ranked: readonly (readonly string[])[] };

stage("money history charts show the answer's figures", async ({ show }, test) => {
  for (const args of [{}, { since: "2025-03", until: "2026-10" }]) {
    await test.step(JSON.stringify(args), async () => {
      const shown = await show("get_money_history", args, NARROW);
      const { structured, look: see } = shown;
      const months = rows(structured["months"]);
      const drawn = await see<Drawn>(DRAWN);
      for (const kind of ["income", "spending", "assets", "debts"] as const) {
        const most = Math.max(...months.map((month) => Number(month[kind])));
        const tallest = Math.max(...drawn[kind]);
        for (const [place, month] of months.entries()) {
          assertAlmostEquals(drawn[kind][place] ?? 0, Number(month[kind]) / most * tallest, 1.1);
        }
      }
      const worth = months.map(({ net_worth: value }) => Number(value));
      const [low, high] = [Math.min(...worth), Math.max(...worth)];
      const [bottom, top] = [Math.max(...drawn.net_worth), Math.min(...drawn.net_worth)];
      for (const [place, value] of worth.entries()) {
        const wanted = bottom + (value - low) / (high - low) * (top - bottom);
        assertAlmostEquals(drawn.net_worth[place] ?? 0, wanted, 0.6);
      }
      assertEquals(drawn.unfinished, months.at(-1)?.["unfinished"] === true ? 3 : 0);
      const totals = structured["totals"] as Args;
      assertEquals(drawn.figures.slice(0, 4), [
        money(worth.at(-1)),
        ...["income", "spending", "saved"].map((name) => money(totals[name])),
      ]);
      const change = structured["change"] as Args;
      const causes = ["saved", "gains", "opened", "corrections", "unpaired"]
        .filter((name) => Number(change[name] ?? 0) !== 0);
      assertEquals(
        drawn.sums,
        [...causes, "net_worth"].map((name) =>
          (Number(change[name]) > 0 ? "+" : "") + money(change[name])
        ),
      );
      assertEquals(
        drawn.ranked,
        rows(structured["largest"]).map((one) => [String(one["category"]), money(one["spending"])]),
      );
      const table = await see<readonly (readonly string[])[]>(TABLE);
      assertEquals(
        table.slice(0, months.length).map((row) => row.slice(1, 7)),
        months.map((month) =>
          ["net_worth", "assets", "debts", "income", "spending", "saved"]
            .map((name) => money(month[name]))
        ),
      );
      assertEquals(
        table.slice(months.length).map((row) => row.slice(1, 3)),
        rows(structured["kinds"]).map(({ start, end }) => [money(start), money(end)]),
      );
      await assertFits(shown);
    });
  }
});

stage("money history marks the unfinished month and unknown figures", async ({ show }) => {
  const month = { net_worth: -5, assets: 0, debts: 5, income: 0, spending: 0, saved: 0 };
  const change = { net_worth: -5, saved: 0, gains: 0, opened: -5, corrections: 0 };
  const result = handedAnswer({
    months: [{ ...month, month: "2026-11", unfinished: true }],
    change: { ...change, from: "2026-10-31", to: "2026-11-20" },
    totals: { income: 0, spending: 0, loan_costs: 0, saved: 0, invested: 0, debt_paid: 0 },
    lasts: {},
    notes: ["The plan's transactions begin in 2026-11."],
  });
  const shown = await show("get_money_history", {}, { result, width: 320 });
  const words = await shown.view.words();
  assertMatch(words, /Nov 2026, unfinished/u);
  assertMatch(words, /Nov 2026 so far/u);
  assertMatch(words, /begin in November 2026/u);
  assert(!/of income|On-budget money lasts/u.test(words), words);
  await assertSound(shown);
});
