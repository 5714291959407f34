import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
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

const looks = [
  { theme: "light", width: 700, locale: "en-US" },
  { theme: "dark", width: 320, locale: "sv-SE" },
  { theme: "light", width: 320, locale: "ar" },
] as const;

/** Heights of bars, and of points on a line, by style. */
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
  for (const [at, args] of [{}, { since: "2025-03", until: "2026-10" }].entries()) {
    for (const look of at === 0 ? looks : looks.slice(1, 2)) {
      await test.step(`${JSON.stringify(args)} ${Object.values(look).join(" ")}`, async () => {
        const shown = await show("get_money_history", args, look);
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
          rows(structured["largest"]).map((
            one,
          ) => [String(one["category"]), money(one["spending"])]),
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
        await (at === 0 && look.locale !== "ar" ? assertSound : assertFits)(shown);
      });
    }
  }
});

stage("money history marks the unfinished month and unknown figures", async (
  { show },
) => {
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
  const words = await shown.look<string>(WORDS);
  assertMatch(words, /Nov 2026, unfinished/u);
  assertMatch(words, /Nov 2026 so far/u);
  assertMatch(words, /begin in November 2026/u);
  assert(!/of income|Money on budget lasts/u.test(words), words);
  await assertSound(shown);
});
