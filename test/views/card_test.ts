import { assert, assertEquals, assertMatch } from "@std/assert";
import { demoFetch } from "../../mod.ts";
import { agree, click, untilCard } from "./_view_browser.ts";
import {
  type Args,
  assertSound,
  assignedOf,
  clientInProcess,
  DOLLARS,
  handedAnswer,
  LABELS,
  MARKS,
  money,
  MOVE,
  NARROW,
  onPage,
  rows,
  stage,
  stageOfChanges,
  stageOn,
  TODAY,
  WORDS,
} from "./_views.ts";

stageOfChanges(
  "a card applies a change, tells the model, and can undo the change when reopened",
  async ({ client, show }, test) => {
    const before = (await assignedOf(client, ["Pets"]))[0];
    const shown = await show("move_money", MOVE);
    const preview = String(shown.structured["preview"]);
    await test.step("a click applies the change", async () => {
      await agree(shown.view);
      await untilCard(shown.view, "applied");
      assertEquals(await shown.look(MARKS), ["\u2713 done", "\u2713 done"]);
      assertEquals((await assignedOf(client, ["Pets"]))[0], Number(before) - 50);
      const [line = ""] = await shown.view.modelLines();
      assertEquals(
        line,
        'The user decided "Move $50.00 from Pets to Dining Out in November 2026" on the card: ' +
          `applied, operation ${preview}.`,
      );
      await assertSound(shown, { contrast: true });
    });
    const again = await show("move_money", MOVE, { result: shown.result });
    await test.step("a second card for the same response offers only Undo", async () => {
      await untilCard(again.view, "applied");
      assertEquals(await again.look(LABELS), ["Undo"]);
    });
    await test.step("Undo shows a new preview", async () => {
      await click(again.view, "Undo");
      await untilCard(again.view, "open");
      assertMatch(await again.look<string>("document.querySelector('h1').textContent"), /Undo/u);
      assertEquals((await assignedOf(client, ["Pets"]))[0], Number(before) - 50);
      await agree(again.view);
      await untilCard(again.view, "applied");
      assertEquals((await assignedOf(client, ["Pets"]))[0], before);
      await click(again.view, "Back to the change");
      await untilCard(again.view, "undone");
      assertEquals(await again.look(LABELS), []);
    });
    await test.step("a reopened card shows the change as undone", async () => {
      const again = await show("move_money", MOVE, { result: shown.result });
      await untilCard(again.view, "undone");
      assertEquals(await again.look(LABELS), []);
    });
  },
);

stageOfChanges(
  "a declined card stays declined, and a change is applied only once",
  async ({ client, show }, test) => {
    await test.step(`a click on the "Don't apply" button declines the change`, async () => {
      const args = { ...MOVE, amount: 20 };
      const shown = await show("move_money", args);
      await click(shown.view, "Don't apply");
      await untilCard(shown.view, "declined");
      assertEquals(await shown.look(LABELS), ["Propose again"]);
      assertMatch((await shown.view.modelLines())[0] ?? "", /on the card: declined\.$/u);
      const again = await show("move_money", args, { result: shown.result });
      await untilCard(again.view, "declined");
    });
    await test.step("if a call with the confirmation code already applied a change, a click on the change's card shows the change as applied", async () => {
      const args = { ...MOVE, amount: 21 };
      const shown = await show("move_money", args);
      const { confirmation } = shown.structured;
      await client.call("move_money", { ...args, confirmation });
      await agree(shown.view);
      await untilCard(shown.view, "applied");
      assertMatch(
        await shown.look<string>("document.querySelector('[role=alert]').textContent"),
        /was already used/u,
      );
      assertEquals(await shown.look(LABELS), ["Undo"]);
    });
    await test.step("two simultaneous clicks apply the change once", async () => {
      const args = { ...MOVE, amount: 22 };
      const shown = await show("move_money", args);
      await shown.look(`(() => { const [yes] = document.querySelectorAll("button.yes");
      yes.click(); yes.click(); })()`);
      await untilCard(shown.view, "applied");
      assert(shown.view.called.filter(([name]) => name === "decide_change").length <= 2);
      assertEquals(await shown.look(LABELS), ["Undo"]);
    });
  },
);

onPage(
  "--confirm user requires a decision on the card, and --confirm code makes the card read-only",
  async (browser, test) => {
    for (const confirm of ["user", "code"] as const) {
      await test.step(confirm, async () => {
        await using client = await clientInProcess({ confirm });
        const shown = await stageOn(browser, client).show("move_money", MOVE);
        const { confirmation } = shown.structured;
        assertEquals(confirmation === undefined, confirm === "user");
        if (confirm === "user") {
          await agree(shown.view);
          await untilCard(shown.view, "applied");
        } else {
          assertEquals(await shown.look(LABELS), []);
          assertMatch(await shown.view.words(), /Confirm or decline this in the conversation/u);
        }
      });
    }
  },
);

stage("a card shows changes in the plan's currency format", async ({ show }) => {
  const { structured, look: see } = await show("move_money", MOVE, NARROW);
  assertEquals(
    await see(`[...document.querySelectorAll(".records li")].map((one) => [
          one.querySelector(".label").textContent,
          ...[...one.querySelectorAll(".field")].flatMap((field) => [
            field.querySelector(".name").textContent,
            field.querySelector("del").lastChild.textContent,
            field.querySelector("ins").lastChild.textContent,
          ]),
        ])`),
    rows(structured["changes"]).map((row) => [
      String(row["label"]).replace("2026-11", "November 2026"),
      ...["assigned", money(row["before"]), money(row["after"])],
      ...["available", money(row["available_before"]), money(row["available_after"])],
    ]),
  );
  const words = await see<string>(WORDS);
  // The card omits the part of the message that is for the assistant.
  assert(!/confirmation|repeat the same call/u.test(words), words);
  assert(!words.includes(String(structured["confirmation"])));
  assertEquals(
    await see(LABELS),
    ["Move $50.00", "Don't apply", "Adjust"],
  );
});

stage("a button describes the whole change, ignoring numbers in names", async ({ show }) => {
  const summaries = {
    "Delete the scheduled transaction for Studio 54 Rent, next due on 2026-12-01": "Delete",
    "Approve 3 transactions": "Approve 3 transactions",
    "Enter 1 transaction in Checking; mark 3 transactions cleared": "Apply",
    "Change the flag of 1 transaction": "Set flags on 1 transaction",
  };
  for (const [summary, label] of Object.entries(summaries)) {
    const card = {
      preview: "a",
      state: "open",
      summary,
      undo: "",
      isForCard: true,
      expiresAt: null,
    };
    const structured = { status: "confirmation_required", message: "", preview: "a" };
    const tool = label.startsWith("Set") ? "flag_transactions" : "delete_transactions";
    const { look } = await show(tool, {}, {
      result: handedAnswer(structured, DOLLARS, { card }),
      call: () => Promise.reject(new Error("busy")),
    });
    assertEquals((await look<readonly string[]>(LABELS))[0], label);
  }
});

onPage("a card doesn't poll a server whose clock is behind", async (browser) => {
  const anHour = 3_600_000;
  await using client = await clientInProcess({ now: () => Date.now() - anHour });
  const stop = await browser.holdTimers();
  const { view, look } = await stageOn(browser, client).show("move_money", MOVE);
  await view.untilWaiting(60_000);
  assertEquals(view.called.map(([name]) => name), ["show_again"]);
  assertEquals(await look(LABELS), ["Move $50.00", "Don't apply", "Adjust"]);
  await stop();
});

onPage("a card can't decide on a change that's unknown to the server", async (browser, test) => {
  await using before = await clientInProcess();
  await using after = await clientInProcess();
  const { show } = stageOn(browser, before);
  const isForgotten = `document.querySelector(".card.uncertain:not([aria-busy=true])")`;
  await test.step("a card reopened after the server restarts has no buttons", async () => {
    const { view, look } = await show("move_money", MOVE, { call: after.call });
    await view.until(isForgotten);
    assertEquals(await look(LABELS), []);
  });
  await test.step("a card clicked after the server restarts loses its buttons and says why", async () => {
    let { call } = before;
    const { view, look } = await show("move_money", MOVE, { call: (...asked) => call(...asked) });
    call = after.call;
    await agree(view);
    await view.until(isForgotten);
    assertEquals(await look(LABELS), []);
    assert(!/lost|unclear/u.test(String(await view.modelLines())));
    assertMatch(await look(WORDS), /page's key isn't valid on this server/u);
  });
});

stageOfChanges(
  "a card stays open while the server can't look up its change",
  async ({ browser, client, show }, test) => {
    const text = "unavailable: the journal is closed: close the other server, then try again";
    const busy = { isError: true, content: [{ type: "text", text }] };
    const open = ["Move $50.00", "Don't apply", "Adjust"];
    const isOpen = `document.querySelector(".card.open:not([aria-busy=true]) .problem")`;
    await test.step("a reopened card keeps its buttons and says why its change can't be looked up", async () => {
      const { view, look } = await show("move_money", MOVE, {
        call: async (name, args) => name === "show_again" ? busy : await client.call(name, args),
      });
      await view.until(isOpen);
      assertEquals(await look(LABELS), open);
      assertMatch(await look(WORDS), /The journal is closed: close the other server/u);
      await agree(view);
      await untilCard(view, "applied");
    });
    await test.step("a card stays open when a click doesn't reach the server", async () => {
      const checks: boolean[] = [];
      const stop = await browser.holdTimers();
      const { view, look } = await show("move_money", MOVE, {
        call: async (name, args) => {
          if (name === "decide_change") throw new Error("network error");
          if (name !== "show_again") return await client.call(name, args);
          checks.push(true);
          // Only the first check after the click gets a proper answer; later checks get an error.
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
  },
);

onPage(
  "a card shows the outcome of a change and the reason for a partial result",
  async (browser, test) => {
    const upstream = demoFetch({ today: TODAY });
    let writes = 0;
    let failing = Infinity;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { method } = input instanceof Request ? input : { method: init?.method ?? "GET" };
      if (method !== "GET" && ++writes >= failing) {
        const error = { id: "400", name: "bad_request", detail: "the category is closed" };
        return Response.json({ error }, { status: 400 });
      }
      return await upstream(input, init);
    };
    await using client = await clientInProcess({ fetch });
    const { show } = stageOn(browser, client);
    await test.step("available amounts are shown after the change is applied, but not after it is undone", async () => {
      const { view, look } = await show("move_money", MOVE);
      assert(!(await look<string>(WORDS)).includes("request"));
      await agree(view);
      await untilCard(view, "applied");
      assertMatch(await look<string>(WORDS), /Available in November 2026: Pets/u);
      // After the undo, the available amounts would no longer be correct.
      await click(view, "Undo");
      await untilCard(view, "open");
      await agree(view);
      await untilCard(view, "applied");
      await click(view, "Back to the change");
      await untilCard(view, "undone");
      assert(!(await look<string>(WORDS)).includes("Available"));
      assertEquals(await look("document.querySelectorAll('.outcome').length"), 0);
    });
    await test.step("a card shows the reason for a partial result", async () => {
      failing = writes + 2;
      const { view, look } = await show("move_money", { ...MOVE, amount: 20 });
      await agree(view);
      await untilCard(view, "partly");
      const words = await look<string>("document.querySelector('.state').textContent");
      assertMatch(
        words,
        /^Only part of the change was applied \(1 of 2\): .*Undo reverts that part/u,
      );
      assertEquals(
        await look(MARKS),
        ["\u2713 done", "\u2715 not done"],
      );
    });
  },
);

for (const isOld of [true, false]) {
  onPage(
    `${isOld ? "2025" : "2026-07-28"}: a page says that a form is open while the user answers it`,
    async (browser) => {
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<Args>();
      const onForm = (): Promise<Args> => {
        asked.resolve();
        return answered.promise;
      };
      await using client = await clientInProcess({}, { isOld, onForm });
      const stop = await browser.holdTimers();
      const view = await stageOn(browser, client).open("move_money");
      await view.input(MOVE);
      const result = client.call("move_money", MOVE);
      await asked.promise;
      await view.untilWaiting(10_000);
      await view.elapse(10_000);
      await untilCard(view, "open");
      const words = await view.words();
      assertMatch(words, /Move \$50\.00 from Pets/u);
      assertMatch(words, /Confirm or decline this in the app's form;/u);
      assertEquals(await view.frame.evaluate("document.querySelectorAll('button').length"), 0);
      answered.resolve({ action: "accept", content: { confirm: true } });
      await view.result(await result);
      await untilCard(view, "applied");
      await stop();
    },
  );
}
