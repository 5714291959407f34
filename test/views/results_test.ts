import { assert, assertEquals, assertMatch } from "@std/assert";
import { demoFetch } from "../../mod.ts";
import { clientInProcess, MARKS, MOVE, onPage, showing, TODAY, WORDS } from "./_views.ts";
import { agree, click } from "./_view_browser.ts";

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
    const show = showing(browser, client);
    await test.step("available amounts are shown after applying, but not after undoing", async () => {
      const { view, look } = await show("move_money", MOVE);
      assert(!(await look<string>(WORDS)).includes("request"));
      await agree(view);
      await view.until("document.querySelector('.card.applied:not([aria-busy=true])')");
      assertMatch(await look<string>(WORDS), /Available in November 2026: Pets/u);
      // After the undo, these amounts are no longer correct.
      await click(view, "Undo");
      await view.until("document.querySelector('.card.open:not([aria-busy=true])')");
      await agree(view);
      await view.until("document.querySelector('.card.applied:not([aria-busy=true])')");
      await click(view, "Back to the change");
      await view.until("document.querySelector('.card.undone:not([aria-busy=true])')");
      assert(!(await look<string>(WORDS)).includes("Available"));
      assertEquals(await look("document.querySelectorAll('.outcome').length"), 0);
    });
    await test.step("the reason for a partial result is shown", async () => {
      failing = writes + 2;
      const { view, look } = await show("move_money", { ...MOVE, amount: 20 });
      await agree(view);
      await view.until("document.querySelector('.card.partly:not([aria-busy=true])')");
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
