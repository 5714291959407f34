import { assert, assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { type Conversation, converse } from "../protocol/_conversation.ts";
import { demoPlanId } from "../protocol/_demo_plan_id.ts";
import type { Answer, FormAnswer, Host } from "../protocol/_host.ts";
import { openHost2025 } from "../protocol/_host_2025.ts";
import { openHost2026 } from "../protocol/_host_2026.ts";
import { fromSource, SERVE_DEMO, type ServerCommand } from "../protocol/_server_command.ts";

/** Command-line arguments for each artifact, and for the program when run from source. */
export const SERVE: readonly string[] = [...SERVE_DEMO, "--write", "--store", "memory"];

/** The results of a change and its undo, and the HTML page of a view. */
interface Change {
  /** The view's HTML page, requested by a client that doesn't declare support for views. */
  readonly page: string;
  /** Responses to the calls that make the change and undo it. */
  readonly change: readonly Answer[];
  /** The changed transaction's flag color before the change, after it, and after the undo. */
  readonly flags: readonly unknown[];
}

/** Responses to all reads in the `fuller` profile and to a change confirmed with a code. */
type Talk = Conversation & Change;

let source: Promise<Talk> | null = null;

/**
 * Asserts that an artifact gives the same answers as the program does when run from source.
 *
 * @param inFlags Replaces setting names in the server's instructions with the matching flags.
 */
export async function assertSameAsSource(
  command: ServerCommand,
  inFlags: (instructions: string) => string = (instructions) => instructions,
): Promise<void> {
  source ??= talkWith(fromSource(SERVE));
  const expected = await source;
  assertIsWhole(expected);
  const talk = await talkWith(command);
  assertEquals({ ...talk, instructions: inFlags(talk.instructions ?? "") }, expected);
}

async function talkWith(command: ServerCommand): Promise<Talk> {
  await using host = await openHost2026(command);
  const talk = { ...await converse(host), ...await changeIn(host) };
  // Replace page URIs, codes and operation ids, which differ from process to process.
  const random = talk.change.flatMap(({ structured }) =>
    [structured?.["confirmation"], structured?.["operation_id"]].filter((id) => id !== undefined)
  );
  const text = random.reduce<string>(
    (rest, id) => rest.replaceAll(String(id), "random"),
    JSON.stringify(talk).replaceAll(/-[0-9a-f]{16}\.html/gu, ".html"),
  );
  return JSON.parse(text);
}

/**
 * Asserts that an artifact serves all tools to a host that uses a 2025 version of MCP and supports
 * forms.
 */
export async function assertServesOldHosts(command: ServerCommand): Promise<void> {
  const accept = (): Promise<FormAnswer> =>
    Promise.resolve({ action: "accept", content: { confirm: true } });
  const args = [...command.args, "--profile", "complete"];
  await using host = await openHost2025({ ...command, args }, accept);
  const names = (await host.listTools()).map(({ name }) => name);
  assertEquals(names, toolsOf("complete", true).map(({ name }) => name));
  assertEquals((await host.call("review_transactions", {})).isError, false);
  const { change, flags } = await changeIn(host);
  assertEquals(change.map(({ structured }) => structured?.["status"]), ["applied", "applied"]);
  assertEquals(flags, [null, "red", null]);
}

async function changeIn(host: Host): Promise<Change> {
  const flagOf = async (): Promise<unknown> => (await newestRow(host))["flag"] ?? null;
  const { transaction_id } = await newestRow(host);
  const flags = [await flagOf()];
  const wanted = { flags: [{ transaction_id, color: "red" }] };
  const flagged = await changeBy(host, "flag_transactions", wanted);
  flags.push(await flagOf());
  const undone = await changeBy(host, "undo_operation", {});
  flags.push(await flagOf());
  const page = await host.read("ui://budget-tool-server/move_money-00000000.html");
  return { page, change: [...flagged, ...undone], flags };
}

/** Returns the fields of the newest transaction. */
export async function newestRow(host: Host): Promise<Readonly<Record<string, unknown>>> {
  const { structured } = await host.call("find_transactions", { plan_id: demoPlanId, limit: 1 });
  const [row] = structured?.["transactions"] as readonly Readonly<Record<string, unknown>>[];
  if (row === undefined) throw new Error("There is no row to change");
  return row;
}

/** Makes a change, and confirms it if the response contains a code. Returns all responses. */
export async function changeBy(
  host: Host,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<readonly Answer[]> {
  const call = { plan_id: demoPlanId, ...args };
  const first = await host.call(name, call);
  const confirmation = first.structured?.["confirmation"];
  if (confirmation === undefined) return [first];
  return [first, await host.call(name, { ...call, confirmation })];
}

/**
 * Asserts that a conversation is complete. Without this check, two empty conversations would pass
 * as equal.
 */
function assertIsWhole({ change, answers, tools, flags, page, ...rest }: Talk): void {
  const [asked, applied] = ["confirmation_required", "applied"];
  const statuses = change.map(({ structured }) => structured?.["status"]);
  assertEquals(statuses, [asked, applied, asked, applied]);
  assertEquals(tools.map(({ name }) => name), toolsOf("fuller", true).map(({ name }) => name));
  assert(page.length > 50_000 && page.startsWith("<!doctype html>"), "the page is incomplete");
  assertEquals(Object.values(answers).filter(({ isError }) => isError), []);
  assertEquals(flags, [null, "red", null]);
  const { contents, resources, templates } = rest;
  assertEquals([Object.keys(contents).length, resources.length + templates.length], [3, 3]);
}
