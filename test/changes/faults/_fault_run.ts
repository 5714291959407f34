import type { JournalEntry } from "../../../changes/journal.ts";
import type { FaultRule } from "../../../demo/faults.ts";
import type { ToolReply } from "../../../server/run_tool.ts";
import { tools } from "../../../tools/_manifest.ts";
import { asksFirst } from "../../../tools/_tool.ts";
import type { FaultCase, ToolCall } from "./_fault_cases.ts";
import type { EndedRequest } from "./_fault_upstream.ts";
import { aFaultWorld, type FaultWorld, freshAnswers, planReads, type Way } from "./_fault_world.ts";
import { planText } from "../plans/_plan_text.ts";

/** The state of the plan and the journal at some point in time. */
export interface Moment {
  readonly plan: string;
  readonly entry: JournalEntry | null;
  /** The journal entry of the change that this entry undoes, if any. */
  readonly undone: JournalEntry | null;
  /** Ids of transactions, categories, groups, payees and schedules that aren't deleted. */
  readonly liveIds: ReadonlySet<string>;
}

/** The outcome of a change during which requests failed. */
export interface Ending extends Moment {
  readonly before: string;
  readonly reply: ToolReply;
  /** Requests sent by the call that confirmed the change. */
  readonly requests: readonly EndedRequest[];
  /** Result of repeating the call without faults; `null` for changes that need no confirmation. */
  readonly again: (Moment & { readonly reply: ToolReply }) | null;
  /** The plan and the journal after a later read without faults. */
  readonly later: Moment;
  /** Results of later reads, both from the cache and from a new server with an empty cache. */
  readonly reads: readonly (readonly [kept: unknown, afresh: unknown])[];
}

/**
 * Seconds until the later read: enough for the cache to become stale and for the `Retry-After`
 * period of a 429 response to pass.
 */
const LATER_S = 61;

/** Runs a change with faults that start when the change is confirmed. */
export async function runUnder(
  rules: readonly FaultRule[],
  { faultCase, way }: { readonly faultCase: FaultCase; readonly way: Way },
): Promise<Ending> {
  await using world = await aFaultWorld(way);
  const call = await prepared(world, faultCase);
  const known = new Set((await world.journal()).map(({ operationId }) => operationId));
  const before = planText(world.upstream);
  world.upstream.takeEnded();
  world.upstream.setFaults(rules);
  const reply = await world.call(call);
  await world.upstream.untilIdle();
  const requests = world.upstream.takeEnded();
  const ended = await momentOf(world, known);
  if (world.upstream.takeEnded().length > 0) throw new Error("A request ended after its call");
  world.upstream.setFaults([]);
  const later = await readLater(world, known);
  const again = isAtOnce(faultCase) ? null : await callAgain(world, { call, known });
  return { ...ended, before, reply, requests, again, ...later };
}

/** Makes a case's preparatory calls and, if the tool asks for confirmation, the preview call. */
export async function prepared(world: FaultWorld, faultCase: FaultCase): Promise<ToolCall> {
  for (const call of faultCase.before) await carryOutWell(world, call);
  const { tool, args } = faultCase;
  if (isAtOnce(faultCase)) return { tool, args };
  const preview = await world.call(faultCase);
  const confirmation = preview.structured?.["confirmation"];
  if (confirmation === undefined) throw new Error(preview.text);
  return { tool, args: { ...args, confirmation } };
}

/** Whether the tool applies changes without confirmation. */
function isAtOnce(call: ToolCall): boolean {
  const tool = tools.find(({ name }) => name === call.tool);
  return tool !== undefined && !asksFirst(tool);
}

async function carryOutWell(world: FaultWorld, call: ToolCall): Promise<void> {
  const reply = await world.carryOut(call);
  if (reply.isError) throw new Error(reply.text);
}

async function readLater(
  world: FaultWorld,
  known: ReadonlySet<string>,
): Promise<Pick<Ending, "later" | "reads">> {
  world.pass(LATER_S);
  const kept: unknown[] = [];
  for (const call of planReads) kept.push(reported(await world.call(call)));
  const afresh = (await freshAnswers(world)).map(reported);
  const reads = kept.map((answer, at) => [answer, afresh[at]] as const);
  return { later: await momentOf(world, known), reads };
}

function reported({ structured, text }: ToolReply): unknown {
  return structured ?? text;
}

async function callAgain(
  world: FaultWorld,
  { call, known }: { readonly call: ToolCall; readonly known: ReadonlySet<string> },
): Promise<Ending["again"]> {
  const reply = await world.call(call);
  return { reply, ...await momentOf(world, known) };
}

async function momentOf(world: FaultWorld, known: ReadonlySet<string>): Promise<Moment> {
  const journal = await world.journal();
  const fresh = journal.filter(({ operationId }) => !known.has(operationId));
  if (fresh.length > 1) throw new Error(`The journal has ${fresh.length} entries of one change`);
  const [entry = null] = fresh;
  const undone = journal.find(({ operationId }) => operationId === entry?.undoes) ?? null;
  const [stored] = world.upstream.stored;
  const live = [
    ...stored?.transactions ?? [],
    ...stored?.categories ?? [],
    ...stored?.scheduled ?? [],
    ...stored?.groups ?? [],
    ...stored?.payees ?? [],
  ];
  const liveIds = new Set(live.filter(({ deleted }) => !deleted).map(({ id }) => id));
  return { plan: planText(world.upstream), entry, undone, liveIds };
}
