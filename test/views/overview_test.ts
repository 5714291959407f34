import { assert, assertEquals, assertMatch } from "@std/assert";
import { click, enter } from "./_view_browser.ts";
import {
  type Args,
  assertSound,
  clientInProcess,
  money,
  onPage,
  rows,
  showing,
  stage,
  stageOfChanges,
  TABLE,
} from "./_views.ts";

const looks = [
  { theme: "light", width: 700, locale: "en-US" },
  { theme: "dark", width: 320, locale: "he-IL" },
] as const;

/** Names, notes and amounts of overspent categories, followed by those whose targets need more. */
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

stage("a month's overview shows the figures of the answer", async ({ show }, test) => {
  for (const look of looks) {
    await test.step(`get_monthly_summary ${Object.values(look).join(" ")}`, async () => {
      const shown = await show("get_monthly_summary", {}, look);
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
      await assertSound(shown);
    });
    for (const args of [{}, { only_underfunded: true }]) {
      await test.step(`${JSON.stringify(args)} ${Object.values(look).join(" ")}`, async () => {
        const shown = await show("get_category_balances", args, look);
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
        // This kind of answer omits overspent categories without a target.
        assertEquals(words.includes("None of these"), args.only_underfunded === true);
        await assertSound(shown);
      });
    }
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
    const { structuredContent } = await client.call("get_category_balances", args);
    return Number(rows((structuredContent as Args)["categories"])[0]?.["available"]);
  };
  const stop = await browser.holdTimers();
  const shown = await show("get_monthly_summary", {}, { call });
  const { view, look } = shown;
  const before = await availableOf("Dining Out");
  assert(before < 0);
  await test.step("the form offers categories with money and suggests the missing amount", async () => {
    await look(`${DINING_OUT}.click()`);
    await view.until("document.querySelector('.controls select')");
    const { structuredContent } = await client.call("get_category_balances", {});
    const sources = rows((structuredContent as Args)["categories"])
      .filter(({ available, group }) => Number(available) > 0 && group !== "Credit Card Payments");
    assertEquals(
      (await look<readonly string[]>(
        `[...document.querySelectorAll("option")].map((one) => one.textContent)`,
      )).toSorted(),
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
  await test.step("Enter previews the move, and nothing is written", async () => {
    await enter(view, ".controls input", "12.34");
    await look(`document.querySelector(".controls input").focus()`);
    await browser.page.keyboard.press("Enter");
    await view.until("document.querySelector('.card.open:not([aria-busy=true])')");
    assertMatch(
      await look("document.querySelector('.card h1').textContent"),
      /Move \$12\.34 from/u,
    );
    assertEquals(called.filter((name) => /move|decide/u.test(name)), ["move_money"]);
    assertEquals(await availableOf("Dining Out"), before);
    await assertSound(shown);
  });
  await test.step("the card applies the move, and the overview shows the remaining overspending", async () => {
    const sent = Promise.withResolvers<void>();
    arrival = sent.promise;
    await look(`document.querySelector(".card button.yes").click()`);
    // A click that replaces the card would hide the outcome.
    await view.until(`${DINING_OUT}.disabled`);
    sent.resolve();
    await view.until("document.querySelector('.card.applied:not([aria-busy=true])')");
    const now = await availableOf("Dining Out");
    assertEquals(now.toFixed(2), (before + 12.34).toFixed(2));
    await view.until(`document.body.innerText.includes(${JSON.stringify(money(now))})`);
  });
  await test.step("an old answer doesn't offer to cover a category that has been covered since", async () => {
    const { result } = shown;
    const missing = 0 - await availableOf("Dining Out");
    const args = { from_category_id: "Emergency Fund", to_category_id: "Dining Out" };
    const move = { ...args, month: "2026-11", amount: missing };
    const { structuredContent } = await client.call("move_money", move);
    const { confirmation } = structuredContent as Args;
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

onPage("an overview without --write is read-only", async (browser) => {
  await using client = await clientInProcess({ write: false });
  const shown = await showing(browser, client)("get_monthly_summary", {});
  assertEquals(await shown.look(COVER), []);
  await assertSound(shown);
});
