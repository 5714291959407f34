import { assertEquals, assertMatch } from "@std/assert";
import type { FaultRule } from "../../demo/faults.ts";
import { aSession } from "../server/_session.ts";
import { ids } from "./_plan.ts";

const args = {
  month: "2026-03",
  from_category_id: "Power",
  to_category_id: "Dining",
  amount: 35.5,
};

function write(nth: number): Pick<FaultRule, "operation" | "nth"> {
  return { operation: "updateMonthCategory", nth };
}

/**
 * The response when a write fails, and the amounts assigned to Power and Dining afterwards. The
 * tests in test/changes/faults cover all faults.
 */
const ends: readonly (readonly [
  what: string,
  faults: readonly FaultRule[],
  status: string | undefined,
  text: RegExp,
  assigned?: readonly number[],
])[] = [
  ...[1, 2].map((nth) =>
    [
      `reports both balances when every response to write ${nth} was lost`,
      [{ ...write(nth), times: 3, then: { cut: "after" } }],
      "applied",
      /Available in 2026-03: Power \$14\.50, Dining /,
      [14_500, 95_500],
    ] as const
  ),
  [
    "changes nothing when the first write meets a 429",
    [{ ...write(1), then: { status: 429 } }],
    undefined,
    /^rate_limited: /,
    [50_000, 60_000],
  ],
  [
    "reports what was written when the second write meets a 429",
    [{ ...write(2), then: { status: 429 } }],
    "partly",
    /only part of the change was applied[^]*Bills\/Power, 2026-03 could not be restored/,
    [14_500, 60_000],
  ],
  [
    "restores the source when a re-read shows that the second write wasn't applied",
    [{ ...write(2), times: 3, then: { status: 500 } }],
    "uncertain",
    /status 500\). A check right afterward didn't show the change, but it may still appear/,
    [50_000, 60_000],
  ],
  [
    "is uncertain when the second write has no response and every re-read fails",
    [
      { ...write(2), times: 99, then: { status: 500, applied: true } },
      { operation: "getPlanMonth", nth: 2, times: 99, then: { status: 500 } },
    ],
    "uncertain",
    /Before retrying/,
  ],
];

for (const [what, faults, status, text, assigned] of ends) {
  Deno.test(`move_money ${what}`, async () => {
    const { upstream, call } = aSession({ checksAnswers: true });
    const { structured } = await call("move_money", args);
    upstream.setFaults(faults);
    const confirmed = { ...args, confirmation: structured?.["confirmation"] };
    const reply = await call("move_money", confirmed);
    assertEquals(reply.structured?.["status"], status);
    assertMatch(reply.text, text);
    const march = upstream.snapshot()[0]?.assignments.get("2026-03-01");
    const found = [ids.power, ids.dining].map((id) => march?.get(id));
    if (assigned !== undefined) assertEquals(found, assigned);
  });
}
