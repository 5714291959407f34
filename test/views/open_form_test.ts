import { assertEquals, assertMatch } from "@std/assert";
import { openViewClient } from "./_view_client.ts";
import { fromSource, SERVE_DEMO } from "../protocol/_server_command.ts";
import { type Args, MOVE, onPage } from "./_views.ts";

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
      const server = fromSource([...SERVE_DEMO, "--write"]);
      await using client = await openViewClient(server, { isOld, onForm });
      const stop = await browser.holdTimers();
      const html = await client.page("move_money");
      const view = await browser.show({ html, call: client.call });
      await view.input(MOVE);
      const result = client.call("move_money", MOVE);
      await asked.promise;
      await view.untilWaiting(10_000);
      await view.elapse(10_000);
      await view.until("document.querySelector('.card.open:not([aria-busy=true])')");
      const words = String(await view.frame.evaluate("document.body.innerText"));
      assertMatch(words, /Move \$50\.00 from Pets/u);
      assertMatch(words, /The app is asking you about this\. Answer there;/u);
      assertEquals(await view.frame.evaluate("document.querySelectorAll('button').length"), 0);
      answered.resolve({ action: "accept", content: { confirm: true } });
      await view.result(await result);
      await view.until("document.querySelector('.card.applied:not([aria-busy=true])')");
      await stop();
    },
  );
}
