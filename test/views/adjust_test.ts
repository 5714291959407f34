import { assert, assertEquals, assertMatch } from "@std/assert";
import { agree, click, enter, type ShownView, untilCard } from "./_view_browser.ts";
import {
  type Args,
  assertSound,
  assignedOf,
  clientInProcess,
  dataOf,
  LABELS,
  MOVE,
  onPage,
  rows,
  type ShownAnswer,
  stageOfChanges,
  stageOn,
} from "./_views.ts";

/** Invalid or ambiguous amounts. */
const WRONG = [
  "",
  "0",
  "-40",
  "x",
  "40.001",
  "40.000",
  "4,00,0",
  "4,0000",
  "1.234,567",
  "5e3",
  "10-5",
];
const HEADING = "document.querySelector('h1').textContent";
const OPEN = "document.querySelector('.card.open:not([aria-busy=true])')";
const PREVIEW = "Preview this instead";

const typeAmount = (view: ShownView, row: number, text: string): Promise<void> =>
  enter(view, `.records li:nth-child(${row + 1}) .control input`, text);

async function untick({ look }: ShownAnswer, row: number): Promise<void> {
  await look(`document.querySelectorAll(".tick input")[${row}].click()`);
}

stageOfChanges("after an amount is adjusted, nothing is written before a new preview", async (
  { client, show },
  test,
) => {
  const [before = 0] = await assignedOf(client, ["Pets"]);
  const shown = await show("move_money", MOVE, { width: 320, theme: "dark" });
  const { view, look, structured } = shown;
  await test.step("the user can request a preview only after changing an amount", async () => {
    await click(view, "Adjust");
    assertEquals(await look(LABELS), [PREVIEW, "Back"]);
    assertEquals(await look("document.querySelector('.records input').value"), "50.00");
    // The proposed amount is valid, but it changes nothing.
    for (const wrong of ["50", "50.00", ...WRONG, "Fr.50"]) {
      await typeAmount(view, 0, wrong);
      const isInvalid = !wrong.includes("50");
      assertEquals(
        await look(`[
          document.querySelector("button.yes").disabled,
          document.querySelector(".records input").ariaInvalid,
          document.querySelector(".control").innerText.includes("Enter an amount such as 1234.00"),
        ]`),
        [true, String(isInvalid), isInvalid],
        wrong,
      );
    }
    await assertSound(shown);
  });
  await test.step("the new preview replaces the old one", async () => {
    await typeAmount(view, 0, "40");
    view.called.length = 0;
    await click(view, PREVIEW);
    await view.until(`${OPEN} && ${HEADING}.includes("$40.00")`);
    assertEquals(await look(LABELS), ["Move $40.00", "Don't apply", "Adjust"]);
    const [[tool, asked] = [], [second, declined] = []] = view.called;
    assertEquals([tool, asked], ["move_money", { ...MOVE, amount: 40 }]);
    assertEquals([second, declined?.["decision"]], ["decide_change", "decline"]);
    assertEquals(declined?.["preview"], structured["preview"]);
    assertEquals(await assignedOf(client, ["Pets"]), [before]);
    assertMatch(
      (await view.modelLines()).at(-1) ?? "",
      /replaced the preview "Move \$50\.00[^]*"Move \$40\.00/u,
    );
  });
  await test.step("the button on the new preview applies exactly what the preview shows", async () => {
    await agree(view);
    await untilCard(view, "applied");
    assertEquals((await assignedOf(client, ["Pets"]))[0]?.toFixed(2), (before - 40).toFixed(2));
  });
});

stageOfChanges(
  "an adjusted change leaves out deselected rows",
  async ({ client, show }, test) => {
    await test.step("deselected categories are left out when assign_month is called with a mode", async () => {
      const args = { month: "current", mode: "cover_overspending" };
      const shown = await show("assign_month", args, { width: 700 });
      const lines = rows(shown.structured["changes"]);
      const names = lines.map(({ label }) => /\/(?<name>[^,]+),/u.exec(String(label))?.[1] ?? "");
      const before = await assignedOf(client, names);
      await click(shown.view, "Adjust");
      assertEquals(await shown.look("document.querySelectorAll('.tick').length"), lines.length);
      await untick(shown, 2);
      await typeAmount(shown.view, 1, "400.25");
      await assertSound(shown);
      await click(shown.view, PREVIEW);
      await shown.view.until(`${OPEN} && document.querySelectorAll(".records li").length === 2`);
      assertEquals(await assignedOf(client, names), before);
      assertMatch(await shown.look(LABELS).then(String), /^Assign to 2 categories/u);
      await agree(shown.view);
      await untilCard(shown.view, "applied");
      assertEquals(await assignedOf(client, names), [lines[0]?.["after"], 400.25, before[2]]);
    });
    const newest = async (): Promise<readonly Args[]> =>
      rows((await dataOf(client, "find_transactions", { limit: 3 }))["transactions"]);
    const ids = (await newest()).map(({ transaction_id: id }) => id);
    const flagged = async (): Promise<readonly unknown[]> =>
      (await newest()).map(({ flag }) => flag);
    await test.step("deselected rows are left out of a change to existing transactions", async () => {
      const before = await flagged();
      const color = before.includes("red") ? "blue" : "red";
      const flags = ids.map((transaction_id) => ({ transaction_id, color }));
      const shown = await show("flag_transactions", { flags });
      await click(shown.view, "Adjust");
      await untick(shown, 0);
      await click(shown.view, PREVIEW);
      await shown.view.until(`${OPEN} && document.querySelectorAll(".records li").length === 2`);
      assertEquals(await flagged(), before);
      await agree(shown.view);
      await untilCard(shown.view, "applied");
      assertEquals(await flagged(), [before[0], color, color]);
    });
    await test.step("deselected new transactions are left out, but at least one must stay selected", async () => {
      const transactions = [-5, -6].map((amount) => ({ date: "2026-11-19", amount }));
      const shown = await show("create_transactions", { account_id: "Checking", transactions });
      await click(shown.view, "Adjust");
      await untick(shown, 0);
      await untick(shown, 1);
      assert(await shown.look("document.querySelector('button.yes').disabled"));
      await untick(shown, 1);
      await typeAmount(shown.view, 1, "-7.5");
      await click(shown.view, PREVIEW);
      await shown.view.until(`${OPEN} && ${HEADING}.includes("$7.50")`);
      assertEquals(await shown.look("document.querySelectorAll('.records li').length"), 1);
      await click(shown.view, "Don't apply");
      await untilCard(shown.view, "declined");
    });
  },
);

stageOfChanges("an adjusted change isn't proposed once the original has been applied", async (
  { client, show },
) => {
  const [before = 0] = await assignedOf(client, ["Pets"]);
  const shown = await show("move_money", MOVE);
  const { view, look } = shown;
  await click(view, "Adjust");
  await typeAmount(view, 0, "40");
  await client.call("move_money", { ...MOVE, confirmation: shown.structured["confirmation"] });
  await click(view, PREVIEW);
  await untilCard(view, "applied");
  assertMatch(
    await look("document.querySelector('[role=alert]').textContent"),
    /was already confirmed/u,
  );
  assertEquals(await look(LABELS), ["Undo"]);
  assertEquals((await assignedOf(client, ["Pets"]))[0]?.toFixed(2), (before - 50).toFixed(2));
});

onPage(
  "a change that expires while the user adjusts it is proposed again without adjustments",
  async (browser) => {
    let time = Date.now();
    await using client = await clientInProcess({ now: () => time });
    const stop = await browser.holdTimers();
    const { view, look } = await stageOn(browser, client).show("move_money", MOVE);
    await click(view, "Adjust");
    time += 601_000;
    await view.elapse(601_000);
    await click(view, "Propose again");
    await untilCard(view, "open");
    assertEquals(await look(LABELS), ["Move $50.00", "Don't apply", "Adjust"]);
    await stop();
  },
);

onPage("a declined or expired change can be proposed again", async (browser, test) => {
  let time = Date.now();
  await using client = await clientInProcess({ now: () => time });
  const { show } = stageOn(browser, client);
  const [before = 0] = await assignedOf(client, ["Pets"]);
  for (const state of ["declined", "expired"]) {
    await test.step(state, async () => {
      const shown = await show("move_money", MOVE);
      if (state === "expired") time += 601_000;
      await click(shown.view, state === "expired" ? "Move" : "Don't apply");
      await untilCard(shown.view, state);
      assertEquals(await shown.look(LABELS), ["Propose again"]);
      const again = await show("move_money", MOVE, { result: shown.result });
      await untilCard(again.view, state);
      assertEquals(await again.look(LABELS), ["Propose again"]);
      await click(again.view, "Propose again");
      await untilCard(again.view, "open");
      assertEquals(await again.look(LABELS), ["Move $50.00", "Don't apply", "Adjust"]);
      assertEquals(await assignedOf(client, ["Pets"]), [before]);
      await assertSound(again);
      if (state === "declined") return;
      await agree(again.view);
      await untilCard(again.view, "applied");
      assertEquals((await assignedOf(client, ["Pets"]))[0]?.toFixed(2), (before - 50).toFixed(2));
    });
  }
});
