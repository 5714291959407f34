import { assertEquals, assertMatch } from "@std/assert";
import type { FaultRule } from "../../demo/faults.ts";
import { aSession } from "./_session.ts";

const lapsed = {
  error: { id: "403.1", name: "subscription_lapsed", detail: "Subscription lapsed" },
};
const noAddress = { error: { id: "404.1", name: "not_found", detail: "x" } };
const cases: readonly (readonly [
  what: string,
  then: FaultRule["then"],
  text: RegExp,
  requests: number,
])[] = [
  [
    "401",
    { status: 401 },
    /^unauthorized: YNAB did not accept .*: create a new one at https:\/\/app\.ynab\.com\/settings\/developer, put it in BUDGET_ACCESS_TOKEN .*the extension's settings.* restart the server$/,
    1,
  ],
  ["403.1", { status: 403, body: lapsed }, /^forbidden: .*subscription.*lapsed/, 1],
  [
    "404.1",
    { status: 404, body: noAddress },
    /^not_found: .*no such endpoint: update this server/,
    2,
  ],
  // The server reads the list of plans to find out whether the plan itself is missing.
  ["404.2", { status: 404 }, /^not_found: .*list_plans/, 2],
  [
    "429 with a wait",
    { status: 429, headers: { "retry-after": "90" } },
    /^rate_limited: .*minute|seconds/,
    1,
  ],
  ["429 without a wait", { status: 429 }, /^rate_limited: .*10 minutes/, 1],
  ["500", { status: 500 }, /^unavailable: /, 1],
  ["503", { status: 503 }, /^unavailable: /, 3],
  ["HTML", { html: 502 }, /^unavailable: /, 3],
  ["HTML with status 200", { html: 200 }, /^unavailable: /, 1],
  ["a cut connection", { cut: "before" }, /^unavailable: /, 3],
  ["a stalled answer", { stall: true }, /^unavailable: /, 1],
];
for (const [what, then, text, requests] of cases) {
  Deno.test(`tools report ${what} from YNAB on one line`, async () => {
    const { call } = aSession({}, {
      faults: [{ operation: "getAccounts", then }],
      timeouts: { callMs: 300, firstLoadMs: 300 },
    });
    const reply = await call("list_accounts");
    assertEquals(reply.isError, true);
    assertMatch(reply.text, text);
    assertEquals(reply.text.includes("yNAB"), false, reply.text);
    assertEquals(reply.text.split("\n").length, 1);
    assertEquals(reply.upstreamRequests, requests);
  });
}

Deno.test("tools answer after a temporary 503", async () => {
  const { call } = aSession({}, {
    faults: [{ operation: "getAccounts", nth: 1, then: { status: 503 } }],
  });
  const reply = await call("list_accounts");
  assertEquals([reply.isError, reply.upstreamRequests], [false, 2]);
});
