/**
 * What the balancer's log tells: its lines go where containers' logs go.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { hasNginx, startBalancer } from "./_nginx.ts";

const isThere = await hasNginx("what the balancer logs");
/** Nobody listens there. */
const nowhere = new URL("http://127.0.0.1:9/mcp");

Deno.test({
  name: "the balancer logs that no server answers, and of a sign-in not what was asked",
  ignore: !isThere,
  fn: async () => {
    const balancer = await startBalancer([nowhere, nowhere]);
    const asked = async (path: string): Promise<void> => {
      const answer = await fetch(new URL(path, balancer.url));
      await answer.body?.cancel();
      assertEquals(answer.status, 502);
    };
    try {
      await asked("/healthz");
      await asked("/authorize?state=what-nobody-sees");
      await asked("/sign-in/what-nobody-sees");
    } finally {
      await balancer[Symbol.asyncDispose]();
    }
    const said = balancer.said();
    assertStringIncludes(said, "connect() failed");
    assert(!said.includes("what-nobody-sees"), said);
  },
});
