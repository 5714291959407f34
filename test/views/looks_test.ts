import { assert, assertEquals, assertMatch } from "@std/assert";
import { FORECAST } from "./_answers.ts";
import {
  type Args,
  assertFits,
  assertSound,
  DOLLARS,
  handedAnswer,
  inOrder,
  LABELS,
  MOVE,
  stage,
  TABLE,
  WORDS,
} from "./_views.ts";

const GROCERIES = "\u05de\u05db\u05d5\u05dc\u05ea";
const EATING_OUT = "\u05de\u05e1\u05e2\u05d3\u05d5\u05ea";
const LETTERS = "\u062f.\u0628";
const DINAR = `.${LETTERS}`;
const EURO = "\u20ac";

stage(
  "right-to-left names and currencies stay in place",
  async ({ show }, test) => {
    const money = { symbol: DINAR, isSymbolFirst: false, decimals: 3 };
    const card = {
      preview: "a",
      state: "declined",
      summary: `Move 77.890${DINAR} from ${GROCERIES} to ${EATING_OUT}`,
      undo: "",
      isIrreversible: false,
      isForCard: false,
      expiresAt: null,
      canUndo: false,
      outcome: "Declined.",
    };
    const label = `2026-11-12 ${GROCERIES} -5.000${DINAR} Visa`;
    const changes = [
      { id: "t", label, field: "category", before: GROCERIES, after: EATING_OUT },
      { id: "c", label: GROCERIES, field: "assigned", before: 127.89, after: 77.89 },
    ];
    for (const locale of ["he-IL", "ar", "en-US"]) {
      await test.step(locale, async () => {
        const result = handedAnswer({ status: "declined", message: "", changes }, money, { card });
        const shown = await show("move_money", {}, { result, width: 700, locale });
        const [first, second] = [".records li:first-child", ".records li:nth-child(2)"];
        assert(
          await inOrder(shown, "h1", [
            "Move",
            "77.890",
            LETTERS,
            "from",
            GROCERIES,
            "to",
            EATING_OUT,
          ]),
        );
        assert(
          await inOrder(shown, first, ["12 Nov 2026", GROCERIES, "-", "5.000", LETTERS, "Visa"]),
        );
        assert(
          await inOrder(shown, `${first} .field`, ["category", GROCERIES, "\u2192", EATING_OUT]),
        );
        assert(
          await inOrder(shown, `${second} .field`, [
            "127.890",
            LETTERS,
            "\u2192",
            "77.890",
            LETTERS,
          ]),
        );
        await (locale === "he-IL" ? assertSound : assertFits)(shown);
      });
      await test.step(`chart in ${locale}`, async () => {
        const shown = await show("forecast_balance", {}, {
          result: handedAnswer(FORECAST, money),
          width: 700,
          locale,
        });
        const places = await shown.look<readonly number[]>(`(() => {
        const label = document.querySelector(".shortfall text");
        const words = label.textContent;
        const month = [...words].findIndex((one) => /[\\u0590-\\u06ff]/.test(one));
        return [words.indexOf("zero"), words.indexOf("18"), month, words.lastIndexOf("2027")]
          .filter((at) => at >= 0)
          .map((at) => label.getExtentOfChar(at).x);
      })()`);
        assertEquals(places.toSorted((one, other) => one - other), places);
        const tick = await shown.look<readonly number[]>(`(() => {
        const label = document.querySelector(".tick text");
        const letter = [...label.textContent].findIndex((one) => /[\u0600-\u06ff]/.test(one));
        return [0, letter].map((at) => label.getExtentOfChar(at).x);
      })()`);
        assert((tick[0] ?? 0) < (tick[1] ?? 0), "the symbol follows its number");
        await (locale === "he-IL" ? assertSound : assertFits)(shown);
      });
    }
  },
);

stage("a change's button describes all of it, ignoring numbers in names", async ({ show }) => {
  const summaries = {
    "Delete the schedule of Studio 54 Rent, next due on 2026-12-01": "Delete",
    "Approve 3 transactions": "Approve 3 transactions",
    "Enter 1 transaction in Checking; mark 3 transactions cleared": "Apply",
    "Change the flag of 1 transaction": "Set flags on 1 transaction",
  };
  for (const [summary, label] of Object.entries(summaries)) {
    const card = {
      preview: "a",
      state: "open",
      summary,
      undo: "",
      isForCard: true,
      expiresAt: null,
    };
    const structured = { status: "confirmation_required", message: "", preview: "a" };
    const tool = label.startsWith("Set") ? "flag_transactions" : "delete_transactions";
    const { look } = await show(tool, {}, {
      result: handedAnswer(structured, DOLLARS, { card }),
      call: () => Promise.reject(new Error("busy")),
    });
    assertEquals((await look<readonly string[]>(LABELS))[0], label);
  }
});

const formats: readonly (readonly [what: string, money: Args, wanted: readonly string[]])[] = [
  ["euros", {
    symbol: EURO,
    isSymbolFirst: false,
    decimals: 2,
    decimalMark: ",",
    groupMark: ".",
    gap: " ",
  }, [`1.234.567,50\u00a0${EURO}`, `-4.400,59\u00a0${EURO}`]],
  ["yen", { symbol: "\u00a5", isSymbolFirst: true, decimals: 0, groupMark: "," }, [
    "\u00a51,234,568",
    "-\u00a54,401",
  ]],
  ["three decimals without a symbol", {
    symbol: "",
    isSymbolFirst: true,
    decimals: 3,
    decimalMark: ",",
    groupMark: ".",
  }, ["1.234.567,500", "-4.400,590"]],
];

stage("figures and sentences use the plan's currency format", async (
  { show },
  test,
) => {
  for (const [what, money, [large = "", negative = ""]] of formats) {
    await test.step(what, async () => {
      const decimals = Number(money["decimals"]);
      const plain = [money["isSymbolFirst"] === true ? money["symbol"] : "", "5000"].join("") +
        (decimals === 0 ? "" : `.${"0".repeat(decimals)}`) +
        (money["isSymbolFirst"] === true ? "" : String(money["symbol"]));
      const changes = [
        { id: "c", label: `Rent ${plain}`, field: "assigned", before: 1234567.5, after: -4400.59 },
        { id: "c", label: `Rent ${plain}`, field: "memo", before: plain, after: plain },
      ];
      const result = handedAnswer({ status: "declined", message: "Declined", changes }, money);
      const shown = await show("move_money", {}, { result, width: 320 });
      assertEquals(await shown.look(`document.querySelector("del").lastChild.textContent`), large);
      assertEquals(
        await shown.look(`document.querySelector("ins").lastChild.textContent`),
        negative,
      );
      const thousand = money["groupMark"] === "." ? "5.000" : "5,000";
      const label = await shown.look<string>(`document.querySelector(".label").textContent`);
      assert(label.includes(thousand), label);
      // The user's own text stays unchanged.
      assertEquals(
        await shown.look(`[...document.querySelectorAll("ins")].at(-1).lastChild.textContent`),
        plain,
      );
      await assertFits(shown);
    });
  }
});

stage("a frame of fixed height scrolls and keeps the buttons visible", async (
  { browser, show },
  test,
) => {
  const APPLY = `(() => {
    const { top, bottom } = document.querySelector("button.yes").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })()`;
  await test.step("card", async () => {
    const { look, view } = await show("move_money", MOVE, { width: 320, frame: { height: 160 } });
    assert(await look(`document.documentElement.scrollHeight > innerHeight`));
    assert(await look(APPLY));
    assertEquals(await view.heights(), []);
  });
  await test.step("review", async () => {
    const { look } = await show("suggest_categories", { limit: 10 }, { frame: { height: 300 } });
    assert(await look(`document.documentElement.scrollHeight > 2 * innerHeight`));
    assert(await look(APPLY));
  });
  await test.step("mouse wheel", async () => {
    const { view } = await show("get_spending_trends", { months: 6 }, { frame: { height: 300 } });
    await browser.page.mouse.move(100, 100);
    await browser.page.mouse.wheel({ deltaY: 200 });
    await view.frame.waitForFunction("scrollY > 0");
  });
  await test.step("frame that grows to its maximum height", async () => {
    const { view, look } = await show("get_spending_trends", { months: 6 }, {
      frame: { maxHeight: 400 },
    });
    await view.frame.waitForFunction("innerHeight === 400");
    assertEquals(Math.max(...await view.heights()), 400);
    assert(await look(`document.documentElement.scrollHeight > innerHeight`));
  });
  await test.step("frame whose height is limited later", async () => {
    const { view } = await show("get_budget_vs_actual", { month: "2026-11" });
    await view.context({ containerDimensions: { maxHeight: 250 } });
    await view.frame.waitForFunction("innerHeight === 250");
  });
  await test.step("growing frame without scrolling", async () => {
    const { view, look } = await show("get_budget_vs_actual", { month: "2026-11" });
    await view.frame.waitForFunction("innerHeight > 300");
    assertEquals(await look(`document.documentElement.scrollHeight - innerHeight`), 0);
  });
});

stage("colors follow the theme", async ({ browser, show }, test) => {
  const variables = { "--color-background-primary": "light-dark(rgb(1, 2, 3), rgb(4, 5, 6))" };
  const back = "getComputedStyle(document.body).backgroundColor";
  for (const [theme, wanted] of [["light", "rgb(1, 2, 3)"], ["dark", "rgb(4, 5, 6)"]] as const) {
    await test.step(`${theme} host that styles with light-dark()`, async () => {
      const { look, view } = await show("forecast_balance", { until: "2027-01" }, { theme });
      await view.context({ theme, styles: { variables } });
      await view.frame.waitForFunction(`${back} === ${JSON.stringify(wanted)}`);
      assertEquals(await look("getComputedStyle(document.documentElement).colorScheme"), "normal");
    });
    await test.step(`host without a theme, user who prefers ${theme}`, async () => {
      const dressed = await show("forecast_balance", { until: "2027-01" }, { theme });
      const color = await dressed.look<string>(back);
      await browser.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
      const { look } = await show("forecast_balance", { until: "2027-01" }, { theme: null });
      assertEquals(await look(back), color);
      await browser.page.emulateMediaFeatures([]);
    });
    await test.step(`bars contrast with their panel in the ${theme} theme`, async () => {
      const { look } = await show("get_spending_trends", { months: 6 }, { theme });
      assert(
        await look<number>(`(() => {
        const light = (color) => {
          const parts = color.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
            .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
          return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
        };
        const bar = light(getComputedStyle(document.querySelector(".bars .bar")).stroke);
        const panel = light(getComputedStyle(document.querySelector(".panel")).backgroundColor);
        return (Math.max(bar, panel) + 0.05) / (Math.min(bar, panel) + 0.05);
      })()`) >= 3,
      );
    });
  }
});

stage("spending charts label the first, last and highest month at every width", async (
  { show },
  test,
) => {
  for (const [width, months] of [[320, 2], [320, 12], [320, 24], [400, 6], [700, 12]] as const) {
    await test.step(`${months} months, ${width} px`, async () => {
      const shown = await show("get_spending_trends", { months }, { width });
      const labels = await shown.look<readonly string[]>(
        `[...document.querySelectorAll(".total .bars text")].map((one) => one.textContent)`,
      );
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

/** Returns overlapping labels of a chart. */
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
  const words = await shown.look<string>(WORDS);
  assertMatch(words, /its change from the average of the 2 months before/u);
  assertMatch(words, /as of Nov 20, 2026/u);
  const panel = await shown.look<string>(`document.querySelector(".multiples li").innerText`);
  assertMatch(panel, /\$250\.00[^]*\+25%[^]*average before \$200\.00/u);
  assertEquals(
    await shown.look(
      `[...document.querySelectorAll("th[scope=col]")].map((one) => one.textContent)`,
    ),
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

stage("a month fits on a screen and shows overspent categories and percentages", async (
  { show },
) => {
  const categories = Array.from({ length: 47 }, (_, at) => ({
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
  const shown = await show("get_budget_vs_actual", {}, { result, width: 400 });
  assert(await shown.look<number>("document.querySelector('main').scrollHeight") <= 844);
  const words = await shown.look<string>(WORDS);
  assertMatch(words, /as of Nov 20, 2026/u);
  assertMatch(words, /Overspent\s+Category 30[^]*\$3\.00 over[^]*\$60\.00 of \$57\.00 \(105%\)/u);
  assertEquals(words.match(/Category \d+/gu)?.length, 1);
  await shown.look(`document.querySelector("details.group summary").click()`);
  assertMatch(await shown.look(WORDS), /\$60\.00 of \$67\.00 \(90%\)/u);
  await assertSound(shown);
});

stage("axis ticks are no finer than the currency's smallest unit", async ({ show }, test) => {
  const cases = [[DOLLARS, 0.02, /^-?\$\d+(?:\.\d\d)?$/u], [
    { ...DOLLARS, decimals: 0 },
    3,
    /^-?\$\d+$/u,
  ]] as const;
  for (const [money, size, wanted] of cases) {
    await test.step(`${money.decimals} decimals`, async () => {
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
      const labels = await look<readonly string[]>(
        `[...document.querySelectorAll(".tick text")].map((one) => one.textContent)`,
      );
      assert(labels.length >= 2);
      for (const label of labels) assertMatch(label, wanted);
    });
  }
});

stage("a forecast chart shows the current day and never guesses it", async ({ show }, test) => {
  await test.step("current day is known", async () => {
    const { look } = await show("forecast_balance", {}, { result: handedAnswer(FORECAST) });
    assertMatch(
      await look("document.querySelector('.figures').innerText"),
      /Today\s+\$5,000\.00\s+Nov 20, 2026/u,
    );
  });
  await test.step("current day is unknown", async () => {
    const { structuredContent, content } = handedAnswer(FORECAST);
    const { look } = await show("forecast_balance", {}, {
      result: { structuredContent, content },
      capabilities: {},
    });
    assertEquals(await look<boolean>(`document.querySelector(".expected") === null`), true);
  });
});
