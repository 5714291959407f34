import { assert, assertEquals } from "@std/assert";
import type { Answer, FormAnswer, ListedTool } from "../protocol/_host.ts";
import { openHost2025 } from "../protocol/_host_2025.ts";
import { openHost2026 } from "../protocol/_host_2026.ts";
import { fromSource, SERVE_DEMO, type ServerCommand } from "../protocol/_server_command.ts";
import { toolsOf } from "../../server/offered_tools.ts";
import { type Talk, talkWith, withoutDigests } from "./_talk.ts";

/** Command line under which every artefact is asked. */
export const SERVE: readonly string[] = [...SERVE_DEMO, "--write", "--store", "memory"];

/** Responses to a host of either era; the 2025 host's user checks the box. */
interface Talks {
  readonly by2026: Talk;
  readonly by2025: Talk;
}

const yes = (): Promise<FormAnswer> =>
  Promise.resolve({ action: "accept", content: { confirm: true } });

let source: Promise<Talks> | null = null;

/**
 * Asks an artefact everything, with both client libraries, and compares each answer;
 * then what only the profile `complete` has.
 *
 * @param inFlags Rewrites instructions that name fields of a form, to name flags.
 */
export async function assertSameAsSource(
  command: ServerCommand,
  inFlags: (instructions: string) => string = (instructions) => instructions,
): Promise<void> {
  source ??= talksWith(fromSource(SERVE));
  const expected = await source;
  assertIsWhole(expected);
  const { by2026, by2025 } = await talksWith(command);
  const restated = (talk: Talk): Talk => ({
    ...talk,
    instructions: inFlags(talk.instructions ?? ""),
  });
  assertEquals({ by2026: restated(by2026), by2025: restated(by2025) }, expected);
  completeSource ??= completeTalk(fromSource(SERVE));
  const complete = await completeSource;
  const names = complete.tools.map(({ name }) => name);
  assertEquals(names, toolsOf("complete", true).map(({ name }) => name));
  assertEquals(complete.answers.map(({ isError }) => isError), [false, false]);
  assertEquals(await completeTalk(command), complete);
}

/** What the profile `complete` offers, and answers of tools that no other profile loads. */
interface CompleteTalk {
  readonly tools: readonly ListedTool[];
  readonly answers: readonly Answer[];
}

let completeSource: Promise<CompleteTalk> | null = null;

async function completeTalk(command: ServerCommand): Promise<CompleteTalk> {
  const args = [...command.args, "--profile", "complete"];
  await using host = await openHost2026({ ...command, args });
  const tools = withoutDigests(await host.listTools());
  const answers = [await host.call("list_payees", {}), await host.call("review_transactions", {})];
  return { tools, answers };
}

async function talksWith(command: ServerCommand): Promise<Talks> {
  return {
    by2026: await talkWith(openHost2026(command)),
    by2025: await talkWith(openHost2025(command, yes)),
  };
}

/** Two empty conversations would agree as well. */
function assertIsWhole({ by2026, by2025 }: Talks): void {
  const statuses = ({ change }: Talk): unknown => change.map((one) => one.structured?.["status"]);
  assertEquals(statuses(by2026), [
    "confirmation_required",
    "applied",
    "confirmation_required",
    "applied",
  ]);
  assertEquals(statuses(by2025), ["applied", "applied"]);
  for (const { answers, tools, row, contents, resources, templates, page } of [by2026, by2025]) {
    assertEquals(tools.length, toolsOf("fuller", true).length);
    assert(page.length > 50_000 && page.startsWith("<!doctype html>"), "the page is not whole");
    assertEquals(answers.map(({ isError }) => isError), Array(6).fill(false));
    const flags = row.map((one) => (one as Readonly<Record<string, unknown>>)["flag"]);
    assertEquals(flags, [undefined, "red", undefined]);
    assertEquals([Object.keys(contents).length, resources.length + templates.length], [3, 3]);
  }
}
