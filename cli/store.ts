import { type StoreFile, storeFilesIn } from "../sync/store/store_files.ts";
import { jsonText, say } from "./_text.ts";
import type { CommandLine } from "./_parse.ts";
import { databaseUrl, storeFolder } from "./_store_place.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

const WORDS: Readonly<Record<StoreFile["name"], string>> = {
  copy: "local copy",
  journal: "journal",
  sign_ins: "sign-ins",
};

export async function store(
  { operands, given }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const { env, out } = terminal;
  const [word, ...rest] = operands;
  if ((word !== undefined && word !== "clear") || rest.length > 0) {
    throw new UsageError("store takes clear or no argument: store [clear [--journal]]");
  }
  const isClearing = word === "clear";
  if (given.journal !== undefined && !isClearing) {
    throw new UsageError("--journal only works with store clear");
  }
  const url = databaseUrl(given.store);
  if (url !== undefined) return await describeDatabase(url, { isClearing, terminal });
  const folder = storeFolder(given.store, env);
  if (folder === null) {
    out("The store is in memory: nothing is kept when the server stops.\n");
    return 0;
  }
  if (folder === undefined) {
    say("no home folder is known: set a folder with --store sqlite:FOLDER", terminal);
    return 1;
  }
  const files = storeFilesIn(folder);
  if (isClearing) {
    const before = files.list();
    if (before.every(({ bytes }) => bytes === null)) {
      out(`There is nothing to clear in ${folder}\n`);
      return 0;
    }
    const isWithJournal = given.journal !== undefined;
    const { CLEARED_SIGN_INS } = await import("../remote/sign_in_store/sign_in_file.ts");
    const others = [CLEARED_SIGN_INS];
    const cleared = files.clear({ isWithJournal, others, now: Date.now() });
    if (cleared !== "done") {
      say(`the store is ${cleared}: nothing was cleared`, terminal);
      return 1;
    }
    out(
      isWithJournal
        ? "Cleared the local copy and the journal: earlier changes can't be undone.\n"
        : "Cleared the local copy; the journal was kept.\n",
    );
    if (before.some(({ name, bytes }) => name === "sign_ins" && bytes !== null)) {
      out("Everyone who signed in over HTTP is signed out and must sign in again.\n");
    }
    return 0;
  }
  const [listed, aside] = [files.list(), files.quarantined()];
  if (given.json !== undefined) {
    out(`${jsonText({ folder, files: listed, set_aside: aside })}\n`);
    return 0;
  }
  const damaged = aside.map((name) => `damaged, set aside: ${name} (may be deleted)`);
  const lines = listed.map((file) => lineFor(file, Date.now()));
  out([folder, ...lines, ...damaged, ""].join("\n"));
  return 0;
}

/** Servers share the database's contents, so they can only be cleared in the database. */
async function describeDatabase(
  url: string,
  { isClearing, terminal }: { readonly isClearing: boolean; readonly terminal: Terminal },
): Promise<number> {
  const { databaseName, databaseUrlProblem } = await import("../remote/postgres/connection_url.ts");
  const problem = databaseUrlProblem(url);
  if (problem !== null) throw new UsageError(`--store ${problem}`);
  if (!isClearing) {
    terminal.out(
      `The store is the schema budget_tool_server in the database ${databaseName(url)}\n`,
    );
    return 0;
  }
  say(
    "a database can't be cleared from here: when no server is running, drop its schema " +
      "budget_tool_server, which includes the journal",
    terminal,
  );
  return 1;
}

function lineFor({ name, file, bytes, changed_at: changedAt }: StoreFile, now: number): string {
  const words = WORDS[name].padEnd(12);
  if (bytes === null || changedAt === null) return `${words}${file}: none yet`;
  return `${words}${file}: ${sizeWords(bytes)}, changed ${ageWords(now - Date.parse(changedAt))}`;
}

function sizeWords(bytes: number): string {
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(0)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function ageWords(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
