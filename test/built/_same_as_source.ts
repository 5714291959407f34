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

/** A change and its undo, and a view's page. */
interface Change {
  /** The page, as sent to a client that doesn't show views. */
  readonly page: string;
  /** Answers of the change and its undo. */
  readonly change: readonly Answer[];
  /** Flag of the changed transaction before the change, after it, and after the undo. */
  readonly flags: readonly unknown[];
}

/** Conversations with hosts of both protocol versions. */
interface Talks {
  /** All read requests in the `fuller` profile; changes are confirmed by code. */
  readonly by2026: Conversation & Change;
  /** A few calls in the `complete` profile; the host accepts every form. */
  readonly by2025:
    & Pick<Host, "protocolVersion" | "serverInfo" | "instructions" | "capabilities">
    & Change
    & { readonly tools: readonly ListedTool[]; readonly answers: Conversation["answers"] };
}

const accept = (): Promise<FormAnswer> =>
  Promise.resolve({ action: "accept", content: { confirm: true } });

let source: Promise<Talks> | null = null;

/**
 * Makes all calls to an artifact with both client libraries, and compares each answer with the
 * source's.
 *
 * @param inFlags In the instructions, replaces fields of a host's settings form with flags.
 */
export async function assertSameAsSource(
  command: ServerCommand,
  inFlags: (instructions: string) => string = (instructions) => instructions,
): Promise<void> {
  source ??= talksWith(fromSource(SERVE));
  const expected = await source;
  assertIsWhole(expected);
  const { by2026, by2025 } = await talksWith(command);
  const restated = { ...by2026, instructions: inFlags(by2026.instructions ?? "") };
  assertEquals({ by2026: restated, by2025 }, expected);
}

async function talksWith(command: ServerCommand): Promise<Talks> {
  const talks = {
    by2026: await wholeTalk(await openHost2026(command)),
    by2025: await completeTalk(
      await openHost2025({ ...command, args: [...command.args, "--profile", "complete"] }, accept),
    ),
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

async function wholeTalk(opened: Host): Promise<Talks["by2026"]> {
  await using host = opened;
  return { ...await converse(host), ...await changeIn(host) };
}

async function completeTalk(opened: Host): Promise<Talks["by2025"]> {
  await using host = opened;
  const { protocolVersion, serverInfo, instructions, capabilities } = host;
  const tools = await host.listTools();
  const answers: Record<string, Answer> = {};
  for (const name of ["list_payees", "review_transactions"]) {
    answers[name] = await host.call(name, {});
  }
  return {
    ...{ protocolVersion, serverInfo, instructions, capabilities, tools, answers },
    ...await changeIn(host),
  };
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
function assertIsWhole({ by2026, by2025 }: Talks): void {
  const statuses = ({ change }: Change): unknown => change.map((one) => one.structured?.["status"]);
  const [asked, applied] = ["confirmation_required", "applied"];
  assertEquals(statuses(by2026), [asked, applied, asked, applied]);
  assertEquals(statuses(by2025), [applied, applied]);
  for (
    const [{ answers, tools, flags, page }, profile] of [[by2026, "fuller"], [
      by2025,
      "complete",
    ]] as const
  ) {
    assertEquals(tools.map(({ name }) => name), toolsOf(profile, true).map(({ name }) => name));
    assert(page.length > 50_000 && page.startsWith("<!doctype html>"), "the page is incomplete");
    assertEquals(Object.values(answers).filter(({ isError }) => isError), []);
    assertEquals(flags, [null, "red", null]);
  }
  const { contents, resources, templates } = by2026;
  assertEquals([Object.keys(contents).length, resources.length + templates.length], [3, 3]);
}
