import { assert, assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { type Conversation, converse } from "../protocol/_conversation.ts";
import { demoPlanId } from "../protocol/_demo_plan_id.ts";
import type { Answer, FormAnswer, Host, ListedTool } from "../protocol/_host.ts";
import { openHost2025 } from "../protocol/_host_2025.ts";
import { openHost2026 } from "../protocol/_host_2026.ts";
import { fromSource, SERVE_DEMO, type ServerCommand } from "../protocol/_server_command.ts";

/** Arguments for every artifact and for the source. */
export const SERVE: readonly string[] = [...SERVE_DEMO, "--write", "--store", "memory"];

/** A host's conversation, including a change and its undo. */
interface Talk extends Conversation {
  /** A view's page, as sent to a client that doesn't show views. */
  readonly page: string;
  /** Answers of the change and its undo. */
  readonly change: readonly Answer[];
  /** Flag of the changed transaction before the change, after it, and after the undo. */
  readonly flags: readonly unknown[];
}

/** Conversations with hosts of both protocol versions, and one in the `complete` profile. */
interface Talks {
  readonly by2026: Talk;
  /** A conversation in which the host confirms every form. */
  readonly by2025: Talk;
  readonly complete: { readonly tools: readonly ListedTool[]; readonly answers: readonly Answer[] };
}

const accept = (): Promise<FormAnswer> =>
  Promise.resolve({ action: "accept", content: { confirm: true } });

let source: Promise<Talks> | null = null;

/**
 * Makes all calls to an artifact with both client libraries, and compares each answer with the
 * source's.
 *
 * @param inFlags Replaces fields of a host's settings form with flags in the instructions.
 */
export async function assertSameAsSource(
  command: ServerCommand,
  inFlags: (instructions: string) => string = (instructions) => instructions,
): Promise<void> {
  source ??= talksWith(fromSource(SERVE));
  const expected = await source;
  assertIsWhole(expected);
  const restated = (talk: Talk): Talk => ({
    ...talk,
    instructions: inFlags(talk.instructions ?? ""),
  });
  const { by2026, by2025, complete } = await talksWith(command);
  assertEquals({ by2026: restated(by2026), by2025: restated(by2025), complete }, expected);
}

async function talksWith(command: ServerCommand): Promise<Talks> {
  const talks = {
    by2026: await talkWith(await openHost2026(command)),
    by2025: await talkWith(await openHost2025(command, accept)),
    complete: await completeTalk(command),
  };
  // Replace page addresses, codes and operation ids, which are different in each process.
  const { by2026, by2025 } = talks;
  const random = [...by2026.change, ...by2025.change].flatMap(({ structured }) =>
    [structured?.["confirmation"], structured?.["operation_id"]].filter((id) => id !== undefined)
  );
  const text = random.reduce<string>(
    (rest, id) => rest.replaceAll(String(id), "random"),
    JSON.stringify(talks).replaceAll(/-[0-9a-f]{16}\.html/gu, ".html"),
  );
  return JSON.parse(text);
}

async function talkWith(opened: Host): Promise<Talk> {
  await using host = opened;
  const conversation = await converse(host);
  const flagOf = async (): Promise<unknown> => (await newestRow(host))["flag"] ?? null;
  const { transaction_id } = await newestRow(host);
  const flags = [await flagOf()];
  const wanted = { flags: [{ transaction_id, color: "red" }] };
  const flagged = await changeBy(host, "flag_transactions", wanted);
  flags.push(await flagOf());
  const undone = await changeBy(host, "undo_operation", {});
  flags.push(await flagOf());
  const page = await host.read("ui://budget-tool-server/move_money-00000000.html");
  return { ...conversation, page, change: [...flagged, ...undone], flags };
}

async function completeTalk(command: ServerCommand): Promise<Talks["complete"]> {
  const args = [...command.args, "--profile", "complete"];
  await using host = await openHost2026({ ...command, args });
  const answers = [await host.call("list_payees", {}), await host.call("review_transactions", {})];
  return { tools: await host.listTools(), answers };
}

async function newestRow(host: Host): Promise<Readonly<Record<string, unknown>>> {
  const { structured } = await host.call("find_transactions", { plan_id: demoPlanId, limit: 1 });
  const [row] = structured?.["transactions"] as readonly Readonly<Record<string, unknown>>[];
  if (row === undefined) throw new Error("There is no row to change");
  return row;
}

/** Makes a change, and confirms it by code unless a form asks the user. Returns the answers. */
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

/** Asserts that conversations are complete, because two empty ones would also be equal. */
function assertIsWhole({ by2026, by2025, complete }: Talks): void {
  const statuses = ({ change }: Talk): unknown => change.map((one) => one.structured?.["status"]);
  const [asked, applied] = ["confirmation_required", "applied"];
  assertEquals(statuses(by2026), [asked, applied, asked, applied]);
  assertEquals(statuses(by2025), [applied, applied]);
  for (const { answers, tools, flags, contents, resources, templates, page } of [by2026, by2025]) {
    assertEquals(tools.length, toolsOf("fuller", true).length);
    assert(page.length > 50_000 && page.startsWith("<!doctype html>"), "the page is incomplete");
    assertEquals(Object.values(answers).filter(({ isError }) => isError), []);
    assertEquals(flags, [null, "red", null]);
    assertEquals([Object.keys(contents).length, resources.length + templates.length], [3, 3]);
  }
  const names = complete.tools.map(({ name }) => name);
  assertEquals(names, toolsOf("complete", true).map(({ name }) => name));
  assertEquals(complete.answers.map(({ isError }) => isError), [false, false]);
}
