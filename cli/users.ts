import { auditLine, userName } from "../remote/hosted/hosted_events.ts";
import { openRootKey, type RootKey, WrongSealKeyError } from "../remote/hosted/operator_keys.ts";
import { deleteUser, deleteVaults } from "../remote/hosted/vault_deletion.ts";
import { HostedDatabase } from "../remote/hosted/hosted_database.ts";
import type { SharedTables } from "../remote/postgres/schema.ts";
import { openSignIns } from "../remote/sign_in_store/sign_in_store.ts";
import { sealKeysOf } from "./_hosted_settings.ts";
import type { CommandLine } from "./_parse.ts";
import { baseUrl } from "./_settings.ts";
import { openedDatabase, storePlace } from "./_store_place.ts";
import { StartError, type Terminal, UsageError } from "./_terminal.ts";
import { say, tell } from "./_text.ts";

const USAGE =
  "users list, users block ID, users unblock ID, users remove ID or users authorizations";

interface Opened {
  readonly tables: SharedTables;
  readonly database: HostedDatabase;
  readonly root: RootKey;
  readonly line: CommandLine;
  readonly terminal: Terminal;
}

type Run = (opened: Opened, id: string | undefined) => Promise<number>;

const ACTIONS: Readonly<Record<string, Run>> = {
  list: listUsers,
  authorizations: listAuthorizations,
  block: (opened, id) => changed(opened, { action: "block", id }),
  unblock: (opened, id) => changed(opened, { action: "unblock", id }),
  remove: (opened, id) => changed(opened, { action: "remove", id }),
};

/** Shows and manages the users of a multi-user server. */
export async function users(line: CommandLine, terminal: Terminal): Promise<number> {
  const [action = "", id, ...more] = line.operands;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  const needsId = action !== "list" && action !== "authorizations";
  if (run === undefined || more.length > 0 || (id !== undefined) !== needsId) {
    throw new UsageError(`use ${USAGE}`);
  }
  const { storeUrl } = storePlace(line.given.store, terminal.env);
  if (storeUrl === undefined) {
    throw new UsageError("the users command needs --store postgres://HOST/DATABASE");
  }
  const keys = sealKeysOf(terminal);
  const asked = { storeUrl, token: null, isNeeded: true };
  const tables = await openedDatabase(asked, terminal) as SharedTables;
  try {
    const database = new HostedDatabase(tables.signIns.database);
    const root = await openRootKey(database, keys);
    return await run({ tables, database, root, line, terminal }, id);
  } catch (error) {
    if (!(error instanceof WrongSealKeyError)) throw error;
    throw new StartError(error.message, { cause: error });
  } finally {
    await tables.close();
  }
}

async function listUsers({ database, root, line, terminal }: Opened): Promise<number> {
  const rows = await database.users();
  const listed = rows.map(({ tenant, ...row }) => ({ id: userName(root, tenant), ...row }));
  const rowsOfText = listed.map(({ id, is_blocked, programs, first_day, last_day }) => {
    const days = first_day === null ? "" : `, ${first_day} to ${last_day}`;
    const count = programs === 1 ? "1 program" : `${programs} programs`;
    return `${id}  ${count}${days}${is_blocked ? ", blocked" : ""}`;
  });
  tell(line, terminal, { json: { users: listed }, text: rowsOfText.join("\n") || "No users." });
  return 0;
}

async function listAuthorizations({ database, line, terminal }: Opened): Promise<number> {
  const uses = await database.authorizationUses();
  tell(line, terminal, {
    json: uses,
    text: `authorizations used: ${uses.used} (${uses.connected} by connected programs, ` +
      `${uses.removed} by removed programs, ${uses.reserved} by sign-ins in progress)`,
  });
  return 0;
}

const DONE = {
  block: "is blocked: calls and sign-ins are refused",
  unblock: "is no longer blocked",
  remove: "was removed, along with all data stored for the user",
} as const;

async function changed(
  { terminal, ...opened }: Opened,
  { action, id = "" }: { readonly action: keyof typeof DONE; readonly id: string | undefined },
): Promise<number> {
  const { database, root } = opened;
  const found = (await database.users()).find(({ tenant }) => userName(root, tenant) === id);
  if (found === undefined) {
    say(`no user has the ID ${id}: run "users list" to see all users`, terminal);
    return 1;
  }
  if (action === "remove") await removeUser(found.tenant, opened);
  else await database.setBlocked(found.tenant, action === "block");
  // Write the audit log to standard output, as the server does.
  terminal.out(auditLine({ audit: "admin", action, user: id }, Date.now()));
  terminal.err(`${id} ${DONE[action]}.\n`);
  return 0;
}

async function removeUser(
  tenant: string,
  { tables, database, root, line }: Omit<Opened, "terminal">,
): Promise<void> {
  const store = await openSignIns({
    folder: null,
    database: tables,
    secret: root.secret,
    baseUrl: baseUrl(line.given["api-url"]),
    now: Date.now,
    onNote: () => {},
  });
  const options = { tables, database, store };
  await deleteUser(tenant, options, (rows) => deleteVaults(rows, options));
}
