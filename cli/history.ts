import { readdirSync } from "node:fs";
import { paintFor, printable, say, tell, wrapped } from "./_text.ts";
import { NO_HOME, openedDatabase } from "./_store_place.ts";
import { changeHistory, newestFirst, type PastChange } from "../changes/change_history.ts";
import { Journal } from "../changes/journal.ts";
import { UNDO_WRITES } from "../changes/revert.ts";
import { DEFAULT_API_URL, parseBaseUrl } from "../client/base_url.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { foldName } from "../domain/base/fold_text.ts";
import { datesInWords, dayWords } from "../domain/base/date_words.ts";
import { localDayOf } from "../domain/base/day.ts";
import { openStore } from "../sync/store/open_store.ts";
import type { Store } from "../sync/store/store.ts";
import { FILES } from "../sync/store/store_folder.ts";
import { storesIn } from "../server/server_options.ts";
import { COMMAND, noToken } from "../server/advice.ts";
import { alignedTable } from "./_table.ts";
import type { CommandLine } from "./_parse.ts";
import { type CommandOptions, serverOptions } from "./_settings.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

const NOTHING = "No changes have been made through this server with this access token.";
const NO_DEMO =
  "Each call with --demo starts over, so no changes are kept. To try making, listing and " +
  "undoing changes, run budget-tool-server demo.";

/** Tables narrower than this don't show how changes were confirmed. */
const WIDE = 100;

/** Contents of the change journal. */
interface History {
  readonly changes: readonly PastChange[];
  /** Number of changes to plans that aren't in `plans`. */
  readonly others: number;
  readonly plans: readonly { readonly id: string; readonly name: string | null }[];
}

/** Lists past changes without sending a request to YNAB. */
export async function history(line: CommandLine, terminal: Terminal): Promise<number> {
  const options = serverOptions(line, terminal);
  for (const notice of options.notices) say(notice, terminal);
  const tellNone = (why: string): number => {
    const json = { changes: [], of_other_plans: 0 };
    tell(line, terminal, { json, text: wrapped(why, terminal) });
    return 0;
  };
  if (options.isDemo) return tellNone(NO_DEMO);
  const { token, problems = [], tokenPlaceholder, storeFolder: folder, storeProblem } = options;
  if (problems.length > 0) throw new UsageError(problems.join("; "));
  if (token === null) {
    const missing = noToken({ tokenPlaceholder, settingsForm: COMMAND });
    throw new UsageError(`the journal is encrypted with the access token, and ${missing}`);
  }
  if (storeProblem !== undefined) {
    say(NO_HOME, terminal);
    return 1;
  }
  const database = await openedDatabase(options, terminal);
  if (folder === undefined && database === undefined) {
    return tellNone("The store is in memory: the change history is lost when the server stops.");
  }
  const names = folder === undefined ? [] : namesIn(folder);
  if (names === null && line.given.store !== undefined) {
    say(`the store's folder ${folder} doesn't exist yet`, terminal);
  }
  const hasJournal = names?.includes(FILES.journal) === true;
  const store = openStore({
    folder: hasJournal && folder !== undefined ? folder : null,
    database: storesIn(database),
    secret: token,
    baseUrl: parseBaseUrl(options.apiUrl ?? DEFAULT_API_URL),
    now: Date.now,
    onNote: (note) => {
      if (note.event !== "store_set_aside") return;
      say(`a damaged file was set aside as ${note.file}`, terminal);
    },
  });
  try {
    const refusal = await store.changes.refusal();
    if (refusal !== null) {
      say(refusal, terminal);
      return 1;
    }
    const found = await historyIn(store, options);
    const { changes, others } = found;
    tell(line, terminal, {
      json: { changes, of_other_plans: others },
      text: textOf(found, terminal),
    });
    return 0;
  } finally {
    await store.close();
    await database?.close();
  }
}

/** Lists a folder's files; `null` if the folder doesn't exist. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === "ENOENT") return null;
    if (code === "ENOTDIR") {
      throw new UsageError(`the store must be a folder, but ${folder} is a file`);
    }
    throw error;
  }
}

async function historyIn(
  store: Store,
  { planId: plan, profile = "fuller" }: CommandOptions,
): Promise<History> {
  const undoWrites = UNDO_WRITES[profile];
  const known = (await store.loadPlans())?.plans ?? [];
  const named = plan === undefined
    ? known
    : known.filter(({ id, name }) => id === plan || foldName(name) === foldName(plan));
  const plans = plan !== undefined && named.length === 0 ? [{ id: plan, name: null }] : named;
  const journal = new Journal(store.changes);
  const changes = await Promise.all(
    plans.map(async ({ id }) =>
      changeHistory({ ...await journal.read(id), planId: id, undoWrites })
    ),
  );
  const [only, ...more] = changes;
  const listed = more.length === 0 ? only ?? [] : newestFirst(changes.flat());
  const others = await store.changes.countOthers(plans.map(({ id }) => id));
  return { changes: listed, others, plans };
}

function textOf({ changes, others, plans }: History, terminal: Terminal): string {
  const isSeveral = plans.length > 1;
  const names = new Map(plans.map(({ id, name }) => [id, cleanText(name ?? id)]));
  const planOf = ({ plan_id: id }: PastChange): string | null =>
    isSeveral ? names.get(id) ?? null : null;
  const lines = terminal.columns === undefined
    ? changes.flatMap((change) => linesFor(change, planOf(change)))
    : tableOf(changes, planOf, { ...terminal, columns: terminal.columns });
  const hint = changes.some((one) => one.can_undo)
    ? [
      "To undo a change, ask your assistant, or run:",
      "  budget-tool-server call undo_operation operation_id=ID --write",
    ]
    : [];
  const more = others === 0 ? [] : [othersWords(others, changes.length > 0)];
  if (changes.length === 0) return wrapped(others === 0 ? NOTHING : more.join("\n"), terminal);
  return [...lines, "", ...hint, ...more.map((line) => wrapped(line, terminal))].join("\n")
    .trimEnd();
}

/** Formats the changes as a table, with a plan column if there are several plans. */
function tableOf(
  changes: readonly PastChange[],
  planOf: (change: PastChange) => string | null,
  terminal: Terminal & { readonly columns: number },
): readonly string[] {
  const names = ["when", "change", "plan", "state", "undo", "id"];
  const rows = changes.map((change) => {
    const { operation_id: id, summary, why_not: whyNot } = change;
    const isClear = summary === null || isClearFromState(change);
    const reason = whyNot?.replace(", which can't be undone", "");
    const why = reason === "can't be undone" ? "no" : `no: it ${reason}`;
    const undo = whyNot === null ? "yes" : isClear ? "" : why;
    const what = summary === null ? `A change that ${whyNot}` : datesInWords(summary);
    const plan = planOf(change) ?? "";
    const state = terminal.columns < WIDE ? change.state : stateWords(change);
    return { cells: [timeOf(change), what, plan, state, undo, id].map(printable) };
  });
  return alignedTable({ names, rows }, { width: terminal.columns, paint: paintFor(terminal) });
}

function linesFor(change: PastChange, plan: string | null): readonly string[] {
  const { operation_id: id, summary, why_not: whyNot } = change;
  const time = timeOf(change);
  const where = plan === null ? "" : ` (${plan})`;
  if (summary === null) return [`${time}  A change that ${whyNot}${where}`, `    ${id}`];
  const undo = whyNot === null ? "; can be undone" : isClearFromState(change) ? "" : `; ${whyNot}`;
  return [`${time}  ${datesInWords(summary)}${where}`, `    ${id}: ${stateWords(change)}${undo}`];
}

/** Describes a change's state, how the change was confirmed, and which client made it. */
function stateWords({ state, confirmed_by: by, client }: PastChange): string {
  const known = [by, client].flatMap((word) => word ?? []);
  return known.length === 0 ? state : `${state} (${known.join(", ")})`;
}

/** When a change started, in local time. */
function timeOf({ at }: PastChange): string {
  const begun = Date.parse(at);
  return `${dayWords(localDayOf(begun))} ${new Date(begun).toTimeString().slice(0, 5)}`;
}

/** Whether the change's state alone shows that it can't be undone. */
function isClearFromState({ state, why_not: whyNot }: PastChange): boolean {
  return whyNot !== null && (state === "undone" || state === "not applied");
}

function othersWords(count: number, isMore: boolean): string {
  const what = count === 1 ? "1 change belongs" : `${count} changes belong`;
  return `${isMore ? "Besides these, " : ""}${what} to plans that are not listed here: ` +
    "choose a plan with --plan ID (list_plans shows the ids).";
}
