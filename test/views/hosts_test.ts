import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type Args,
  clientInProcess,
  handedAnswer,
  MOVE,
  stage,
  stageOfChanges,
  stageOn,
  WORDS,
} from "./_views.ts";
import { FORECAST as ANSWER } from "./_answers.ts";
import { click, enter, untilCard } from "./_view_browser.ts";

const FORECAST = { until: "2027-01" };

stage("a page that receives only part of an answer requests the rest", async (
  { client, show },
  test,
) => {
  await test.step("a forecast's page requests the data if the host sends only the text", async () => {
    const whole = await (await show("forecast_balance", FORECAST)).look(WORDS);
    const { content } = await client.call("forecast_balance", FORECAST);
    const { view, look } = await show("forecast_balance", FORECAST, { result: { content } });
    await view.until("document.querySelectorAll('circle.end').length === 3");
    assertEquals(await look(WORDS), whole);
  });
  await test.step("a change's page requests the data if the host sends only the text", async () => {
    const { content } = await client.call("move_money", MOVE);
    const { view } = await show("move_money", MOVE, { result: { content } });
    await view.until("document.querySelector('.card.open button.yes')");
  });
  await test.step("a change's page requests _meta if the host sends the result without it", async () => {
    const { content, structuredContent } = await client.call("move_money", MOVE);
    const result = { content, structuredContent };
    const { view, look } = await show("move_money", MOVE, { result });
    await view.until("document.querySelector('.card.open button.yes')");
    assertMatch(await look<string>(WORDS), /\$/u);
    await click(view, "Don't apply");
    await untilCard(view, "declined");
  });
});

stage(
  "a page that can't call tools shows its answer read-only",
  async ({ browser, client, show }, test) => {
    const capabilities = {};
    await test.step("the page draws a chart if the forecast has data", async () => {
      const { look } = await show("forecast_balance", FORECAST, { capabilities });
      assertEquals(await look("document.querySelectorAll('circle.end').length"), 3);
    });
    await test.step("without _meta, a forecast's page knows neither the currency nor the current day, so it shows no currency symbol and no chart", async () => {
      const { structuredContent, content } = await client.call("forecast_balance", FORECAST);
      const result = { structuredContent, content };
      const { look } = await show("forecast_balance", FORECAST, { capabilities, result });
      const seen = "['svg', 'tr'].map((name) => document.querySelectorAll(name).length)";
      assertEquals(await look(seen), [0, 4]);
      assert(!(await look<string>(WORDS)).includes("$"));
    });
    await test.step("a card without buttons tells the user to confirm or decline in the conversation", async () => {
      const { look } = await show("move_money", MOVE, { capabilities });
      assertEquals(await look("document.querySelectorAll('button').length"), 0);
      assertMatch(await look<string>(WORDS), /Confirm or decline this in the conversation/u);
    });
    await test.step("a response with only text is shown as text", async () => {
      const { content } = await client.call("forecast_balance", FORECAST);
      const { look } = await show("forecast_balance", FORECAST, {
        capabilities,
        result: { content },
      });
      assertMatch(await look<string>(WORDS), /^start_balance: /mu);
    });
    await test.step("if the user can confirm only on a card but the card has no buttons, the card says what to do", async () => {
      await using strict = await clientInProcess({ confirm: "user" });
      const { look } = await stageOn(browser, strict).show("move_money", MOVE, { capabilities });
      assertEquals(await look("document.querySelectorAll('button').length"), 0);
      const words = await look<string>(WORDS);
      assertMatch(
        words,
        /can't confirm or decline here because .* Use an app with confirmation buttons or forms/u,
      );
      // The card shows the same text even if the host withholds the result's `_meta` from the page.
      const bare = async (name: string, args: Args): Promise<Args> => {
        const { _meta, ...result } = await strict.call(name, args);
        return result;
      };
      const stripped = await stageOn(browser, strict).show("move_money", MOVE, {
        call: bare,
        result: await bare("move_money", MOVE),
      });
      assertEquals(await stripped.look("document.querySelectorAll('button').length"), 0);
      assertMatch(
        await stripped.view.words(),
        /can't confirm or decline here/u,
      );
    });
  },
);

stage(
  "a page without an answer says so, or requests the answer if it knows the arguments",
  async ({ browser, client, open, show }, test) => {
    const stop = await browser.holdTimers();
    await test.step("if the host sends no arguments, for example after a reload, the page tells the user to ask again", async () => {
      const view = await open("forecast_balance");
      await view.elapse(9_999);
      assertMatch(await view.words(), /Working/u);
      await view.elapse(1);
      await view.until("document.querySelector('.nothing')");
      const words = await view.words();
      assertMatch(String(words), /The answer didn't arrive\. Ask again to see it here/u);
    });
    await test.step("if the host sends a read-only call's arguments but no answer, the page requests the answer", async () => {
      await show("forecast_balance", FORECAST);
      const view = await open("forecast_balance");
      await view.input(FORECAST);
      await view.elapse(10_000);
      await view.until("document.querySelectorAll('circle.end').length === 3");
    });
    await test.step("if the host sends a change's arguments but no answer, the page doesn't request a new preview", async () => {
      const view = await open("move_money");
      await view.input({ ...MOVE, amount: 3 });
      await view.elapse(10_000);
      await view.until("document.querySelector('.nothing')");
      const words = await view.words();
      assertMatch(words, /If the app shows a confirmation form, use it/u);
      assertEquals(view.called.map(([name]) => name), ["show_again"]);
    });
    await test.step("the page shows an answer's text if the host sends no data and never responds to calls", async () => {
      const { content } = await client.call("forecast_balance", FORECAST);
      const called = Promise.withResolvers<void>();
      const call = (): Promise<Args> => {
        called.resolve();
        return new Promise(() => {});
      };
      const view = await open("forecast_balance", { call });
      await view.input(FORECAST);
      await view.result({ content });
      await called.promise;
      await view.elapse(10_000);
      await view.until("document.body.innerText.includes('start_balance: ')");
    });
    await test.step("if the host never responds, the page says that it can't reach the app", async () => {
      const view = await open("forecast_balance", { isMute: true });
      await view.elapse(10_000);
      await view.until("document.querySelector('.nothing')");
      const words = await view.words();
      assertMatch(words, /This view can't reach the app/u);
    });
    await stop();
  },
);

stage(
  "a page adapts to its host's theme and locale, and handles requests and cancellation",
  async ({ open, show }, test) => {
    await test.step("a call that is canceled before the result arrives is shown as canceled", async () => {
      const view = await open("move_money");
      assertMatch(await view.words(), /Working/u);
      await view.input(MOVE);
      await view.cancel();
      await view.until("document.querySelector('.cancelled')");
    });
    const { view, look } = await show("forecast_balance", FORECAST, { theme: "light" });
    await test.step("a cancellation that arrives after the result is ignored, because some hosts send a cancellation when a later call that the page makes gets no response", async () => {
      const before = await look(WORDS);
      await view.cancel();
      await view.answered();
      assertEquals(await look(WORDS), before);
    });
    await test.step("the page adapts when the locale changes", async () => {
      await view.context({ locale: "ja-JP" });
      await view.until("document.body.innerText.includes('2027\u5e741\u6708')");
    });
    await test.step("the page responds to known requests and rejects others", async () => {
      await view.post({ jsonrpc: "2.0", id: "odd", method: "no/such" });
      await view.post({ jsonrpc: "1.0", id: "odd", method: "ping" });
      await view.post("nonsense");
      assertEquals(await view.teardown(), {});
      assertEquals(await view.answered(), [
        { jsonrpc: "2.0", id: "odd", error: { code: -32601, message: "Method not found" } },
      ]);
    });
    await test.step("the page ignores messages that aren't from its parent window", async () => {
      const before = await look(WORDS);
      await look(`window.postMessage({
      jsonrpc: "2.0", method: "ui/notifications/tool-cancelled", params: {} }, "*")`);
      await look("new Promise((done) => setTimeout(done, 0))");
      assertEquals(await look(WORDS), before);
    });
    await test.step("the page reports its height and doesn't scroll", async () => {
      const heights = await view.heights();
      assert(heights.length > 0 && heights.length < 20, String(heights));
      const height = Number(
        await look("document.querySelector('main').getBoundingClientRect().height"),
      );
      assertEquals(heights.at(-1), Math.ceil(height));
    });
  },
);

stage(
  "a page keeps the newest answer and the user's choices",
  async ({ open, show }, test) => {
    const answered = (balance: number): Args => handedAnswer({ ...ANSWER, start_balance: balance });
    await test.step("the page keeps the user's input when the same answer arrives twice", async () => {
      const { look, result, view } = await show("forecast_balance", FORECAST);
      await enter(view, ".what-if input[type=text]", "5");
      await view.result(result);
      await view.result(result);
      await view.answered();
      assertEquals(await look("document.querySelector('.what-if input').value"), "5");
    });
    await test.step("a newer answer replaces the previous one", async () => {
      const { view } = await show("forecast_balance", {}, { result: answered(1) });
      await view.result(answered(2));
      await view.until(`${WORDS}.includes("$2.00")`);
    });
    await test.step("an older answer whose data arrives later doesn't replace a newer answer", async () => {
      const late = Promise.withResolvers<Args>();
      const view = await open("forecast_balance", { call: () => late.promise });
      await view.input(FORECAST);
      await view.result({ content: [{ type: "text", text: "start_balance: 1.00" }] });
      await view.result(answered(2));
      await view.until(`${WORDS}.includes("$2.00")`);
      late.resolve(answered(1));
      await view.answered();
      assertMatch(await view.words(), /\$2\.00/u);
    });
    await test.step("answers are shown even if the host sends null for absent values", async () => {
      const asked = Promise.withResolvers<void>();
      const call = (): Promise<Args> => {
        asked.resolve();
        return new Promise(() => {});
      };
      const view = await open("forecast_balance", { call });
      const notify = (name: string, params: unknown): Promise<void> =>
        view.post({ jsonrpc: "2.0", method: `ui/notifications/${name}`, params });
      await notify("tool-input", null);
      await view.result({ content: [{ type: "text", text: "start_balance: 1.00" }] });
      await asked.promise;
      // Answer the page's second request, because the first one was `ui/initialize`.
      await view.post({ jsonrpc: "2.0", id: 2, result: answered(3), error: null });
      await view.until(`${WORDS}.includes("$3.00")`);
      await notify("tool-result", { ...answered(4), content: null });
      await view.until(`${WORDS}.includes("$4.00")`);
    });
    await test.step("if the host sends an empty result, the page says that no answer arrived", async () => {
      const view = await open("forecast_balance");
      await view.post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: null });
      await view.until(`${WORDS}.includes("The answer didn't arrive. Ask again to see it here")`);
    });
  },
);

stageOfChanges("a card can be operated with the keyboard alone", async ({ browser, show }) => {
  const { view, look } = await show("move_money", MOVE);
  const { keyboard } = browser.page;
  await view.frame.evaluate("document.body.focus()");
  await browser.page.focus("iframe");
  const focused = (): Promise<string> => look("document.activeElement.textContent");
  await keyboard.press("Tab");
  assertEquals(await focused(), "Move $50.00");
  await keyboard.press("Tab");
  assertEquals(await focused(), "Don't apply");
  assert(await look<boolean>("document.activeElement.matches(':focus-visible')"));
  await keyboard.press("Enter");
  await untilCard(view, "declined");
  // The focused button is gone, so the status line receives focus.
  assertEquals(await look("document.activeElement.getAttribute('role')"), "status");
  assertMatch(await focused(), /^Declined/u);
});

stage(
  "tables, checkboxes and selects can be operated with the keyboard",
  async ({ browser, show }) => {
    const { keyboard } = browser.page;
    const forecast = await show("forecast_balance", FORECAST);
    await browser.page.focus("iframe");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    assert(await forecast.look("document.querySelector('details').open"));
    const review = await show("suggest_categories", { limit: 1 });
    const { view, look } = review;
    await browser.page.focus("iframe");
    await keyboard.press("Tab");
    await keyboard.press("Space");
    await view.until("!document.querySelector('.pending input').checked");
    await keyboard.press("Tab");
    await keyboard.press("ArrowDown");
    await view.until("document.querySelector('.pending input').checked");
    assert(
      await look<boolean>(
        "document.querySelector('button.yes').textContent.includes('1 category')",
      ),
    );
  },
);
