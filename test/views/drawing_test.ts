import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import {
  type Args,
  assertFits,
  assertSound,
  handedAnswer,
  LABELS,
  money,
  MOVE,
  rows,
  stage,
  TABLE,
  WORDS,
} from "./_views.ts";
import { click } from "./_view_browser.ts";

const looks = [
  { theme: "light", width: 720, locale: "en-US" },
  { theme: "dark", width: 320, locale: "sv-SE" },
  { theme: "light", width: 320, locale: "ja-JP" },
] as const;

stage(
  "a forecast chart shows the figures of its answer",
  async ({ show }, test) => {
    const cases = [
      { until: "2026-11" },
      {
        until: "2027-06",
        account_ids: ["Checking", "Cash"],
        one_offs: [{ date: "2026-12-20", amount: -900, label: "New <b>machine</b>" }],
      },
      { until: "2028-11" },
    ];
    for (const [at, args] of cases.entries()) {
      for (const look of at === 1 ? looks : looks.slice(1, 2)) {
        await test.step(`until ${args.until}, ${Object.values(look).join(" ")}`, async () => {
          const shown = await show("forecast_balance", args, look);
          const { structured, look: see } = shown;
          const months = rows(structured["months"]);
          const table = await see<readonly (readonly string[])[]>(TABLE);
          assertEquals(
            table.map((row) => [...row.slice(1, 8), row[9]]),
            months.map((month) =>
              ["start", "in", "out", "end", "p10", "p90", "lowest", "lowest_p10"]
                .map((name) => money(month[name]))
            ),
          );
          const drawn = await see<Drawn>(DRAWN);
          assertEquals(drawn.path, months.length + 1);
          assertEquals([drawn.ends.length, drawn.lows.length], [months.length, months.length]);
          assertEquals(drawn.oneOffs, rows(args.one_offs).length);
          assertEquals(drawn.shortfalls, structured["first_shortfall"] === undefined ? 0 : 1);
          // All values share one scale, so positions are proportional to values.
          const values = [
            ...months.map(({ end }, place) => [Number(end), drawn.ends[place] ?? 0] as const),
            ...months.map(({ lowest }, place) => [Number(lowest), drawn.lows[place] ?? 0] as const),
            ...months.map(({ lowest_p10: low }, place) =>
              [Number(low), drawn.whiskers[place] ?? 0] as const
            ),
          ];
          assertOneScale(values);
          for (const [, y] of values) assert(y > 0 && y < drawn.height, `${y} is outside`);
          assertEquals(drawn.figures[0], money(structured["start_balance"]));
          assertEquals(drawn.figures[1], money(months.at(-1)?.["end"]));
          assertEquals(
            drawn.figures[2],
            money(Math.min(...months.map(({ lowest }) => Number(lowest)))),
          );
          await (at === 1 && look.locale !== "ja-JP" ? assertSound : assertFits)(shown);
        });
      }
    }
  },
);

interface Drawn {
  readonly path: number;
  readonly ends: readonly number[];
  readonly lows: readonly number[];
  readonly whiskers: readonly number[];
  readonly oneOffs: number;
  readonly shortfalls: number;
  readonly height: number;
  readonly figures: readonly string[];
}

const DRAWN = `(() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const number = (one, name) => Number(one.getAttribute(name));
  return {
    path: (document.querySelector(".expected").getAttribute("d").match(/[ML]/g) ?? []).length,
    ends: all("circle.end").map((one) => number(one, "cy")),
    lows: all(".lowest line:first-child").map((one) => number(one, "y1")),
    whiskers: all(".lowest line:first-child").map((one) => number(one, "y2")),
    oneOffs: all(".one-offs g").length,
    shortfalls: all(".shortfall").length,
    height: number(document.querySelector("figure svg"), "height"),
    figures: all(".figures strong").map((one) => one.textContent),
  };
})()`;

/** Positions in the chart are proportional to the figures. */
function assertOneScale(values: readonly (readonly [value: number, place: number])[]): void {
  const sorted = values.toSorted(([one], [other]) => one - other);
  const [[low = 0, bottom = 0] = [], [high = 0, top = 0] = []] = [sorted[0], sorted.at(-1)];
  if (high === low) return;
  for (const [value, place] of values) {
    assertAlmostEquals(place, bottom + (value - low) / (high - low) * (top - bottom), 0.6);
  }
}

stage("spending charts show the figures of their answer", async ({ show }, test) => {
  for (const [at, args] of [{ months: 6 }, { months: 1 }, { months: 24 }].entries()) {
    for (const look of at === 0 ? looks : looks.slice(1, 2)) {
      await test.step(`${args.months} months, ${Object.values(look).join(" ")}`, async () => {
        const shown = await show("get_spending_trends", args, look);
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
        const names = await see<readonly string[]>(
          `[...document.querySelectorAll(".multiples h2")].map((one) => one.textContent)`,
        );
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
        await (at === 0 && look.locale !== "ja-JP" ? assertSound : assertFits)(shown);
      });
    }
  }
});

stage("a month shows the figures of its answer", async ({ show }, test) => {
  const args = { month: "2026-11" };
  for (const look of looks) {
    await test.step(Object.values(look).join(" "), async () => {
      const shown = await show("get_budget_vs_actual", args, look);
      const categories = rows(shown.structured["categories"]);
      await assertMonth(shown, categories);
      await (look.locale === "ja-JP" ? assertFits : assertSound)(shown);
    });
  }
  for (const count of [0, 1, 60]) {
    await test.step(`${count} categories`, async () => {
      const categories = Array.from({ length: count }, (_, at) => ({
        category_id: `c${at}`,
        name: `Category ${at}`,
        group: at % 2 === 0 ? "Even" : "Odd",
        assigned: at,
        spent: at * 2,
        available: at % 3 === 0 ? -at / 1000 : at,
        over_by: at % 3 === 0 ? at / 1000 : 0,
      }));
      const totals = { assigned: 1, spent: 2, available: -3 };
      const result = handedAnswer({ month: "2026-11", totals, categories });
      const shown = await show("get_budget_vs_actual", args, { result, width: 320 });
      await assertMonth(shown, categories);
      await assertSound(shown);
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
  // Overspent categories come first and are visible. The others are collapsed by group.
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

stage(
  "a review lists pending transactions and their suggestions",
  async ({ show }, test) => {
    for (const look of looks) {
      await test.step(Object.values(look).join(" "), async () => {
        const shown = await show("suggest_categories", { limit: 6 }, look);
        const { structured, look: see, view } = shown;
        const pending = rows(structured["pending"]);
        const lines = `[...document.querySelectorAll(".pending li")]`;
        assertEquals(
          await see(`${lines}.map((one) => one.querySelector(".amount").textContent)`),
          pending.map(({ amount }) => money(amount)),
        );
        assertEquals(
          await see(`${lines}.map((one) => one.querySelector("select").value)`),
          pending.map(({ suggestion }) => (suggestion as Args | undefined)?.["category_id"] ?? ""),
        );
        assertEquals(
          await see(`${lines}.map((one) => one.querySelector("input").checked)`),
          pending.map(({ suggestion }) => suggestion !== undefined),
        );
        await (look.locale === "ja-JP" ? assertFits : assertSound)(shown);
        await click(view, "Next page");
        await view.until(`document.querySelectorAll(".pending li").length === 12`);
      });
    }
  },
);

stage("a card shows changes in the plan's currency format", async ({ show }, test) => {
  for (const look of looks) {
    await test.step(Object.values(look).join(" "), async () => {
      const shown = await show("move_money", MOVE, look);
      const { structured, look: see } = shown;
      assertEquals(
        await see(`[...document.querySelectorAll(".records li")].map((one) => [
          one.querySelector(".label").textContent,
          ...[...one.querySelectorAll(".field")].flatMap((field) => [
            field.querySelector(".name").textContent,
            field.querySelector("del").lastChild.textContent,
            field.querySelector("ins").lastChild.textContent,
          ]),
        ])`),
        rows(structured["changes"]).map((row) => [
          String(row["label"]).replace("2026-11", "November 2026"),
          ...["assigned", money(row["before"]), money(row["after"])],
          ...["available", money(row["available_before"]), money(row["available_after"])],
        ]),
      );
      const words = await see<string>(WORDS);
      // The rest of the message is for the assistant.
      assert(!/confirmation|repeat the same call/u.test(words), words);
      assert(!words.includes(String(structured["confirmation"])));
      assertEquals(
        await see(LABELS),
        ["Move $50.00", "Don't apply", "Adjust"],
      );
      await (look.locale === "ja-JP" ? assertFits : assertSound)(shown);
    });
  }
});

stage("empty answers and errors are shown as text", async ({ show }, test) => {
  const empty: readonly (readonly [string, Args, RegExp])[] = [
    ["forecast_balance", { start_balance: 1, chance_below_zero: 0 }, /No months to show/u],
    ["get_spending_trends", {}, /No spending in these months/u],
    [
      "suggest_categories",
      { pending_count: 0, suggested_count: 0 },
      /No transactions need a category/u,
    ],
    [
      "move_money",
      { status: "nothing_to_do", message: "All of it is so already" },
      /All of it is so already/u,
    ],
  ];
  for (const [tool, structuredContent, says] of empty) {
    await test.step(tool, async () => {
      const result = handedAnswer(structuredContent);
      const shown = await show(tool, {}, { result, width: 320 });
      const words = await shown.look<string>(WORDS);
      assert(says.test(words), words);
      await assertSound(shown);
    });
  }
  await test.step("an error is shown without its code", async () => {
    const result = {
      content: [{ type: "text", text: 'not_found: no category is "Pest": did you mean Pets?' }],
      isError: true,
    };
    const shown = await show("move_money", {}, { result });
    assertEquals(
      await shown.look("document.querySelector('[role=alert] .state').innerText"),
      'No category is "Pest": did you mean Pets?',
    );
    await assertSound(shown);
  });
});
