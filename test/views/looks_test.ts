import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import { CALLS, everyVerdict, FORECAST } from "./_answers.ts";
import {
  type Args,
  assertFits,
  assertSound,
  clientInProcess,
  handedAnswer,
  HOSTILE,
  inOrder,
  MOVE,
  NARROW,
  type Stage,
  stage,
  stageOn,
} from "./_views.ts";

const GROCERIES = "\u05de\u05db\u05d5\u05dc\u05ea";

const EATING_OUT = "\u05de\u05e1\u05e2\u05d3\u05d5\u05ea";

const LETTERS = "\u062f.\u0628";

const DINAR = { symbol: `.${LETTERS}`, isSymbolFirst: false, decimals: 3 };

const EURO = "\u20ac";

stage(
  "right-to-left names and currencies stay in place",
  async ({ show }, test) => {
    const card = {
      preview: "a",
      state: "declined",
      summary: `Move 77.890${DINAR.symbol} from ${GROCERIES} to ${EATING_OUT}`,
      undo: "",
      isIrreversible: false,
      isForCard: false,
      expiresAt: null,
      canUndo: false,
      outcome: "Declined.",
    };
    const label = `2026-11-12 ${GROCERIES} -5.000${DINAR.symbol} Visa`;
    const changes = [
      { id: "t", label, field: "category", before: GROCERIES, after: EATING_OUT },
      { id: "c", label: GROCERIES, field: "assigned", before: 127.89, after: 77.89 },
    ];
    for (const locale of ["he-IL", "ar"]) {
      await test.step(locale, async () => {
        const result = handedAnswer({ status: "declined", message: "", changes }, DINAR, { card });
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
        await assertFits(shown);
      });
      await test.step(`a chart in ${locale} keeps right-to-left words in order`, async () => {
        const shown = await show("forecast_balance", {}, {
          result: handedAnswer(FORECAST, DINAR),
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
        await assertFits(shown);
      });
    }
  },
);

stage("figures and sentences use the plan's currency format", async ({ show }) => {
  const euros = {
    symbol: EURO,
    isSymbolFirst: false,
    decimals: 2,
    decimalMark: ",",
    groupMark: ".",
    gap: " ",
  };
  const plain = `5000.00${EURO}`;
  const label = `Rent ${plain}`;
  const changes = [
    { id: "c", label, field: "assigned", before: 1234567.5, after: -4400.59 },
    { id: "c", label, field: "memo", before: plain, after: plain },
  ];
  const result = handedAnswer({ status: "declined", message: "Declined", changes }, euros);
  const shown = await show("move_money", {}, { result, width: 320 });
  const texts = await shown.look<readonly string[]>(
    `[...document.querySelectorAll("del, ins")].map((one) => one.lastChild.textContent)`,
  );
  // Text that the user entered is shown unchanged.
  const figures = [`1.234.567,50\u00a0${EURO}`, `-\u20604.400,59\u00a0${EURO}`];
  assertEquals(texts, [...figures, plain, plain]);
  assertMatch(await shown.look(`document.querySelector(".label").textContent`), /5\.000,00/u);
  await assertFits(shown);
});

/** JavaScript expression that finds the visible amounts that break across lines. */
const BROKEN = `(() => {
  const nodes = document.createTreeWalker(document.body, 4);
  const broken = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    for (const { index, 0: amount } of node.data.matchAll(/[^\\d\\s(]*\\d[\\d.,]{4,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + amount.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.push(amount);
    }
  }
  return broken;
})()`;

/** Multiplies every amount. */
function enlarged(value: unknown, times: number): unknown {
  if (typeof value === "number") return Math.abs(value) > 1 ? value * times : value;
  if (Array.isArray(value)) return value.map((one) => enlarged(one, times));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, enlarged(one, times)]));
}

stage("a long amount with a symbol doesn't break across lines", async (
  { browser, client, show },
) => {
  const rupiah = { symbol: "Rp", isSymbolFirst: true, decimals: 0, groupMark: "." };
  const dinar = { ...DINAR, gap: " ", groupMark: "," };
  // In this answer, the figures are short, but the notes below them contain long amounts.
  const months = FORECAST.months.map((month) => ({ ...month, end: 1, lowest: 1 }));
  const noted = { ...FORECAST, start_balance: 1, months };
  const cases: readonly (readonly [string, Args, MoneyFormat, number, Args?])[] = [
    ...CALLS.map(([tool, args]) => [tool, args, rupiah, 10_000_001] as const),
    ["get_monthly_summary", {}, dinar, 101],
    ["forecast_balance", {}, rupiah, 100_000_000_001, noted],
  ];
  for (const [tool, args, money, times, given] of cases) {
    const answer = given ?? (await client.call(tool, args))["structuredContent"];
    const result = handedAnswer(enlarged(answer, times) as Args, money);
    const shown = await show(tool, args, { result, width: 640, capabilities: {} });
    const assertWhole = async (width: number): Promise<void> => {
      const where = [tool, money.symbol, width];
      assertEquals([...where, await shown.look(BROKEN)], [...where, []]);
      await assertFits(shown);
    };
    await assertWhole(640);
    await browser.page.evaluate("document.querySelector('iframe').style.width = '320px'");
    await shown.view.frame.waitForFunction("innerWidth === 320");
    // The page redraws the charts in the next animation frame.
    await shown.look(`new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(done)))`);
    await assertWhole(320);
  }
});

stage("an outcome stays next to a long name", async ({ show }) => {
  const label = "2026-11-12 Neighborhood Market and Garden Center -$50.00 Checking";
  const changes = [{ id: "t", label, field: "memo", before: "", after: "x", outcome: "done" }];
  const result = handedAnswer({ status: "partly", message: "", changes });
  const shown = await show("move_money", {}, { result, width: 320 });
  const [name, outcome] = await shown.look<readonly { readonly top: number }[]>(
    `[...document.querySelector(".label").children].map((one) => one.getBoundingClientRect().toJSON())`,
  );
  assertAlmostEquals(outcome?.top ?? 0, name?.top ?? 1, 10);
  await assertFits(shown);
});

stage("a frame of fixed height scrolls and keeps the buttons visible", async (
  { browser, show },
  test,
) => {
  const APPLY = `(() => {
    const { top, bottom } = document.querySelector("button.yes").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })()`;
  await test.step("a change's card keeps its button visible", async () => {
    const { look, view } = await show("move_money", MOVE, { width: 320, frame: { height: 160 } });
    assert(await look(`document.documentElement.scrollHeight > innerHeight`));
    assert(await look(APPLY));
    assertEquals(await view.heights(), []);
  });
  await test.step("the review view keeps its button visible", async () => {
    const { look } = await show("suggest_categories", { limit: 10 }, { frame: { height: 300 } });
    assert(await look(`document.documentElement.scrollHeight > 2 * innerHeight`));
    assert(await look(APPLY));
  });
  await test.step("the mouse wheel scrolls the frame", async () => {
    const { view } = await show("get_spending_trends", { months: 6 }, { frame: { height: 300 } });
    await browser.page.mouse.move(100, 100);
    await browser.page.mouse.wheel({ deltaY: 200 });
    await view.frame.waitForFunction("scrollY > 0");
  });
  await test.step("a frame grows to its maximum height and then scrolls", async () => {
    const { view, look } = await show("get_spending_trends", { months: 6 }, {
      frame: { maxHeight: 400 },
    });
    await view.frame.waitForFunction("innerHeight === 400");
    assertEquals(Math.max(...await view.heights()), 400);
    assert(await look(`document.documentElement.scrollHeight > innerHeight`));
  });
  await test.step("the page adapts to a maximum height that is set later", async () => {
    const { view } = await show("get_budget_vs_actual", { month: "2026-11" });
    await view.context({ containerDimensions: { maxHeight: 250 } });
    await view.frame.waitForFunction("innerHeight === 250");
  });
  await test.step("a frame without a maximum height doesn't scroll", async () => {
    const { view, look } = await show("get_budget_vs_actual", { month: "2026-11" });
    await view.frame.waitForFunction("innerHeight > 300");
    assertEquals(await look(`document.documentElement.scrollHeight - innerHeight`), 0);
  });
});

stage("colors follow the theme", async ({ browser, show }, test) => {
  const variables = { "--color-background-primary": "light-dark(rgb(1, 2, 3), rgb(4, 5, 6))" };
  const back = "getComputedStyle(document.body).backgroundColor";
  for (const [theme, wanted] of [["light", "rgb(1, 2, 3)"], ["dark", "rgb(4, 5, 6)"]] as const) {
    await test.step(`the page uses the ${theme} colors of a host whose style variables use light-dark()`, async () => {
      const { look, view } = await show("forecast_balance", { until: "2027-01" }, { theme });
      await view.context({ theme, styles: { variables } });
      await view.frame.waitForFunction(`${back} === ${JSON.stringify(wanted)}`);
      assertEquals(await look("getComputedStyle(document.documentElement).colorScheme"), "normal");
    });
    await test.step(`if the host sends no theme, the page follows the user's preference for ${theme}`, async () => {
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

const NAMES = /^(?:account|category|group|label|memo|name|notes|payee|warnings)$/u;

/** Replaces every name in an answer with `to`. */
function renamed(value: unknown, to: string, field = ""): unknown {
  if (typeof value === "string") return NAMES.test(field) ? to : value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, to, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, renamed(one, to, key)]),
  );
}

/** Returns an answer for every view, with every name replaced by the given one. */
async function answersWith(
  name: string,
  { call }: Stage["client"],
): Promise<readonly (readonly [string, Args, Args])[]> {
  const wanted = { status: "statement_wanted", account: name };
  const answers: [string, Args, Args][] = [wanted, everyVerdict(name)]
    .map((answer) => ["compare_statement", {}, answer]);
  for (const [tool, args] of CALLS) {
    const { structuredContent } = await call(tool, args);
    answers.push([tool, args, renamed(structuredContent, name) as Args]);
  }
  return answers;
}

stage("a view without permissions offers nothing, and shows names as text", async (
  { browser, client, show },
) => {
  const controls = "document.querySelectorAll('button, input, select').length";
  const opens = "document.querySelectorAll('button[aria-expanded]').length";
  for (const [tool, args, answer] of await answersWith(HOSTILE.join(" "), client)) {
    const how = { result: handedAnswer(answer), capabilities: {}, width: 320 };
    const { look } = await show(tool, args, how);
    const words = await look<string>("document.body.textContent");
    assertEquals([tool, HOSTILE.filter((text) => !words.includes(text))], [tool, []]);
    assertEquals(await look("document.querySelectorAll('img, main script, b').length"), 0);
    assertEquals([tool, await look(`${controls} - ${opens}`)], [tool, 0]);
    const width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    assert(await look(width), tool);
  }
  await using reader = await clientInProcess({ write: false });
  for (const tool of ["suggest_categories", "get_monthly_summary"]) {
    const { look } = await stageOn(browser, reader).show(tool, {});
    assertEquals([tool, await look(`${controls} - ${opens}`)], [tool, 0]);
  }
});

stage("every view is accessible, fits, and keeps right-to-left names in place", async (
  { client, show },
  test,
) => {
  for (const [tool, args, answer] of await answersWith(GROCERIES, client)) {
    for (const look of [{ theme: "light", width: 720, locale: "he-IL" }, NARROW] as const) {
      await test.step(`the view of ${tool} ${JSON.stringify(args)} fits a width of ${look.width} px`, async () => {
        const result = handedAnswer(answer, DINAR);
        const lastPage = handedAnswer({ ...answer, next_cursor: undefined }, DINAR);
        const call = (): Promise<typeof result> => Promise.resolve(lastPage);
        const shown = await show(tool, args, { result, call, ...look });
        await assertSound(shown, { contrast: true });
        if (look === NARROW) return;
        const [digits] = await shown.look<readonly string[]>(`(() => {
          const line = [...document.querySelectorAll(".line")]
            .find((one) => one.textContent.includes(${JSON.stringify(GROCERIES)}));
          line?.setAttribute("id", "line");
          return line?.querySelector(".left, .amount").textContent.match(/\\d[\\d.]*/) ?? [];
        })()`);
        if (digits) assert(await inOrder(shown, "#line", [GROCERIES, digits, LETTERS]));
      });
    }
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
      const words = await shown.view.words();
      assert(says.test(words), words);
      await assertSound(shown);
    });
  }
  await test.step("an answer that can't be rendered, such as one from another server version, is shown as text", async () => {
    const content = [{ type: "text", text: "net_worth: 5.00" }];
    const result = { ...handedAnswer({ months: [{ month: "2026-11" }] }), content };
    const { look } = await show("get_money_history", {}, { result });
    assertEquals(
      await look("document.querySelector('[role=alert] .state').innerText"),
      content[0]?.text,
    );
  });
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
