import { assert, assertEquals, assertMatch } from "@std/assert";
import { formatMoney } from "../../domain/base/money_format.ts";
import { pageText } from "../../server/views/view_page.ts";
import { viewSupport } from "../../server/views/view_support.ts";
import { click, type Showing, type ViewBrowser } from "./_view_browser.ts";
import {
  type Args,
  assertFits,
  assertSound,
  DOLLARS,
  handedAnswer,
  onPage,
  SETTLED,
  type ShownAnswer,
  stage,
  TODAY,
} from "./_views.ts";

const money = (value: number): string => formatMoney(value, DOLLARS);

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

/** Shows an answer in the page of `can_afford`. */
async function show(
  browser: ViewBrowser,
  answer: Args,
  { args = ASKED, ...how }: Omit<Showing, "html"> & { readonly args?: Args } = {},
): Promise<ShownAnswer> {
  const views = viewSupport({ token: null, apiUrl: undefined, isKept: false });
  const scope = { views, principal: null, isWriteAllowed: false, confirm: "auto" } as const;
  const tool = { name: "can_afford", writes: { complete: [], fuller: [], reduced: [] } } as never;
  const view = await browser.show({ html: await pageText({ tool, scope, hasKey: true }), ...how });
  const result = handedAnswer(answer);
  await view.input(args);
  await view.result(result);
  await view.until(SETTLED);
  const look: ShownAnswer["look"] = (words) => view.frame.evaluate(words) as Promise<never>;
  return { view, result, structured: answer, look };
}

const WORDS = "document.body.innerText";

for (const look of [{ theme: "light", width: 700 }, { theme: "dark", width: 320 }] as const) {
  onPage(
    `the affordability chart shows the figures of its answer (${look.theme} theme)`,
    async (browser) => {
      const shown = await show(browser, LATER, look);
      const words = await shown.look<string>(WORDS);
      for (
        const value of [
          ...[3000, LATER.limit, LATER.safe_amount, LATER.lowest.balance],
          ...[LATER.lowest.balance_with, ...Object.values(LATER.category).filter(Number)],
          ...LATER.from.flatMap(({ free, take }) => [free, take]),
        ]
      ) {
        assert(words.includes(money(Number(value))), String(value));
      }
      assertMatch(words, /^Not yet, but later\s+\$3,000\.00 on Mar 1, 2027/u);
      assertMatch(words, /Safe from\s+May 3, 2027/u);
      assertMatch(words, /Kitchen Remodel takes 2 months longer[^]*Gifts takes 1 month longer/u);
      assertMatch(words, /24 finished months, until Jun 30, 2027/u);
      assertEquals(
        await shown.look(`[...document.querySelectorAll(".odds")].map((one) => [
        one.previousSibling.querySelector(".name").textContent,
        one.previousSibling.querySelector(".left").textContent,
        one.firstChild.style.width,
      ])`),
        [["Without the payment", "5.2%", "5.2%"], ["With the payment", "31.3%", "31.3%"]],
      );
      await assertSound(shown);
    },
  );
}

onPage("each verdict has its own wording, and no risk is shown without history", async (
  browser,
  test,
) => {
  const verdicts = {
    yes: /^Yes, it fits/u,
    yes_if_moved: /^Yes, if you move money/u,
    no: /^No, it doesn't fit/u,
    unknown: /^Not enough history/u,
  };
  const { limit, lowest, basis } = LATER;
  for (const [verdict, says] of Object.entries(verdicts)) {
    await test.step(verdict, async () => {
      const answer = { verdict, chance_below: {}, limit, lowest, basis };
      const shown = await show(browser, answer, { width: 320, args: { amount: 5 } });
      const words = await shown.look<string>(WORDS);
      assertMatch(words, says);
      assertMatch(words, /\$5\.00 on Nov 20, 2026/u);
      assert(!/Risk|%|Safe/u.test(words), words);
      await (verdict === "unknown" ? assertSound : assertFits)(shown);
    });
  }
});

stage("the tool's own answer is drawn, and asking again changes it", async (
  { client, show },
) => {
  const args = { amount: 5000, date: "2026-12-01", account_ids: ["Checking"] };
  const shown = await show("can_afford", args, { width: 320, theme: "dark" });
  const assertFigures = async (structured: Args): Promise<void> => {
    const words = await shown.look<string>(WORDS);
    const { lowest, from = [], safe_amount: safe } = structured as typeof LATER;
    for (
      const value of [
        ...[safe, lowest.balance, lowest.balance_with],
        ...from.flatMap(({ free, take }) => [free, take]),
      ]
    ) {
      assert(words.includes(money(value)), String(value));
    }
  };
  await assertFigures(shown.structured);
  await assertSound(shown);
  await shown.look(`(() => {
    const input = document.querySelector(".controls input");
    input.value = "20";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  })()`);
  await click(shown.view, "Ask again");
  await shown.view.frame.waitForFunction(`${WORDS}.includes("$20.00 on")`);
  const { structuredContent } = await client.call("can_afford", { ...args, amount: 20 });
  await assertFigures(structuredContent as Args);
});

onPage("another amount or day calls the tool again", async (browser) => {
  const called: (readonly [string, Args])[] = [];
  let answer: Args = handedAnswer({ ...LATER, verdict: "yes", safe_amount: 2000 });
  const shown = await show(browser, LATER, {
    call: (name, args) => {
      called.push([name, args]);
      return Promise.resolve(answer);
    },
  });
  const type = (amount: string, date: string): Promise<unknown> =>
    shown.look(`for (const [which, text] of [["text", "${amount}"], ["date", "${date}"]]) {
      const input = document.querySelector(".controls input[type=" + which + "]");
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }`);
  assertEquals(await shown.look(`document.querySelector(".controls input").value`), "3000.00");
  await type("", "2027-03-01");
  assertEquals(await shown.look(`document.querySelector(".yes").disabled`), true);
  await type("1999.90", "2027-02-01");
  await click(shown.view, "Ask again");
  await shown.view.frame.waitForFunction(
    `document.querySelector("h1").textContent === "Yes, it fits"`,
  );
  assertEquals(called, [["can_afford", { ...ASKED, amount: 1999.9, date: "2027-02-01" }]]);
  assertMatch(await shown.look(WORDS), /\$1,999\.90 on Feb 1, 2027[^]*\$2,000\.00/u);
  assertEquals(await shown.view.told(), [
    "The user asked in the view about $1,999.90 on Feb 1, 2027: yes.",
  ]);
  await assertSound(shown);
  answer = {
    isError: true,
    content: [{ type: "text", text: `invalid_input: date is in the past: use ${TODAY}` }],
  };
  await shown.look(`document.querySelector(".controls input").focus()`);
  await browser.page.keyboard.press("Enter");
  await shown.view.until(`document.querySelector("[role=alert]")`);
  assertMatch(await shown.look(WORDS), /Date is in the past/u);
  assertMatch(await shown.look(WORDS), /^Yes, it fits/u);
});
