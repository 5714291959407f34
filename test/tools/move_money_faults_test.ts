import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { FaultRule } from "../../demo/faults.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { tools } from "../../tools/_manifest.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool, type ToolReply } from "../../server/run_tool.ts";
import { household, ids, TODAY } from "./_plan.ts";

const args = {
  plan_id: ids.plan,
  month: "2026-03",
  from_category_id: "Power",
  to_category_id: "Dining",
  amount: 35.5,
};
const BEFORE = { [ids.power]: 50_000, [ids.dining]: 60_000 };
const AFTER = { [ids.power]: 14_500, [ids.dining]: 95_500 };

type Assigned = Readonly<Record<string, number | undefined>>;

interface Ended {
  readonly reply: ToolReply;
  readonly assigned: Assigned;
}

/** Confirms a preview while upstream has faults. */
async function moveUnder(faults: readonly FaultRule[]): Promise<Ended> {
  const upstream = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const session = openSession(
    { token: "demo-token", checksAnswers: true, fetch: upstream.fetch, today: TODAY, write: true },
    { delay: () => Promise.resolve(), timeouts: { callMs: 300, firstLoadMs: 300 } },
  );
  const tool = tools.find(({ name }) => name === "move_money");
  if (tool === undefined) throw new Error("There is no move_money");
  const preview = await runTool({ tool, args }, session);
  const confirmation = preview.structured?.["confirmation"];
  upstream.setFaults(faults);
  const reply = await runTool({ tool, args: { ...args, confirmation } }, session);
  const march = upstream.snapshot()[0]?.assignments.get("2026-03-01");
  return {
    reply,
    assigned: { [ids.power]: march?.get(ids.power), [ids.dining]: march?.get(ids.dining) },
  };
}

for (const to of [1, 2]) {
  Deno.test(`move_money reports both balances when every response to writing ${to} was lost`, async () => {
    const lost: FaultRule = {
      operation: "updateMonthCategory",
      nth: to,
      times: 3,
      then: { cut: "after" },
    };
    const { reply } = await moveUnder([lost]);
    assertStringIncludes(
      String(reply.structured?.["message"]),
      "Available in 2026-03: Power $14.50, Dining ",
    );
  });
}

/** The response when a write fails; the fault runs in test/changes/faults cover every fault. */
const ends: readonly (readonly [
  what: string,
  faults: readonly FaultRule[],
  ends: { readonly status?: string; readonly text?: RegExp; readonly assigned?: Assigned },
])[] = [
  ["changes nothing when the first write meets a 429", [{ ...write(1), then: { status: 429 } }], {
    text: /^rate_limited: /,
    assigned: BEFORE,
  }],
  [
    "reports what was written when the second write meets a 429",
    [{ ...write(2), then: { status: 429 } }],
    {
      status: "partly",
      text: /only part of the change was applied[^]*Bills\/Power, 2026-03 could not be restored/,
      assigned: { ...BEFORE, [ids.power]: 14_500 },
    },
  ],
  [
    "continues when a re-read shows that the first write was applied",
    [{ ...write(1), then: { status: 500, applied: true } }],
    { status: "applied", assigned: AFTER },
  ],
  ["retries a write after a 500", [{ ...write(2), then: { status: 500 } }], {
    status: "applied",
    assigned: AFTER,
  }],
  ["retries a write after an HTML page", [{ ...write(2), then: { html: 200, applied: true } }], {
    status: "applied",
    assigned: AFTER,
  }],
  [
    "restores the source when a re-read shows that the second write wasn't applied",
    [{ ...write(2), times: 3, then: { status: 500 } }],
    {
      status: "uncertain",
      text:
        /status 500\). A check right afterwards didn't show it, but it may still arrive within a m/,
      assigned: BEFORE,
    },
  ],
  [
    "is uncertain when the second write has no response and every re-read fails",
    [
      { ...write(2), times: 99, then: { status: 500, applied: true } },
      { operation: "getPlanMonth", nth: 2, times: 99, then: { status: 500 } },
    ],
    { status: "uncertain", text: /Before retrying/ },
  ],
];

function write(nth: number): Pick<FaultRule, "operation" | "nth"> {
  return { operation: "updateMonthCategory", nth };
}

for (const [what, faults, { status, text = /^/, assigned }] of ends) {
  Deno.test(`move_money ${what}`, async () => {
    const ended = await moveUnder(faults);
    assertEquals(ended.reply.structured?.["status"], status);
    assertMatch(ended.reply.text, text);
    if (assigned !== undefined) assertEquals(ended.assigned, assigned);
  });
}
