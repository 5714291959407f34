import { assert, assertEquals, assertMatch } from "@std/assert";
import { openViewClient } from "./_view_client.ts";
import { fromSource, SERVE_DEMO } from "../protocol/_server_command.ts";
import {
  type Args,
  assertSound,
  assignedOf,
  clientInProcess,
  LABELS,
  MARKS,
  MOVE,
  onPage,
  recorded,
  showing,
  stageOfChanges,
  WORDS,
} from "./_views.ts";
import { agree, click } from "./_view_browser.ts";

for (const isOld of [true, false]) {
  onPage(
    `${
      isOld ? "2025" : "2026-07-28"
    }: a card applies a change, reports it to the model, reopens and undoes it`,
    async (browser, test) => {
      await using client = await openViewClient(fromSource([...SERVE_DEMO, "--write"]), { isOld });
      const show = showing(browser, client);
      const before = (await assignedOf(client, ["Pets"]))[0];
      const shown = await show("move_money", MOVE);
      const preview = String(shown.structured["preview"]);
      await test.step("a click applies the change", async () => {
        await agree(shown.view);
        await shown.view.until("document.querySelector('.card.applied:not([aria-busy=true])')");
        assertEquals(await shown.look(MARKS), ["\u2713 done", "\u2713 done"]);
        assertEquals((await assignedOf(client, ["Pets"]))[0], Number(before) - 50);
        const [line = ""] = await shown.view.modelLines();
        assertEquals(
          line,
          'The user decided "Move $50.00 from Pets to Dining Out in November 2026" on the card: ' +
            `applied, operation ${preview}.`,
        );
        await assertSound(shown);
      });
      const again = await show("move_money", MOVE, { result: shown.result });
      await test.step("a card with the same response offers only Undo", async () => {
        await again.view.until("document.querySelector('.card.applied')");
        assertEquals(await again.look(LABELS), ["Undo"]);
      });
      await test.step("Undo shows a new preview", async () => {
        await click(again.view, "Undo");
        await again.view.until("document.querySelector('.card.open')");
        assertMatch(await again.look<string>("document.querySelector('h1').textContent"), /Undo/u);
        assertEquals((await assignedOf(client, ["Pets"]))[0], Number(before) - 50);
        await agree(again.view);
        await again.view.until("document.querySelector('.card.applied:not([aria-busy=true])')");
        assertEquals((await assignedOf(client, ["Pets"]))[0], before);
        await click(again.view, "Back to the change");
        await again.view.until("document.querySelector('.card.undone')");
        assertEquals(await again.look(LABELS), []);
      });
      await test.step("a reopened card shows the change as undone", async () => {
        const again = await show("move_money", MOVE, { result: shown.result });
        await again.view.until("document.querySelector('.card.undone')");
        assertEquals(await again.look(LABELS), []);
      });
    },
  );
}

stageOfChanges(
  "a declined card stays declined and rejects late codes and clicks",
  async ({ client, show }, test) => {
    await test.step("the button Don't apply declines the change", async () => {
      const args = { ...MOVE, amount: 20 };
      const shown = await show("move_money", args);
      await click(shown.view, "Don't apply");
      await shown.view.until("document.querySelector('.card.declined')");
      assertEquals(await shown.look(LABELS), ["Propose again"]);
      assertMatch((await shown.view.modelLines())[0] ?? "", /on the card: declined\.$/u);
      const { structured, result } = shown;
      const late = await client.call("move_money", {
        ...args,
        confirmation: structured["confirmation"],
      });
      assertMatch(JSON.stringify(late), /was declined, so nothing was written/u);
      const again = await show("move_money", args, { result });
      await again.view.until("document.querySelector('.card.declined')");
    });
    await test.step("a card shows a change that was applied with a code in the meantime", async () => {
      const args = { ...MOVE, amount: 21 };
      const shown = await show("move_money", args);
      const { confirmation } = shown.structured;
      await client.call("move_money", { ...args, confirmation });
      await agree(shown.view);
      await shown.view.until("document.querySelector('.card.applied')");
      assertMatch(
        await shown.look<string>("document.querySelector('[role=alert]').textContent"),
        /was already used/u,
      );
      assertEquals(await shown.look(LABELS), ["Undo"]);
    });
    await test.step("two simultaneous clicks apply the change once", async () => {
      const args = { ...MOVE, amount: 22 };
      const { call, called } = recorded(client);
      const shown = await show("move_money", args, { call });
      await shown.look(`(() => { const [yes] = document.querySelectorAll("button.yes");
      yes.click(); yes.click(); })()`);
      await shown.view.until("document.querySelector('.card.applied')");
      assert(called.filter(([name]) => name === "decide_change").length <= 2);
      assertEquals(await shown.look(LABELS), ["Undo"]);
    });
  },
);

onPage(
  "--confirm user lets only the card decide, and --confirm code makes the card read-only",
  async (browser, test) => {
    for (const confirm of ["user", "code"] as const) {
      await test.step(confirm, async () => {
        await using client = await clientInProcess({ confirm });
        const shown = await showing(browser, client)("move_money", MOVE);
        const { confirmation } = shown.structured;
        assertEquals(confirmation === undefined, confirm === "user");
        if (confirm === "user") {
          await agree(shown.view);
          await shown.view.until("document.querySelector('.card.applied')");
        } else {
          assertEquals(await shown.look(LABELS), []);
          assertMatch(await shown.look<string>(WORDS), /decide in the conv/u);
        }
      });
    }
  },
);

stageOfChanges(
  "one click on a review applies exactly the selected rows",
  async ({ client, show }, test) => {
    const args = { limit: 6 };
    await test.step("only selected rows are applied", async () => {
      const { call, called } = recorded(client);
      const shown = await show("suggest_categories", args, { call });
      const ticked = await shown.look<number>(
        "document.querySelectorAll('.pending input:checked').length",
      );
      assert(ticked > 1);
      // Deselect one of the rows again.
      await shown.look("document.querySelector('.pending input:checked').click()");
      await click(shown.view, `Apply ${ticked - 1}`);
      await shown.view.until("document.querySelector('.card.applied:not([aria-busy=true])')");
      await shown.view.until("document.querySelector('main > section:not([aria-busy=true])')");
      const changing = called.map(([name]) => name)
        .filter((name) => /^(?:apply|decide)_/u.test(name));
      assertEquals(changing, ["apply_categories", "decide_change"]);
      assertEquals(
        await shown.look("document.querySelectorAll('.pending .done').length"),
        ticked - 1,
      );
      assertMatch((await shown.view.modelLines())[0] ?? "", /in the review: applied, operation /u);
      await assertSound(shown);
      const { structuredContent } = await client.call("suggest_categories", args);
      const { pending_count: left } = structuredContent as Args;
      assertEquals(left, Number(shown.structured["pending_count"]) - (ticked - 1));
    });
    await test.step("a card asks again when its new preview was decided elsewhere", async () => {
      const { call, called } = recorded(client);
      const shown = await show("suggest_categories", args, {
        call: async (name, given) => {
          const result = await call(name, given);
          if (name !== "apply_categories") return result;
          return JSON.parse(JSON.stringify(result).replace('"state":"open"', '"state":"declined"'));
        },
      });
      await agree(shown.view);
      await shown.view.until("document.querySelector('.card.open:not([aria-busy=true])')");
      assert(called.some(([name]) => name === "apply_categories"));
      assert(!called.some(([name]) => name === "decide_change"));
      await click(shown.view, "Don't apply");
      await shown.view.until("document.querySelector('.card.declined')");
    });
    await test.step("a card asks again when a new preview contains more information", async () => {
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
      await shown.view.until("document.querySelector('.card.open:not([aria-busy=true])')");
      assertEquals((await shown.view.modelLines()).length, 0);
      await click(shown.view, "Don't apply");
      await shown.view.until("document.querySelector('.card.declined')");
    });
  },
);

onPage("a card doesn't keep asking a server whose clock is behind", async (browser) => {
  const anHour = 3_600_000;
  await using client = await clientInProcess({ now: () => Date.now() - anHour });
  const stop = await browser.holdTimers();
  const { call, called } = recorded(client);
  const { view, look } = await showing(browser, client)("move_money", MOVE, { call });
  await view.untilWaiting(60_000);
  assertEquals(called.map(([name]) => name), ["show_again"]);
  assertEquals(await look(LABELS), ["Move $50.00", "Don't apply", "Adjust"]);
  await stop();
});

onPage("a card can't decide a change that the server no longer knows", async (browser, test) => {
  await using before = await clientInProcess();
  await using after = await clientInProcess();
  const show = showing(browser, before);
  const isForgotten = `document.querySelector(".card.uncertain:not([aria-busy=true])")`;
  await test.step("a reopened card", async () => {
    const { view, look } = await show("move_money", MOVE, { call: after.call });
    await view.until(isForgotten);
    assertEquals(await look(LABELS), []);
  });
  await test.step("a card that is clicked", async () => {
    let { call } = before;
    const { view, look } = await show("move_money", MOVE, { call: (...asked) => call(...asked) });
    call = after.call;
    await agree(view);
    await view.until(isForgotten);
    assertEquals(await look(LABELS), []);
    assert(!/lost|unclear/u.test(String(await view.modelLines())));
    assertMatch(await look(WORDS), /key doesn't belong to a page of this server/u);
  });
});

onPage("a card stays open while the server can't say what became of it", async (browser, test) => {
  await using client = await clientInProcess();
  const show = showing(browser, client);
  const text = "unavailable: the journal is closed: close the other server, then try again";
  const busy = { isError: true, content: [{ type: "text", text }] };
  const open = ["Move $50.00", "Don't apply", "Adjust"];
  const isOpen = `document.querySelector(".card.open:not([aria-busy=true]) .problem")`;
  await test.step("when it is reopened", async () => {
    const { view, look } = await show("move_money", MOVE, {
      call: async (name, args) => name === "show_again" ? busy : await client.call(name, args),
    });
    await view.until(isOpen);
    assertEquals(await look(LABELS), open);
    assertMatch(await look(WORDS), /The journal is closed: close the other server/u);
    await agree(view);
    await view.until(`document.querySelector(".card.applied:not([aria-busy=true])")`);
  });
  await test.step("after a click that didn't arrive", async () => {
    const checks: boolean[] = [];
    const stop = await browser.holdTimers();
    const { view, look } = await show("move_money", MOVE, {
      call: async (name, args) => {
        if (name === "decide_change") throw new Error("network error");
        if (name !== "show_again") return await client.call(name, args);
        checks.push(true);
        // Only the first check after the click gets an answer.
        return checks.length > 2 ? busy : await client.call(name, args);
      },
    });
    await agree(view);
    for (const pause of [1_000, 2_000, 4_000, 8_000]) {
      await view.untilWaiting(pause);
      await view.elapse(pause);
    }
    await view.until(isOpen);
    assertEquals(checks.length, 6);
    assertEquals(await look(LABELS), open);
    assertMatch(String(await view.modelLines()), /now shows: open\./u);
    await stop();
  });
});

onPage("a review without --write is read-only", async (browser) => {
  await using client = await clientInProcess({ write: false });
  const shown = await showing(browser, client)("suggest_categories", { limit: 3 });
  assertEquals(
    await shown.look("document.querySelectorAll('input, select, button.yes').length"),
    0,
  );
  await assertSound(shown);
});

onPage(
  "an expired card offers only a new preview, whether reopened or left open",
  async (browser) => {
    let time = Date.now();
    await using client = await clientInProcess({ now: () => time });
    const show = showing(browser, client);
    const open = await show("move_money", MOVE);
    time += 601_000;
    await agree(open.view);
    await open.view.until("document.querySelector('.card.expired:not([aria-busy=true])')");
    assertEquals(await open.look(LABELS), ["Propose again"]);
    const again = await show("move_money", MOVE, { result: open.result });
    await again.view.until("document.querySelector('.card.expired')");
    assertEquals(await again.look(LABELS), ["Propose again"]);
    await assertSound(again);
  },
);
