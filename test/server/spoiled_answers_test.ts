import { assert, assertEquals, assertMatch } from "@std/assert";
import type { CoveredOperation } from "../../client/upstream_client.ts";
import { openSession, type Session } from "../../server/open_session.ts";
import { runTool, type ToolReply } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging, type Tool } from "../../tools/_tool.ts";
import { ids, TODAY } from "../tools/_plan.ts";
import { readArguments } from "../tools/_read_arguments.ts";
import { KINDS, type Spoil, SpoilingUpstream } from "./_spoiled_answers.ts";

const IS_WHOLE = Deno.env.get("SPOILED") === "all";

const OPERATIONS: readonly CoveredOperation[] = [
  "getPlans",
  "getAccounts",
  "getCategories",
  "getPlanMonths",
  "getPlanMonth",
  "getScheduledTransactions",
  "getTransactions",
];

/** A tool to call, with its session and fake YNAB. */
interface Meeting {
  readonly upstream: SpoilingUpstream;
  readonly session: Session;
  readonly tool: Tool;
}

function aSession(upstream: SpoilingUpstream): Session {
  const fetch = upstream.fetch as typeof globalThis.fetch;
  let time = Date.parse(`${TODAY}T12:00:00Z`);
  // The clock advances whenever it is read. Otherwise, calls would reach YNAB's hourly limit.
  const now = (): number => time += 10_000;
  return openSession({ token: "demo-token", fetch, today: TODAY, now, maxAgeMs: 0 });
}

async function call({ upstream, session, tool }: Meeting, spoil: Spoil | null): Promise<ToolReply> {
  upstream.spoil = spoil;
  const given = tool.name === "list_plans" ? {} : { plan_id: ids.plan };
  const reply = await runTool({ tool, args: { ...given, ...readArguments(tool) } }, session);
  // A statement's handle is different in each session.
  return { ...reply, text: reply.text.replace(/\bstatement: \w{12}\b/u, "statement: handle") };
}

function nameOf({ operation, path, what }: Spoil, tool: Tool): string {
  return `${tool.name} on ${operation} with ${path} ${what}`;
}

/** Returns whether the tool rejected the corrupted response. A tool may also ignore a defect. */
async function isRefused(meeting: Meeting, spoil: Spoil): Promise<boolean> {
  const { text, isError } = await call(meeting, spoil);
  const name = nameOf(spoil, meeting.tool);
  assert(!text.startsWith("internal"), `${name}: ${text}`);
  assert(!/NaN|undefined|Infinity|\[object/u.test(text), `${name}: ${text}`);
  assert(!text.startsWith("rate_limited"), `${name}: ${text}`);
  if (!text.includes("unreadable")) return isError;
  const field = spoil.path.replaceAll(/\.\d+/gu, "");
  assertMatch(
    text,
    /^unavailable: \S+.* unreadable response \([\w.]+ is missing or has the wrong type\)/u,
  );
  const [, told = ""] = /\(([\w.]+)/u.exec(text) ?? [];
  assert(field.startsWith(told) || told.startsWith(field), `${name}: ${text}`);
  return true;
}

for (const operation of OPERATIONS) {
  Deno.test(`a corrupted response to ${operation} doesn't break any tool or affect later answers`, async () => {
    const upstream = new SpoilingUpstream();
    // Unless SPOILED=all, test only one of every 23 defects, sampled across fields and kinds of
    // defect.
    const spoils = (await upstream.spoilsOf(operation))
      .filter((_, at) => IS_WHOLE || (at + Math.floor(at / KINDS)) % 23 === 0);
    const reading = tools.filter((tool) =>
      !isChanging(tool) && (tool.reads.fuller as readonly string[]).includes(operation)
    );
    const good = new Map<Tool, string>();
    for (const tool of reading) {
      const reply = await call({ upstream, session: aSession(upstream), tool }, null);
      assertEquals(reply.isError, false, reply.text);
      good.set(tool, reply.text);
    }
    let calls = 0;
    let refused = 0;
    let filled = aSession(upstream);
    for (const [at, spoil] of spoils.entries()) {
      const meeting = IS_WHOLE ? reading : [reading[at % reading.length] as Tool];
      for (const tool of meeting) {
        for (const isFilled of IS_WHOLE ? [false, true] : [at % 2 === 1]) {
          const session = isFilled ? filled : aSession(upstream);
          const isOut = await isRefused({ upstream, session, tool }, spoil);
          calls += 2;
          if (isOut) refused += 1;
          // A defect that passes validation, such as a wrong id, may stay in the cache.
          else if (isFilled) filled = aSession(upstream);
          if (!isOut) continue;
          const after = await call({ upstream, session, tool }, null);
          assertEquals(after.text, good.get(tool), nameOf(spoil, tool));
        }
      }
    }
    assert(refused > spoils.length / 3, `${refused} of ${calls / 2} refused`);
  });
}
