import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type Args,
  assertSound,
  assignedOf,
  LABELS,
  type ShownAnswer,
  type Stage,
  stageOfChanges,
  WORDS,
} from "./_views.ts";
import { agree, click, enter, untilCard } from "./_view_browser.ts";
import type { HandedResult, ShownView } from "./_view_browser.ts";

const QUIET = ".card:not([aria-busy=true])";

function moveOf(amount: number): Args {
  return { month: "2026-11", from_category_id: "Pets", to_category_id: "Dining Out", amount };
}

type Call = (name: string, args: Args) => Promise<HandedResult>;

/** Intercepts the page's calls to the server, so that the test can drop calls or answers. */
interface Calls {
  cut: Call | null;
}

async function cardOf(
  { client, show }: Stage,
  amount: number,
): Promise<ShownAnswer & { calls: Calls }> {
  const calls: Calls = { cut: null };
  const call: Call = (name, args) => (calls.cut ?? client.call)(name, args);
  return { calls, ...await show("move_money", moveOf(amount), { call }) };
}

async function untilUnclear({ until }: ShownView, whether: string): Promise<void> {
  await until(`${WORDS}.includes("so it's unclear whether this was ${whether}")`);
}

function never(): Promise<HandedResult> {
  return new Promise(() => {});
}

function lost(): Promise<HandedResult> {
  return Promise.reject(new Error("network error"));
}

/**
 * Declines a change on a confirmation card, then waits until the card gives up waiting for the
 * server's response. The response arrives once `late` is resolved.
 */
async function lateDecline(
  stage: Stage,
): Promise<ShownAnswer & { calls: Calls; late: PromiseWithResolvers<void> }> {
  const late = Promise.withResolvers<void>();
  const shown = await cardOf(stage, 10);
  const { calls, view } = shown;
  calls.cut = async (name, args) => {
    if (name === "decide_change") await late.promise;
    return await stage.client.call(name, args);
  };
  await click(view, "Don't apply");
  await view.until(`${WORDS}.includes("Working")`);
  await view.elapse(60_000);
  await untilUnclear(view, "declined");
  await passPauses(view);
  await view.until(`${WORDS}.includes("Not declined yet")`);
  return { ...shown, late };
}

async function petsOf({ client }: Stage): Promise<number> {
  const [pets = NaN] = await assignedOf(client, ["Pets"]);
  return pets;
}

/** Advances the page's clock past the pauses between status checks. */
async function passPauses(view: ShownView): Promise<void> {
  for (const pause of [1_000, 2_000, 4_000, 8_000]) {
    await view.untilWaiting(pause);
    await view.elapse(pause);
  }
}

stageOfChanges(
  "a card whose answer was lost reports an unknown outcome and checks it",
  async (stage, test) => {
    const { browser, client } = stage;
    const stop = await browser.holdTimers();
    await test.step("a card shows that a change was applied even if the answer is lost", async () => {
      const before = await petsOf(stage);
      const { calls, ...shown } = await cardOf(stage, 50);
      const checked = Promise.withResolvers<void>();
      calls.cut = async (name, args) => {
        if (name === "show_again") await checked.promise;
        const result = await client.call(name, args);
        return name === "decide_change" ? await lost() : result;
      };
      await agree(shown.view);
      await untilUnclear(shown.view, "applied");
      // While the card checks the status, its buttons are disabled, and it doesn't claim that
      // nothing was written.
      assertEquals(await shown.look(LABELS), []);
      assert(!(await shown.view.words()).includes("Nothing changes"));
      assertMatch(
        (await shown.view.modelLines()).at(-1) ?? "",
        /unclear whether the change was applied/u,
      );
      checked.resolve();
      await untilCard(shown.view, "applied");
      assertEquals(await shown.look(LABELS), ["Undo"]);
      assertEquals(await shown.look("document.querySelectorAll('.problem').length"), 0);
      assertEquals(await petsOf(stage), before - 50);
      // Each update of the model's context replaces the previous one, so the last update contains
      // every line.
      assertMatch(
        (await shown.view.modelLines()).at(-1) ?? "",
        /unclear whether the change was applied.*\n.* now shows: applied\.$/u,
      );
      await assertSound(shown);
    });
    await test.step("if a click's request is lost, the card checks the change's status, and then the user can click again", async () => {
      const before = await petsOf(stage);
      const { calls, view, look } = await cardOf(stage, 20);
      calls.cut = (name, args) => name === "decide_change" ? lost() : client.call(name, args);
      await agree(view);
      await untilUnclear(view, "applied");
      await passPauses(view);
      await view.until(`document.querySelector("${QUIET}.open .problem")`);
      assertMatch(await look<string>(WORDS), /Not applied yet\./u);
      assertEquals(await look(LABELS), ["Move $20.00", "Don't apply", "Adjust"]);
      calls.cut = null;
      await agree(view);
      await untilCard(view, "applied");
      assertEquals(await petsOf(stage), before - 20);
      assertEquals(view.called.filter(([name]) => name === "decide_change").length, 2);
    });
    await test.step("a card waits at most a minute for a host that never answers", async () => {
      const { calls, view, look } = await cardOf(stage, 30);
      calls.cut = async (name, args) => {
        if (name === "decide_change") await client.call(name, args);
        return await never();
      };
      await agree(view);
      await view.until(`${WORDS}.includes("Working")`);
      await view.elapse(59_999);
      assertMatch(await look<string>(WORDS), /Working/u);
      await view.elapse(1);
      await untilUnclear(view, "applied");
      await look(`new Promise((done) => {
        const step = () => {
          elapse(1000);
          document.querySelector("${QUIET}") ? done() : setTimeout(step, 0);
        };
        step();
      })`);
      assertMatch(
        await look<string>(WORDS),
        /Before retrying, press "Check again" or look in YNAB/u,
      );
      assertEquals(await look(LABELS), ["Check again"]);
      calls.cut = null;
      await click(view, "Check again");
      await untilCard(view, "applied");
      assertEquals(await look(LABELS), ["Undo"]);
    });
    await test.step("a tool error from the app also counts as a lost answer", async () => {
      const { calls, view, look } = await cardOf(stage, 25);
      const sent = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<unknown>();
      calls.cut = async (name, args) => {
        if (name !== "decide_change") return await client.call(name, args);
        // The request hasn't reached the server when the app gives up.
        sent.promise.then(() => client.call(name, args)).then(arrived.resolve);
        return { content: [{ type: "text", text: "Request timed out" }], isError: true };
      };
      await agree(view);
      await untilUnclear(view, "applied");
      assertEquals(await look(LABELS), []);
      await view.untilWaiting(1_000);
      sent.resolve();
      await arrived.promise;
      await view.elapse(1_000);
      await untilCard(view, "applied");
      assertEquals(await look(LABELS), ["Undo"]);
    });
    await test.step("a late answer doesn't replace a newer preview", async () => {
      const { calls, late, view, look } = await lateDecline(stage);
      calls.cut = null;
      await click(view, "Adjust");
      await enter(view, ".records input", "11");
      await click(view, "Preview this instead");
      await view.until(`document.querySelector("${QUIET}.open") && ${WORDS}.includes("$11.00")`);
      const checks = view.called.length;
      late.resolve();
      while (view.called.length === checks) await view.answered();
      await view.answered();
      assertEquals(await look(LABELS), ["Move $11.00", "Don't apply", "Adjust"]);
    });
    await test.step("the card uses an answer that arrives late", async () => {
      const { late, view, look } = await lateDecline(stage);
      late.resolve();
      await untilCard(view, "declined");
      assertEquals(await look(LABELS), ["Propose again"]);
      assertEquals(await look("document.querySelectorAll('.problem').length"), 0);
    });
    await stop();
  },
);

stageOfChanges("a hidden card shows its current state when it reappears", async (stage) => {
  const { view, look, structured } = await stage.show("move_money", moveOf(15));
  const { confirmation } = structured;
  await stage.client.call("move_money", { ...moveOf(15), confirmation });
  assertEquals((await look<readonly string[]>(LABELS)).length, 3);
  await look(`document.dispatchEvent(new Event("visibilitychange"))`);
  await untilCard(view, "applied");
  assertEquals(await look(LABELS), ["Undo"]);
});
