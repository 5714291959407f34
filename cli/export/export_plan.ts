import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UpstreamError } from "../../client/upstream_error.ts";
import type { MonthDetail, PlanSummary } from "../../client/wire/plan.ts";
import { cleanText, listed } from "../../domain/base/clean_text.ts";
import { compareTexts, foldName } from "../../domain/base/fold_text.ts";
import { liveLines } from "../../domain/base/plan_records.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { countedTransactions } from "../../domain/transactions/transaction_chunks.ts";
import { errorText } from "../../server/errors.ts";
import type { Session } from "../../server/open_session.ts";
import type { CommandLine } from "../_parse.ts";
import { startProgressLine } from "../_progress_line.ts";
import { withSession } from "../_session.ts";
import { chosenWord } from "../_settings.ts";
import { StartError, type Terminal, UsageError } from "../_terminal.ts";
import { jsonText, say } from "../_text.ts";
import { planFile, registerFile } from "./csv.ts";
import { beancountFile, hledgerFile } from "./ledger.ts";
import type { ExportedFile, ExportedPlan } from "./plan.ts";

/** Maximum number of months to request from YNAB without asking the user first. */
const MANY_REQUESTS = 20;

interface Writer {
  readonly files: readonly string[];
  /** Whether the format includes monthly figures. */
  readonly hasMonths: boolean;
  readonly write: (plan: ExportedPlan) => readonly ExportedFile[];
}

const WRITERS: Readonly<Record<string, Writer>> = {
  csv: {
    files: ["Register.csv", "Plan.csv"],
    hasMonths: true,
    write: (plan) => [registerFile(plan), ...(plan.months.length === 0 ? [] : [planFile(plan)])],
  },
  json: { files: ["plan.json"], hasMonths: true, write: (plan) => [jsonFile(plan)] },
  hledger: { files: ["plan.journal"], hasMonths: false, write: (plan) => [hledgerFile(plan)] },
  beancount: {
    files: ["plan.beancount"],
    hasMonths: false,
    write: (plan) => [beancountFile(plan)],
  },
};

export async function exportPlan(line: CommandLine, terminal: Terminal): Promise<number> {
  const { operands, given } = line;
  const writer = WRITERS[chosenWord("format", given.format) ?? ""];
  if (writer === undefined || operands.length > 0) {
    throw new UsageError(
      `the export command takes --format ${Object.keys(WRITERS).join("|")}, ` +
        "[--out FOLDER|-] and [--no-months]",
    );
  }
  const folder = given.out === undefined || given.out.value === "-" ? null : given.out.value;
  const isForced = given.force !== undefined;
  const isWanted = given["no-months"] === undefined;
  // Standard output can take only one file.
  const isRegisterOnly = folder === null && writer.files.length > 1;
  const hasMonths = writer.hasMonths && isWanted && !isRegisterOnly;
  if (folder !== null) {
    if (!isForced) refuseExisting(folder, writer.files);
    writing(folder, () => refuseUnwritable(folder));
  }
  return await withSession(line, terminal, async (session) => {
    const plan = await planFrom(session, { terminal, hasMonths });
    if (plan === null) {
      say("nothing was exported", terminal);
      return 1;
    }
    const files = writer.write(plan);
    for (const name of files.flatMap(({ differing = [] }) => differing)) {
      say(
        `the transactions in ${cleanText(name)} don't add up to its balance in YNAB: the ` +
          "difference is in Equity:Differences",
        terminal,
      );
    }
    if (folder === null) {
      terminal.out(files[0]?.text ?? "");
      if (isRegisterOnly && isWanted) {
        say("only Register.csv was printed: to get Plan.csv too, use --out FOLDER", terminal);
      }
    } else {
      const paths = writeFiles(files, { folder, isForced });
      terminal.out(`Wrote ${listed(paths, "and")}, unencrypted.\n`);
    }
    return 0;
  });
}

/** Reads the plan; `null` if the user canceled the export. */
async function planFrom(
  session: Session,
  { terminal, hasMonths }: { readonly terminal: Terminal; readonly hasMonths: boolean },
): Promise<ExportedPlan | null> {
  const { copy: plans, planId, settingsForm, today } = session;
  if (plans === null) return null;
  const progress = startProgressLine(terminal);
  const options = { onProgress: progress.onProgress };
  try {
    const plan = chosenPlan(await plans.plans(options), planId ?? null);
    const copy = plans.plan(plan.id);
    await copy.noticeChanges();
    const [accounts, categories, payees, scheduled, transactions, summaries] = await Promise.all([
      copy.accounts(options),
      copy.categories(options),
      copy.payees(options),
      copy.scheduledTransactions(options),
      copy.transactions(options),
      hasMonths ? copy.monthSummaries(options) : [],
    ]);
    const names = summaries.map(({ month }) => month).toSorted();
    const known = await Promise.all(names.map((month) => copy.isMonthKnown(month)));
    const requests = known.filter((isKnown) => !isKnown).length;
    const isWanted = requests === 0 ||
      await progress.aside(() => areMonthsWanted(requests, terminal));
    if (!isWanted) return null;
    const months: MonthDetail[] = [];
    for (const month of names) months.push(await copy.month(month, options));
    return {
      plan,
      accounts: accounts.live,
      groups: categories.groups.map(({ categories: _, ...group }) => group),
      categories: categories.live,
      payees: payees.live,
      months,
      transactions: transactions.live.toSorted((a, b) =>
        compareTexts(a.date, b.date) || compareTexts(a.id, b.id)
      ),
      scheduled: scheduled.live,
      format: copy.moneyFormat,
      today: today(),
    };
  } catch (error) {
    if (!(error instanceof UpstreamError || error instanceof ToolError)) throw error;
    const words = errorText(error, { settingsForm }).replace(/^[a-z_]+: /u, "");
    throw new StartError(words, { cause: error });
  } finally {
    progress.end();
  }
}

/** Announces the per-month requests; if there are many, asks the user whether to send them. */
async function areMonthsWanted(requests: number, terminal: Terminal): Promise<boolean> {
  const what = requests === 1
    ? "1 month that isn't in the local copy"
    : `${requests} months that aren't in the local copy`;
  say(
    `reading ${what} takes ${requests} of the 200 requests allowed per hour; --no-months leaves ` +
      "out the monthly amounts",
    terminal,
  );
  const { ask } = terminal;
  return requests <= MANY_REQUESTS || ask === undefined || await ask("Read them?");
}

function chosenPlan(plans: readonly PlanSummary[], wanted: string | null): PlanSummary {
  const name = foldName(wanted ?? "");
  const byId = plans.filter(({ id }) => id === wanted?.trim().toLowerCase());
  const found = wanted === null
    ? plans
    : byId.length > 0
    ? byId
    : plans.filter((plan) => foldName(plan.name) === name);
  const [plan, ...others] = found;
  if (plan !== undefined && others.length === 0) return plan;
  if (plans.length === 0) throw new StartError("this YNAB account has no plans");
  const known = plans.map((one) => `${one.id} (${cleanText(one.name)})`);
  const problem = wanted === null
    ? `there are ${plans.length} plans`
    : found.length > 1
    ? `${found.length} plans are called "${cleanText(wanted)}"`
    : `no plan has the id or name "${cleanText(wanted)}"`;
  throw new UsageError(`${problem}: choose one with --plan ID: ${listed(known, "or")}`);
}

function refuseExisting(folder: string, names: readonly string[]): void {
  const existing = names.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (existing.length > 0) {
    throw new UsageError(`${listed(existing, "and")} would be overwritten: add --force`);
  }
}

/** Checks up front that files can be created in the folder or its nearest existing parent. */
function refuseUnwritable(folder: string): void {
  let existing = resolve(folder);
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  // Deno's `accessSync` ignores group and root permissions, so check whether the location is
  // writable by creating a folder.
  rmdirSync(mkdtempSync(join(existing, ".budget-")));
}

/** Reports an error from the file system. */
function writing<Result>(folder: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const { code, name } = error as Error & { readonly code?: string };
    if (code === undefined || name === "NotCapable") throw error;
    throw new StartError(`can't write into ${folder}: ${code}`, { cause: error });
  }
}

/** Writes each file completely or not at all, readable only by its owner. */
function writeFiles(
  files: readonly ExportedFile[],
  { folder, isForced }: { readonly folder: string; readonly isForced: boolean },
): readonly string[] {
  return writing(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Check again, because the files may have been created while the plan was being read.
    if (!isForced) refuseExisting(folder, files.map(({ name }) => name));
    return files.map(({ name, text }) => {
      const path = join(folder, name);
      const temporary = join(folder, `.${name}.${crypto.randomUUID()}`);
      try {
        writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
        renameSync(temporary, path);
      } finally {
        rmSync(temporary, { force: true });
      }
      return path;
    });
  });
}

/**
 * Fields that YNAB includes in its lists, but not in its plan export: formatted amounts and, in
 * transactions, names and split lines.
 */
const DISPLAYED = /_(?:formatted|currency)$/u;
const OF_LISTS = /^(?:account_name|payee_name|category_name|subtransactions)$/u;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes the plan in YNAB's export format; importers recognize it by the key `budget`. Omits the
 * imported transaction of a matched pair, because importers would count both transactions.
 */
function jsonFile(
  { plan, accounts, groups, categories, payees, months, scheduled, ...exported }: ExportedPlan,
): ExportedFile {
  const { accounts: _, ...summary } = plan;
  const transactions = countedTransactions(exported.transactions);
  const budget = {
    ...summary,
    accounts: accounts.map(recordOf),
    payees,
    // This server doesn't read payee locations.
    payee_locations: [],
    category_groups: groups,
    categories: categories.map(recordOf),
    months: months.map((month) => ({
      ...recordOf(month),
      categories: month.categories.map(recordOf),
    })),
    transactions: transactions.map(rowOf),
    subtransactions: transactions.flatMap((one) =>
      liveLines(one).map((line) => ({ ...recordOf(line), transaction_id: one.id }))
    ),
    scheduled_transactions: scheduled.map(rowOf),
    scheduled_subtransactions: scheduled.flatMap((one) =>
      liveLines(one).map((line) => ({ ...recordOf(line), scheduled_transaction_id: one.id }))
    ),
  };
  return { name: "plan.json", text: `${jsonText({ data: { budget } })}\n` };
}

function recordOf(record: object): Fields {
  return without(record, DISPLAYED);
}

function rowOf(row: object): Fields {
  return without(recordOf(row), OF_LISTS);
}

function without(record: object, names: RegExp): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.test(name)));
}
