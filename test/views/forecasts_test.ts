import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { FORECAST } from "./_answers.ts";
import { click, enter, type ShownView } from "./_view_browser.ts";
import {
  type Args,
  assertFits,
  assertSound,
  dataOf,
  DOLLARS,
  handedAnswer,
  money,
  NARROW,
  rows,
  stage,
  TABLE,
  textsOf,
  WORDS,
} from "./_views.ts";

stage(
  "a forecast chart shows the figures from its answer",
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
    for (const args of cases) {
      await test.step(`the chart shows a forecast until ${args.until}`, async () => {
        const shown = await show("forecast_balance", args, NARROW);
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
        await assertFits(shown);
      });
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

stage("axis ticks are no finer than the currency's smallest unit", async ({ show }, test) => {
  const cases = [[DOLLARS, 0.02, /^-?\$\d+(?:\.\d\d)?$/u], [
    { ...DOLLARS, decimals: 0 },
    3,
    /^-?\$\d+$/u,
  ]] as const;
  for (const [money, size, wanted] of cases) {
    await test.step(`axis ticks have at most ${money.decimals} decimals`, async () => {
      const months = FORECAST.months.slice(0, 1).map((month) => ({
        ...month,
        start: 0,
        end: size,
        lowest: 0,
        lowest_p10: 0,
        p10: 0,
        p90: size,
      }));
      const { look } = await show("forecast_balance", {}, {
        result: handedAnswer({ start_balance: 0, chance_below_zero: 0, months }, money),
      });
      const labels = await look<readonly string[]>(textsOf(".tick text"));
      assert(labels.length >= 2);
      for (const label of labels) assertMatch(label, wanted);
    });
  }
});

stage("a forecast shows the current day", async ({ show }) => {
  const { look } = await show("forecast_balance", {}, { result: handedAnswer(FORECAST) });
  assertMatch(
    await look("document.querySelector('.figures').innerText"),
    /Today\s+\$5,000\.00\s+Nov 20, 2026/u,
  );
});

async function type(view: ShownView, amount: string, date: string): Promise<void> {
  await view.frame.evaluate('document.querySelector(".what-if").open = true');
  await enter(view, ".what-if input[type=text]", amount);
  await enter(view, ".what-if input[type=date]", date);
}

const ENDS = `${TABLE}.map((row) => row[4])`;

const STATUS = `document.querySelector(".what-if .state").textContent`;

stage(
  "a what-if draws the new forecast",
  async ({ client, show }) => {
    const given = { date: "2026-12-01", amount: -50, label: "Given" };
    const args = { until: "2027-03", account_ids: ["Checking"], one_offs: [given] };
    const shown = await show("forecast_balance", args, {
      ...NARROW,
      locale: "en-US",
    });
    const { view, structured } = shown;
    const before = await shown.look<readonly string[]>(ENDS);
    await type(shown.view, "1,234.50", "2026-12-20");
    await click(view, "Try it");
    await view.until(`${STATUS}.startsWith("With")`);
    const oneOffs = [given, { date: "2026-12-20", amount: -1234.5, label: "What if" }];
    const wanted = { ...args, one_offs: oneOffs };
    assertEquals(view.called, [["forecast_balance", wanted]]);
    const tried = await dataOf(client, "forecast_balance", wanted);
    const ends = rows(tried["months"]).map(({ end }) => money(end));
    assertEquals(await shown.look(ENDS), ends);
    assert(before.at(-1) !== ends.at(-1));
    const [was, is] = [structured, tried].map((one) => money(rows(one["months"]).at(-1)?.["end"]));
    const words = await shown.look<string>(STATUS);
    assertMatch(words, /^With \$1,234\.50 out on Dec 20, 2026, /u);
    assert(words.includes(`${is} instead of ${was}`), words);
    assertEquals(await view.modelLines(), [`The user tried a what-if in the forecast: ${words}`]);
    assertEquals(await shown.look("document.querySelectorAll('.one-offs g').length"), 2);
    await assertSound(shown);
    await click(view, "Reset");
    assertEquals(await shown.look(ENDS), before);
  },
);

stage(
  "a what-if accepts only an amount and a day within the forecast",
  async ({ browser, show }) => {
    const shown = await show("forecast_balance", { until: "2027-03" }, { width: 320 });
    const isDisabled = `document.querySelector(".what-if .yes").disabled`;
    for (const [amount, date] of [["", "2026-12-20"], ["x", "2026-12-20"], ["5", ""]] as const) {
      await type(shown.view, amount, date);
      assertEquals(await shown.look(isDisabled), true, `${amount} ${date}`);
    }
    await type(shown.view, "5", "2028-01-01");
    await shown.look(`document.querySelector(".what-if input").focus()`);
    await browser.page.keyboard.press("Enter");
    await shown.view.until("document.querySelector('.what-if [role=alert]')");
    assertMatch(
      await shown.look("document.querySelector('.what-if [role=alert]').textContent"),
      /must be between/u,
    );
    await assertSound(shown, { contrast: true });
  },
);

const ASKED = { amount: 3000, date: "2027-03-01", category_id: "Vacation" };

const LATER = {
  verdict: "later",
  chance_below: { without: 0.052, with: 0.313 },
  limit: 500,
  safe_amount: 1234.5,
  earliest_date: "2027-05-03",
  lowest: { date: "2027-03-28", balance: 2750.25, balance_with: -249.75 },
  category: { name: "Vacation", available: 812.4, coming: 120, free: 692.4 },
  from: [
    { category_id: "a", category: "\u05d7\u05d5\u05e4\u05e9\u05d4", free: 692.4, take: 692.4 },
    { category_id: "b", category: "Clothing", free: 400, take: 307.6 },
  ],
  delays: [{ category: "Kitchen Remodel", months: 2 }, { category: "Gifts", months: 1 }],
  basis: { finished_months: 24, until: "2027-06-30" },
};

stage(
  "the affordability chart shows the figures from its answer",
  async ({ show }) => {
    const result = handedAnswer(LATER);
    const shown = await show("can_afford", ASKED, { ...NARROW, locale: "en-US", result });
    const words = await shown.view.words();
    for (
      const value of [
        ...[3000, LATER.limit, LATER.safe_amount, LATER.lowest.balance],
        ...[LATER.lowest.balance_with, ...Object.values(LATER.category).filter(Number)],
        ...LATER.from.flatMap(({ free, take }) => [free, take]),
      ]
    ) {
      assert(words.includes(money(Number(value))), String(value));
    }
    assertMatch(words, /^Not on that day, but later\s+\$3,000\.00 on Mar 1, 2027/u);
    assertMatch(words, /Safe from\s+May 3, 2027/u);
    assertMatch(words, /Kitchen Remodel takes 2 months longer[^]*Gifts takes 1 month longer/u);
    assertMatch(words, /24 finished months; looks ahead to Jun 30, 2027/u);
    assertEquals(
      await shown.look(`[...document.querySelectorAll(".odds")].map((one) => [
        one.previousSibling.querySelector(".name").textContent,
        one.previousSibling.querySelector(".left").textContent,
        one.firstChild.style.width,
      ])`),
      [["Without the payment", "5.2%", "5.2%"], ["With the payment", "\u26a0 31.3%", "31.3%"]],
    );
    await assertSound(shown);
  },
);

stage("each verdict has its own wording, and no risk is shown without history", async (
  { show },
  test,
) => {
  const verdicts = {
    yes: /^Yes, it fits your budget/u,
    yes_if_moved: /^Yes, if you move money/u,
    no: /^No, it doesn't fit your budget/u,
    unknown: /^Not enough history/u,
  };
  const { limit, lowest, basis } = LATER;
  for (const [verdict, says] of Object.entries(verdicts)) {
    await test.step(verdict, async () => {
      const answer = { verdict, chance_below: {}, limit, lowest, basis };
      const how = { width: 320, result: handedAnswer(answer), capabilities: {} };
      const { look } = await show("can_afford", { amount: 5 }, how);
      const words = await look<string>(WORDS);
      assertMatch(words, says);
      assertMatch(words, /\$5\.00 on Nov 20, 2026/u);
      assert(!/Risk|%|Safe/u.test(words), words);
    });
  }
});

stage("a field suggests an amount that is valid in the plan's currency", async ({ show }) => {
  const field = ".controls input";
  for (const decimals of [0, 2, 3]) {
    const result = handedAnswer(LATER, { ...DOLLARS, decimals });
    const call = (): Promise<Args> => Promise.resolve(result);
    const { look, view } = await show("can_afford", ASKED, { result, call });
    await enter(view, field, "x");
    const [, example = ""] = /such as (\S+)/u.exec(await look(WORDS)) ?? [];
    await enter(view, field, example);
    const isInvalid = await look(`document.querySelector("${field}").ariaInvalid`);
    assertEquals([decimals, example, isInvalid], [decimals, example, "false"]);
  }
});

stage("the page draws the answer to a new amount or day", async ({ browser, client, show }) => {
  const args = { amount: 5000, date: "2026-12-01", account_ids: ["Checking"] };
  const shown = await show("can_afford", args, { width: 320, theme: "dark" });
  const { look, view } = shown;
  const assertFigures = async (structured: Args): Promise<void> => {
    const words = await look<string>(WORDS);
    const { lowest, from = [], safe_amount: safe } = structured as typeof LATER;
    const figures = [safe, lowest.balance, lowest.balance_with];
    for (const value of [...figures, ...from.flatMap(({ free, take }) => [free, take])]) {
      assert(words.includes(money(value)), String(value));
    }
  };
  const amount = ".controls input[type=text]";
  const date = ".controls input[type=date]";
  await assertFigures(shown.structured);
  assertEquals(await look(`document.querySelector("${amount}").value`), "5000.00");
  await enter(view, amount, "");
  assertEquals(await look(`document.querySelector(".yes").disabled`), true);
  await enter(view, amount, "19.90");
  await enter(view, date, "2027-02-01");
  await click(view, "Ask again");
  await view.until(`${WORDS}.includes("$19.90 on Feb 1, 2027")`);
  const wanted = { ...args, amount: 19.9, date: "2027-02-01" };
  assertEquals(view.called, [["can_afford", wanted]]);
  const asked = await dataOf(client, "can_afford", wanted);
  await assertFigures(asked);
  assertEquals(await view.modelLines(), [
    `In the view, the user asked about $19.90 on Feb 1, 2027: ${asked["verdict"]}.`,
  ]);
  await enter(view, date, "2026-01-01");
  await look(`document.querySelector("${amount}").focus()`);
  await browser.page.keyboard.press("Enter");
  await view.until(`document.querySelector("[role=alert]")`);
  assertMatch(await look(WORDS), /\$19\.90 on Feb 1, 2027/u);
});
