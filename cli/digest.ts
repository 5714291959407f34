import { isDay } from "../domain/base/day.ts";
import { dayWords } from "../domain/base/date_words.ts";
import { sentenceForPeople } from "../domain/base/for_people.ts";
import { type MoneyFormat, UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import { resolvePlan } from "../server/arguments.ts";
import { runTool } from "../server/run_tool.ts";
import type { Session } from "../server/open_session.ts";
import { loadTool } from "../tools/_load_tool.ts";
import type { CommandLine } from "./_parse.ts";
import { withFlags, withSession } from "./_session.ts";
import { type Terminal, UsageError } from "./_terminal.ts";
import { tell, wrapped } from "./_text.ts";

/** Exit status if something needs attention. */
const NOT_QUIET = 10;

const LAST = "last";

interface Digest {
  readonly quiet?: boolean;
  readonly items?: readonly { readonly what: string; readonly date?: string }[];
  readonly more?: number;
}

/** Prints what needs attention; if nothing does, prints nothing. */
export async function digest(line: CommandLine, terminal: Terminal): Promise<number> {
  const { since } = line.given;
  if (since !== undefined && since.value !== LAST && !isDay(since.value)) {
    throw new UsageError('--since must be a date in the form YYYY-MM-DD, or "last"');
  }
  const how = { since: since?.value, line, terminal };
  return await withSession(
    withFlags(line, { profile: "complete" }),
    terminal,
    (session) => digestIn(session, how),
  );
}

async function digestIn(
  session: Session,
  { since: asked, line, terminal }: {
    readonly since: string | undefined;
    readonly line: CommandLine;
    readonly terminal: Terminal;
  },
): Promise<number> {
  const planId = await planOf(session);
  const since = asked === LAST && planId !== null ? await lastDay(session, planId) : asked;
  const reply = await runTool({
    tool: await loadTool("get_digest"),
    args: {
      ...(planId === null ? {} : { plan_id: planId }),
      ...(since === undefined || since === LAST ? {} : { since }),
    },
  }, session);
  if (reply.isError || reply.structured === null) {
    terminal.err(`${wrapped(reply.text, terminal)}\n`);
    return 1;
  }
  const found: Digest = reply.structured;
  const isQuiet = found.quiet === true;
  if (!isQuiet) {
    const text = textOf(found, reply.view?.money ?? UNKNOWN_MONEY_FORMAT, terminal);
    tell(line, terminal, { json: found, text });
  }
  // The next digest must repeat what this one failed to print.
  if (planId !== null && await terminal.isWritten()) {
    // Ignore a failed save: store errors are reported elsewhere, and the digest is already
    // complete.
    const last = { name: "day", value: session.today(), holdsMs: null };
    await session.copy?.values.save({ planId, group: "digest" }, last).catch(() => {});
  }
  return isQuiet ? 0 : NOT_QUIET;
}

/** Returns the plan's id; `null` if no plan is found. The tool's answer then explains why. */
async function planOf({ copy, planId: setting, settingsForm }: Session): Promise<string | null> {
  if (copy === null) return null;
  const lookup = { copy, setting, settingsForm, options: {} };
  return await resolvePlan(undefined, lookup).catch(() => null);
}

async function lastDay({ copy, today }: Session, planId: string): Promise<string | undefined> {
  const day = await copy?.values.find({ planId, group: "digest" }, "day").catch(() => null);
  // A stored day in the future means that the clock has been set back, so ignore the stored day.
  return typeof day !== "string" || day > today() ? undefined : day;
}

function textOf({ items = [], more }: Digest, money: MoneyFormat, terminal: Terminal): string {
  return [
    ...items.map(({ what, date }) => {
      const day = date === undefined || what.includes(date) ? "" : ` (${dayWords(date)})`;
      return wrapped(`- ${sentenceForPeople(what, money)}${day}`, terminal);
    }),
    ...(more === undefined ? [] : [`${more} more`]),
  ].join("\n");
}
