import { assertEquals, assertRejects } from "@std/assert";
import type { ChangeDraft, Stop } from "../../changes/change.ts";
import type { ChangeEnvironment, ChangeRequest } from "../../changes/change_request.ts";
import { Journal } from "../../changes/journal.ts";
import { type ChangeResult, runChange } from "../../changes/run_change.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";
import {
  aDraft,
  anEnvironment,
  flagLine as line,
  flagStep as step,
} from "./_change_environment.ts";
import { anEntry } from "./_journal_entry.ts";

interface Setting {
  readonly environment?: Partial<ChangeEnvironment>;
  readonly draft?: Partial<ChangeDraft>;
  readonly stop?: Stop;
  readonly request?: Partial<ChangeRequest>;
}

/** Flags a transaction in consecutive calls that share a store. */
function conversation({ environment, draft }: Setting = {}): {
  readonly call: (change?: Setting) => Promise<ChangeResult>;
  readonly sent: () => number;
  readonly used: ChangeEnvironment;
} {
  let sent = 0;
  const used = anEnvironment({
    writes: {
      updateTransactions: () => {
        sent++;
        return Promise.resolve({ transactions: [{ id: "t", flag_color: "red" }] } as never);
      },
    },
    ...environment,
  });
  return {
    used,
    sent: () => sent,
    call: (change = {}) => {
      const { stop } = change;
      const proposal = stop === undefined
        ? { draft: aDraft({ preview: [line], steps: [step], ...draft, ...change.draft }) }
        : { stop };
      const asked: ChangeRequest = {
        kind: "flag_transactions",
        planId: "p",
        asked: { flag: "red" },
        build: () => Promise.resolve(proposal),
        ...change.request,
      };
      return runChange(asked, { ...used, ...change.environment });
    },
  };
}

type Reply = NonNullable<ChangeResult["reply"]>;

function replyOf({ reply }: ChangeResult): Reply {
  if (reply === undefined) throw new Error("There is no reply");
  return reply;
}

const undo = { operationId: "o1", isPart: false };
const stop: Stop = {
  status: "nothing_to_do",
  message: "All is so",
  warnings: ["mind"],
  extra: { left: 1 },
};

Deno.test("runChange() marks a change as undone when its undo finds nothing left to revert", async () => {
  const stateAfter = async (ends: Stop, isAfterYes: boolean): Promise<unknown> => {
    const { call, used } = conversation({ draft: { undo } });
    const journal = new Journal(used.store);
    await journal.save(anEntry());
    if (isAfterYes) {
      const { confirmation } = replyOf(await call());
      await call({ request: { confirmation: confirmation ?? "" }, stop: ends });
    } else await call({ stop: ends });
    return (await journal.find("p", "o1"))?.state;
  };
  for (const isAfterYes of [false, true]) {
    assertEquals(await stateAfter({ ...stop, revertedId: "o1" }, isAfterYes), "undone");
    assertEquals(await stateAfter(stop, isAfterYes), "applied");
  }
});

Deno.test("runChange() rejects amounts with too many decimals for the currency, except in an undo", async () => {
  const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };
  const { call } = conversation({
    environment: { plan: { ...anEnvironment().plan, moneyFormat: dollars } },
    draft: { preview: [{ ...line, field: "amount", before: 10, after: 33.333 }] },
  });
  const error = await assertRejects(() => call(), ToolError, "more decimals");
  assertEquals(error.code, "invalid_input");
  const { status } = replyOf(await call({ draft: { undo } }));
  assertEquals(status, "confirmation_required");
});

Deno.test("a change canceled while it waits for another change writes nothing", async () => {
  const upstream = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const { fetch } = upstream;
  const session = openSession({
    token: "demo-token",
    checksAnswers: true,
    fetch,
    today: TODAY,
    write: true,
  });
  const tool = tools.find(({ name }) => name === "approve_transactions");
  if (tool === undefined || session.copy === null) throw new Error("There is no such tool");
  const { changes } = session.copy;
  const gate = Promise.withResolvers<void>();
  const running = changes.withPlanLock(ids.plan, () => gate.promise);
  const cancel = new AbortController();
  const args = { plan_id: ids.plan, transaction_ids: [idOf("78")] };
  const waiting = runTool({ tool, args, signal: cancel.signal }, session);
  await new Promise((resolve) => setTimeout(resolve, 0));
  cancel.abort();
  gate.resolve();
  await running;
  assertEquals((await waiting).isError, true);
  assertEquals([upstream.requests.length, await changes.entries(ids.plan)], [0, []]);
});
