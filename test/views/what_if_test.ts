import { assert, assertEquals, assertMatch } from "@std/assert";
import { click, enter, type ShownView } from "./_view_browser.ts";
import { type Args, assertSound, money, recorded, rows, stage, TABLE } from "./_views.ts";

/** Fills in the what-if form. */
async function type(view: ShownView, amount: string, date: string): Promise<void> {
  await view.frame.evaluate('document.querySelector(".what-if").open = true');
  await enter(view, ".what-if input[type=text]", amount);
  await enter(view, ".what-if input[type=date]", date);
}

const ENDS = `${TABLE}.map((row) => row[4])`;
const STATUS = `document.querySelector(".what-if .state").textContent`;

for (const look of [{ theme: "light", width: 700 }, { theme: "dark", width: 320 }] as const) {
  stage(
    `a what-if draws the new forecast (${look.theme} theme)`,
    async ({ client, show }) => {
      const { call, called } = recorded(client);
      const given = { date: "2026-12-01", amount: -50, label: "Given" };
      const args = { until: "2027-03", account_ids: ["Checking"], one_offs: [given] };
      const shown = await show("forecast_balance", args, {
        ...look,
        call,
      });
      const { view, structured } = shown;
      const before = await shown.look<readonly string[]>(ENDS);
      await type(shown.view, "1,234.50", "2026-12-20");
      await click(view, "Try it");
      await view.until(`${STATUS}.startsWith("With")`);
      const oneOffs = [given, { date: "2026-12-20", amount: -1234.5, label: "What if" }];
      const wanted = { ...args, one_offs: oneOffs };
      assertEquals(called, [["forecast_balance", wanted]]);
      const tried = (await client.call("forecast_balance", wanted))["structuredContent"] as Args;
      const ends = rows(tried["months"]).map(({ end }) => money(end));
      assertEquals(await shown.look(ENDS), ends);
      assert(before.at(-1) !== ends.at(-1));
      const [was, is] = [structured, tried].map((one) =>
        money(rows(one["months"]).at(-1)?.["end"])
      );
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
}

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
      /must lie between/u,
    );
    await assertSound(shown);
    const mute = await show("forecast_balance", { until: "2027-03" }, { capabilities: {} });
    assertEquals(await mute.look("document.querySelector('.what-if')"), null);
  },
);
