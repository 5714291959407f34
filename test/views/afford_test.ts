import { assert, assertEquals, assertMatch } from "@std/assert";
import { click, enter } from "./_view_browser.ts";
import {
  type Args,
  assertFits,
  assertSound,
  handedAnswer,
  money,
  stage,
  TODAY,
  WORDS,
} from "./_views.ts";

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

for (const look of [{ theme: "light", width: 700 }, { theme: "dark", width: 320 }] as const) {
  stage(
    `the affordability chart shows the figures of its answer (${look.theme} theme)`,
    async ({ show }) => {
      const shown = await show("can_afford", ASKED, { ...look, result: handedAnswer(LATER) });
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

stage("each verdict has its own wording, and no risk is shown without history", async (
  { show },
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
      const how = { width: 320, result: handedAnswer(answer), capabilities: {} };
      const shown = await show("can_afford", { amount: 5 }, how);
      const words = await shown.look<string>(WORDS);
      assertMatch(words, says);
      assertMatch(words, /\$5\.00 on Nov 20, 2026/u);
      assert(!/Risk|%|Safe/u.test(words), words);
      await (verdict === "unknown" ? assertSound : assertFits)(shown);
    });
  }
});

stage("the tool's answer is drawn, and asking again replaces it", async (
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
  await enter(shown.view, ".controls input", "20");
  await click(shown.view, "Ask again");
  await shown.view.frame.waitForFunction(`${WORDS}.includes("$20.00 on")`);
  const { structuredContent } = await client.call("can_afford", { ...args, amount: 20 });
  await assertFigures(structuredContent as Args);
});

stage("another amount or day calls the tool again", async ({ browser, show }) => {
  const called: (readonly [string, Args])[] = [];
  let answer: Args = handedAnswer({ ...LATER, verdict: "yes", safe_amount: 2000 });
  const shown = await show("can_afford", ASKED, {
    result: handedAnswer(LATER),
    call: (name, args) => {
      called.push([name, args]);
      return Promise.resolve(answer);
    },
  });
  const type = async (amount: string, date: string): Promise<void> => {
    await enter(shown.view, ".controls input[type=text]", amount);
    await enter(shown.view, ".controls input[type=date]", date);
  };
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
  assertEquals(await shown.view.modelLines(), [
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
