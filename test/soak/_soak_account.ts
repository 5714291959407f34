import { run } from "../../cli.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { keysOf } from "../model/_life.ts";
import { planDifference } from "../changes/plans/_plan_difference.ts";
import { ids } from "../tools/_plan.ts";
import { markOf } from "./_soak_changes.ts";
import { openSoakDatabase } from "./_soak_database.ts";
import type { SoakStore } from "./_soak_store.ts";
import type { SoakUpstream } from "./_soak_upstream.ts";

/** A requested change. */
export interface AskedChange {
  readonly number: number;
  readonly call: ToolCall;
  /** The process's time, in milliseconds since 1970. */
  readonly at: number;
  /** The true time. */
  readonly trueAt: number;
  /** `null` if the process was killed before it answered. */
  readonly reply: ToolReply | null;
  /** Whether the plan differs from before. */
  readonly isWritten: boolean;
  /** Whether the plan was restored since, so that open outcomes are unknown. */
  isBeforeBackup: boolean;
  /** Whether others have edited its transaction since its process was killed. */
  isOverwritten: boolean;
}

/** Where the statistics are collected. */
export interface AccountPlace {
  readonly upstream: SoakUpstream;
  readonly store: SoakStore;
  readonly url: string;
}

interface PastChange {
  readonly operation_id: string;
  readonly at: string;
  readonly tool: string | null;
  readonly state: string;
}

/** States that claim a change was at least partly applied, and those that claim it wasn't. */
const WAS_WRITTEN: readonly string[] = ["applied", "applied in part", "undone", "undone in part"];
const NOT_WRITTEN = "not applied";
/** A tool changes the plan once within this time; its process's clock advances, too. */
const CALL_MS = 30_000;
const SLACK_MS = 1_000;
const MARK = /soak-\d{6}/gu;

/** Whether two states of a plan differ in what exists; deletions of new records don't count. */
export function isOtherPlan(before: PlanRecords, after: PlanRecords): boolean {
  return keysOf(planDifference(before, after)).length > 0;
}

/** Finds requests applied twice or unrequested and wrong journal entries. */
export async function untruths(
  asked: readonly AskedChange[],
  place: AccountPlace,
): Promise<readonly string[]> {
  const { upstream } = place;
  const journal = await history(place);
  return [
    ...upstream.writesOf(null).map(({ method, path }) => `${method} ${path} was never requested`),
    ...asked.flatMap((change) => [
      ...repeated(change, upstream),
      ...untold(change, journal),
    ]),
  ];
}

/** Create requests that were applied twice, in the same change or a later one. */
function repeated({ number, call: { tool } }: AskedChange, upstream: SoakUpstream): string[] {
  const creations = upstream.writesOf(number).filter(({ method }) => method === "POST");
  const alike = Map.groupBy(creations, ({ path, body }) => `${path} ${body}`);
  const twice = [...alike.values()].filter(({ length }) => length > 1);
  // An undo re-creates what was deleted.
  const marks = tool === "undo_operation"
    ? []
    : creations.flatMap(({ body }) => body.match(MARK) ?? []);
  return [
    ...twice.map(({ length }) => `${tool} ${markOf(number)} was carried out ${length} times`),
    ...marks.filter((mark) => mark !== markOf(number))
      .map((mark) => `${mark} was carried out once more with ${tool} ${markOf(number)}`),
  ];
}

/** False statements in the response or the journal. */
function untold(change: AskedChange, journal: readonly PastChange[]): string[] {
  const { isWritten, reply, number, call: { tool } } = change;
  const entry = entryOf(change, journal);
  const status = reply?.structured?.["status"];
  const state = entry?.state ?? "none";
  const what = `${tool} ${markOf(number)}`;
  const found: string[] = [];
  // An import without transactions counts as applied although nothing was written.
  const isOfNothing = reply?.structured?.["imported"] === 0;
  if (status === "applied" && !isWritten && !isOfNothing) {
    found.push(`${what} was said, not carried out`);
  }
  if (reply?.isError === true && status === undefined && isWritten) {
    found.push(`${what} was refused, and carried out: ${reply.text}`);
  }
  if (entry === undefined && isWritten) found.push(`the journal has no ${what}`);
  if (WAS_WRITTEN.includes(state) && !isWritten && !isOfNothing) {
    found.push(`the journal says "${state}" of ${what}, which was not carried out`);
  }
  const isHidden = change.isBeforeBackup || change.isOverwritten;
  if (state === NOT_WRITTEN && isWritten && !isHidden) {
    found.push(`the journal says "${state}" of ${what}, which was carried out`);
  }
  return found;
}

/** The entry named by the response, or else by its time. */
function entryOf(
  { call, at, trueAt, reply }: AskedChange,
  journal: readonly PastChange[],
): PastChange | undefined {
  const named = reply?.structured?.["operation_id"];
  if (named !== undefined) return journal.find((one) => one.operation_id === named);
  const isWithin = (ms: number): boolean => ms >= -SLACK_MS && ms < CALL_MS;
  // A database synchronizes its clients' clocks to a second.
  return journal.find(({ tool, at: begun }) =>
    tool === call.tool && [at, trueAt].some((time) => isWithin(Date.parse(begun) - time))
  );
}

async function history({ store, url }: AccountPlace): Promise<readonly PastChange[]> {
  const [out, err]: [string[], string[]] = [[], []];
  await run({
    args: [
      ...["history", "--json", "--plan", ids.plan],
      ...["--store", store.name, "--api-url", url],
    ],
    env: (name) => name === "BUDGET_ACCESS_TOKEN" ? "demo-token" : undefined,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    openDatabase: openSoakDatabase,
  });
  if (err.length > 0) throw new Error(err.join(""));
  return JSON.parse(out.join("")).changes;
}
