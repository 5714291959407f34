import {
  clearStore,
  listStoreFiles,
  quarantinedFiles,
  type StoreFile,
} from "../sync/store/store_files.ts";
import { say, tell } from "./_text.ts";
import type { CommandLine } from "./_parse.ts";
import { NO_HOME, storePlace } from "./_store_place.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

const WORDS: Readonly<Record<StoreFile["name"], string>> = {
  copy: "local copy",
  journal: "journal",
  sign_ins: "sign-ins",
};

export async function store(line: CommandLine, terminal: Terminal): Promise<number> {
  const { operands: [word, ...rest], given } = line;
  if ((word !== undefined && word !== "clear") || rest.length > 0) {
    throw new UsageError(
      'the store command takes either no argument or "clear": store [clear [--journal]]',
    );
  }
  const isClearing = word === "clear";
  if (given.journal !== undefined && !isClearing) {
    throw new UsageError('--journal only works with "store clear"');
  }
  const isJson = given.json !== undefined;
  const { storeFolder: folder, storeUrl: url, storeProblem } = storePlace(
    given.store,
    terminal.env,
  );
  if (url !== undefined) return await describeDatabase(url, line, terminal);
  if (storeProblem !== undefined) {
    say(NO_HOME, terminal);
    return 1;
  }
  if (folder === undefined) {
    tell(line, terminal, {
      json: { folder: null, files: [], set_aside: [] },
      text: "The store is in memory: nothing is kept after the server stops.",
    });
    return 0;
  }
  if (isClearing) {
    // With --json, print only the resulting state to standard output.
    const tell = isJson ? terminal.err : terminal.out;
    const isCleared = await clear(folder, given.journal !== undefined, { ...terminal, out: tell });
    if (!isCleared) return 1;
    if (!isJson) return 0;
  }
  const [listed, aside] = [listStoreFiles(folder), quarantinedFiles(folder)];
  const lines = listed.map((file) => lineFor(file, Date.now()));
  const damaged = aside.map((name) => `damaged file, set aside: ${name} (you can delete it)`);
  tell(line, terminal, {
    json: { folder, files: listed, set_aside: aside },
    text: [folder, ...lines, ...damaged].join("\n"),
  });
  return 0;
}

const NOT_CLEARED: Readonly<Record<Exclude<ReturnType<typeof clearStore>, "done">, string>> = {
  locked: "another program has the store open",
  newer: "the store was written by a newer version of this program",
  "not private": "other users may be able to change the store's files",
};

/** Clears a store's files; returns `false` if they can't be cleared now. */
async function clear(
  folder: string,
  isWithJournal: boolean,
  terminal: Terminal,
): Promise<boolean> {
  const before = listStoreFiles(folder);
  if (before.every(({ bytes }) => bytes === null)) {
    terminal.out(`There is nothing to clear in ${folder}\n`);
    return true;
  }
  const { CLEARED_SIGN_INS } = await import("../remote/sign_in_store/sign_in_file.ts");
  const cleared = clearStore(folder, {
    isWithJournal,
    others: [CLEARED_SIGN_INS],
    now: Date.now(),
  });
  if (cleared !== "done") {
    say(`nothing was cleared, because ${NOT_CLEARED[cleared]}`, terminal);
    return false;
  }
  terminal.out(
    isWithJournal
      ? "Cleared the local copy and the journal: earlier changes can no longer be undone.\n"
      : "Cleared the local copy; the journal was kept.\n",
  );
  if (before.some(({ name, bytes }) => name === "sign_ins" && bytes !== null)) {
    terminal.out("Everyone who signed in over HTTP has been signed out and must sign in again.\n");
  }
  return true;
}

/** Describes the database, which this command can't clear, because other servers may share it. */
async function describeDatabase(
  url: string,
  line: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const { databaseName, databaseUrlProblem } = await import("../remote/postgres/connection_url.ts");
  const problem = databaseUrlProblem(url);
  if (problem !== null) throw new UsageError(`--store ${problem}`);
  if (line.operands.length > 0) {
    say(
      "this command can't clear a database: stop every server that uses it, then drop its " +
        "budget_tool_server schema, which includes the journal",
      terminal,
    );
    return 1;
  }
  const database = databaseName(url);
  tell(line, terminal, {
    json: { database, schema: "budget_tool_server" },
    text: `The store is in the budget_tool_server schema of the database ${database}`,
  });
  return 0;
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
