import { assert, assertEquals, assertMatch } from "@std/assert";
import { agree, click, type HandedResult, untilCard } from "./_view_browser.ts";
import type { ViewClient } from "./_view_client.ts";
import {
  type Args,
  assertSound,
  clientInProcess,
  dataOf,
  handedAnswer,
  money,
  NARROW,
  onPage,
  rows,
  type ShownAnswer,
  stage,
  stageOfChanges,
  stageOn,
} from "./_views.ts";

const REVIEW = { limit: 6 };

const isDecision = ([name]: readonly [string, Args]): boolean => name === "decide_change";

const IDLE = "section:not([aria-busy=true])";

const TICKED = "document.querySelectorAll('.pending input:checked').length";

/** Changes the plan through the server, as another conversation might. */
async function change(client: ViewClient, tool: string, args: Args): Promise<void> {
  const preview = await client.call(tool, args);
  const { confirmation } = (preview["structuredContent"] ?? preview) as Args;
  const applied = await client.call(tool, { ...args, confirmation });
  const { status } = (applied["structuredContent"] ?? {}) as Args;
  assertEquals(status, "applied", JSON.stringify([preview, applied]));
}

function pendingIn({ structured }: ShownAnswer): readonly Args[] {
  return structured["pending"] as readonly Args[];
}

function firstTicked(shown: ShownAnswer): Args & { readonly transaction_id: string } {
  const found = pendingIn(shown).find(({ suggestion }) => suggestion !== undefined);
  return found as Args & { readonly transaction_id: string };
}

async function categoryOf(client: ViewClient, id: string): Promise<unknown> {
  const { transactions } = await dataOf(client, "find_transactions", { limit: 200 });
  return rows(transactions).find(({ transaction_id: one }) => one === id)?.["category"];
}

stageOfChanges(
  "a review shows a preview if a row has changed since it was rendered",
  async ({ client, show }, test) => {
    await test.step("Apply doesn't overwrite a category that was assigned in the meantime", async () => {
      const shown = await show("suggest_categories", REVIEW);
      const { transaction_id: id } = firstTicked(shown);
      await change(client, "apply_categories", {
        assignments: [{ transaction_id: id, category_id: "Pets" }],
      });
      const given = await categoryOf(client, id);
      await click(shown.view, "Apply");
      await untilCard(shown.view, "open");
      assert(!shown.view.called.some(isDecision));
      assertEquals(await categoryOf(client, id), given);
      const before = await shown.look<string>("document.querySelector('.card del').textContent");
      assertMatch(before, /Pets/u);
      await click(shown.view, "Don't apply");
      await untilCard(shown.view, "declined");
    });
    await test.step("Apply doesn't act on a transaction whose amount has changed since it was shown", async () => {
      const shown = await show("suggest_categories", REVIEW);
      const { transaction_id: id } = firstTicked(shown);
      await change(client, "edit_transaction", { transaction_id: id, amount: -12.34 });
      shown.view.called.length = 0;
      await click(shown.view, "Apply");
      await untilCard(shown.view, "open");
      assert(!shown.view.called.some(isDecision));
      assertMatch(await shown.look<string>("document.querySelector('.card').innerText"), /12\.34/u);
    });
  },
);

stageOfChanges(
  "a reopened review offers only pending rows, with current values",
  async ({ browser, client, show }) => {
    const first = await show("suggest_categories", REVIEW);
    const { transaction_id: id } = firstTicked(first);
    const other = pendingIn(first).findLast(({ suggestion }) => suggestion !== undefined);
    await change(client, "apply_categories", {
      assignments: [{ transaction_id: id, category_id: "Pets" }],
    });
    await change(client, "edit_transaction", {
      transaction_id: other?.["transaction_id"],
      // This amount is large enough for a thousands separator.
      amount: -1234.56,
    });
    const { pending } = await dataOf(client, "suggest_categories", { limit: 200 });
    const ids = pendingIn(first).map((one) => one["transaction_id"]);
    const suggested = rows(pending).filter(({ transaction_id: one, suggestion }) =>
      ids.includes(one) && suggestion !== undefined
    );
    const again = await show("suggest_categories", REVIEW, { result: first.result });
    await again.view.until(`document.querySelector("${IDLE} .pending .done")`);
    assertEquals(await again.look(TICKED), suggested.length);
    assertEquals(await again.look("document.querySelectorAll('.pending li').length"), 6);
    assertMatch(await again.look<string>("document.querySelector('.done').innerText"), /done/u);
    assertMatch(await again.view.words(), /1,?234\.56/u);
    await assertSound(again);
    // A single click on Apply applies the selected rows and doesn't change the finished row.
    await again.look(`[...document.querySelectorAll(".pending li")]
      .find((one) => /1,?234\\.56/u.test(one.innerText)).querySelector("select").focus()`);
    await again.view.until(`document.querySelector(":focus optgroup")`);
    await browser.page.keyboard.press("ArrowDown");
    const ticked = await again.look<number>(TICKED);
    await click(again.view, `Apply ${ticked}`);
    await untilCard(again.view, "applied");
    assert(again.view.called.some(isDecision));
    await again.view.until(`document.querySelectorAll(".pending .done").length === ${ticked + 1}`);
    assertMatch(String(await categoryOf(client, id)), /Pets/u);
  },
);

stage("a review stops reading when the host repeats a page", async ({ client, show }) => {
  const result = await client.call("suggest_categories", REVIEW);
  const answer = result["structuredContent"] as Args;
  const repeated = { ...result, structuredContent: { ...answer, next_cursor: "again" } };
  const call = (): Promise<HandedResult> => Promise.resolve(repeated);
  const { view, look } = await show("suggest_categories", REVIEW, { result: repeated, call });
  assertEquals(view.called.length, 50);
  assertEquals(await look("document.querySelectorAll('.pending .done').length"), 0);
});

onPage("a review shows the outcome of the app's confirmation form", async (browser) => {
  const onForm = (): Promise<Args> =>
    Promise.resolve({ action: "accept", content: { confirm: true } });
  await using client = await clientInProcess({}, { onForm });
  const shown = await stageOn(browser, client).show("suggest_categories", REVIEW);
  const ticked = await shown.look<number>(TICKED);
  await click(shown.view, "Apply");
  await untilCard(shown.view, "applied");
  await shown.view.until(`document.querySelectorAll(".pending .done").length === ${ticked}`);
});

/** Replaces the dollar sign in an answer with an Arabic currency symbol (right-to-left text). */
function inDinars(result: HandedResult): HandedResult {
  return JSON.parse(
    JSON.stringify(result)
      .replaceAll('"symbol":"$"', '"symbol":"\u062f.\u0628"')
      .replaceAll('"isSymbolFirst":true', '"isSymbolFirst":false')
      .replaceAll(/\$(\d[\d.]*)/gu, "$1\u062f.\u0628"),
  );
}

onPage(
  "one click applies a review with a right-to-left currency symbol",
  async (browser) => {
    await using client = await clientInProcess({ profile: "complete" });
    const call = async (name: string, args: Args): Promise<HandedResult> =>
      inDinars(await client.call(name, args));
    const shown = await stageOn(browser, client).show("suggest_categories", REVIEW, {
      result: inDinars(await client.call("suggest_categories", REVIEW)),
      call,
    });
    await shown.view.until(`document.querySelector("${IDLE} .pending")`);
    assertMatch(await shown.view.words(), /\u062f\.\u0628/u);
    await click(shown.view, "Apply");
    await untilCard(shown.view, "applied");
  },
);

stageOfChanges(
  "one click on a review applies exactly the selected rows",
  async ({ client, show }, test) => {
    const args = { limit: 6 };
    await test.step("the Apply button applies only the selected rows", async () => {
      const shown = await show("suggest_categories", args);
      const ticked = await shown.look<number>(
        "document.querySelectorAll('.pending input:checked').length",
      );
      assert(ticked > 1);
      // Deselect one of the rows that the review selected.
      await shown.look("document.querySelector('.pending input:checked').click()");
      await click(shown.view, `Apply ${ticked - 1}`);
      await untilCard(shown.view, "applied");
      await shown.view.until("document.querySelector('main > section:not([aria-busy=true])')");
      const changing = shown.view.called.map(([name]) => name)
        .filter((name) => /^(?:apply|decide)_/u.test(name));
      assertEquals(changing, ["apply_categories", "decide_change"]);
      assertEquals(
        await shown.look("document.querySelectorAll('.pending .done').length"),
        ticked - 1,
      );
      assertMatch((await shown.view.modelLines())[0] ?? "", /in the review: applied, operation /u);
      await assertSound(shown);
      const { pending_count: left } = await dataOf(client, "suggest_categories", args);
      assertEquals(left, Number(shown.structured["pending_count"]) - (ticked - 1));
    });
    await test.step("clicking Apply requests a preview; if the same preview was declined earlier, the change isn't applied", async () => {
      const shown = await show("suggest_categories", args, {
        call: async (name, given) => {
          const result = await client.call(name, given);
          if (name !== "apply_categories") return result;
          return JSON.parse(JSON.stringify(result).replace('"state":"open"', '"state":"declined"'));
        },
      });
      await agree(shown.view);
      await untilCard(shown.view, "open");
      assert(shown.view.called.some(([name]) => name === "apply_categories"));
      assert(!shown.view.called.some(isDecision));
      await click(shown.view, "Don't apply");
      await untilCard(shown.view, "declined");
    });
    await test.step("clicking Apply requests a preview; if the preview has a warning that the review didn't show, the change isn't applied", async () => {
      const shown = await show("suggest_categories", args, {
        call: async (name, given) => {
          const result = await client.call(name, given);
          if (name !== "apply_categories") return result;
          const structuredContent = {
            ...result["structuredContent"] as Args,
            warnings: ["this month is closed in your books"],
          };
          return { ...result, structuredContent };
        },
      });
      await agree(shown.view);
      await untilCard(shown.view, "open");
      assertEquals((await shown.view.modelLines()).length, 0);
      await click(shown.view, "Don't apply");
      await untilCard(shown.view, "declined");
    });
  },
);

stage(
  "a review lists pending transactions and their suggestions",
  async ({ show }) => {
    const shown = await show("suggest_categories", { limit: 6 }, NARROW);
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
    await click(view, "Next page");
    await view.until(`document.querySelectorAll(".pending li").length === 12`);
  },
);

stage("a long review builds all options only for the list that is open", async (
  { browser, show },
) => {
  const categories = Array.from({ length: 110 }, (_, at) => (
    { category_id: `c${at}`, name: `Category ${at}`, group: `Group ${at % 9}` }
  ));
  const [, , chosen] = categories;
  const pending = Array.from({ length: 200 }, (_, at) => ({
    transaction_id: `t${at}`,
    date: "2026-11-12",
    amount: -at,
    payee: `Shop ${at}`,
    account: "Visa",
    ...(at === 0 ? {} : {
      suggestion: {
        ...(at === 50
          ? { category_id: "gone", category: "Gone" }
          : { category_id: "c2", category: chosen?.name }),
        confidence: 0.9,
        uses: 3,
      },
    }),
  }));
  const answer = { pending_count: 200, suggested_count: 199, pending, categories };
  const result = handedAnswer(answer);
  const call = (): Promise<HandedResult> => Promise.resolve(result);
  const { look, view } = await show("suggest_categories", {}, { result, call });
  const count = `document.querySelectorAll("option").length`;
  const chosenIn = (row: number): Promise<string> =>
    look(`document.querySelectorAll("select")[${row}].selectedOptions[0].textContent`);
  assertEquals(await look(count), 399);
  assertEquals(await look("document.querySelectorAll('select > [value=gone]').length"), 1);
  for (const [row, open] of [[0, "focus"], [199, "click"], [100, "tap"]] as const) {
    const select = (await view.frame.$$("select"))[row];
    const before = await chosenIn(row);
    await select?.[open]();
    await view.until(`${count} === 509`);
    if (open === "tap") {
      // Touching another list in order to scroll doesn't focus that list.
      await (await view.frame.$$("select"))[99]?.touchStart();
      await browser.page.touchscreen.touchMove(5, 5);
      await browser.page.touchscreen.touchEnd();
      assertEquals(await look("document.querySelectorAll(':focus option').length"), 111);
    }
    assertEquals(await chosenIn(row), before);
    await browser.page.keyboard.type("Category 17");
    await browser.page.keyboard.press("Enter");
    assertEquals(await chosenIn(row), "Category 17");
  }
  await view.until(`document.querySelector("button.yes").textContent.includes("200")`);
  assertEquals(await chosenIn(0), "Category 17");
});
