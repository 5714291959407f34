import { cleanText } from "../../domain/base/clean_text.ts";
import { isSameSecret, randomSecret, sha256 } from "../credentials.ts";
import { escaped, htmlResponse, page, seeOther } from "../sign_in/pages.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import { pseudonymsOf, type Removal, userName } from "./hosted_events.ts";
import type { RootKey } from "./operator_keys.ts";
import { cookie, requestContext } from "./request_context.ts";
import { footer, type Operator, YNAB_SETTINGS } from "./public_pages.ts";
import { factsOf } from "./vault_creation.ts";
import { accountOfUser, deleteUser } from "./vault_deletion.ts";
import type { HostedDatabase, VaultRow } from "./hosted_database.ts";

/** Cookie that is set when a user signs in. It gives access only to the account page. */
const ACCOUNT_COOKIE = "__Host-account";
const SECONDS = 43_200;
const KIND = "Account";

/** Lets the browser that sent this request open the account page. */
export async function openAccount(store: SignInStore, tenant: string, now: number): Promise<void> {
  const secret = randomSecret();
  await store.upsert({ kind: KIND, id: secret }, {
    payload: { tenant },
    grantId: accountOfUser(tenant),
    expiresAt: now + SECONDS * 1000,
  });
  requestContext().setCookies.push(cookie(ACCOUNT_COOKIE, secret, SECONDS));
}

interface OpenAccount {
  readonly tenant: string;
  /** Forms on the page must send this token, so that no other site can submit them. */
  readonly formToken: string;
}

async function accountOf(store: SignInStore): Promise<OpenAccount | null> {
  const secret = requestContext().cookies.get(ACCOUNT_COOKIE);
  if (secret === undefined) return null;
  const found = await store.find({ kind: KIND, id: secret });
  const tenant = found?.payload["tenant"];
  if (typeof tenant !== "string") return null;
  return { tenant, formToken: sha256(`account form ${secret}`) };
}

/** Path of the page where users view and remove their connected programs. */
export const ACCOUNT_PATH = "/account";

interface AccountPageOptions extends Operator {
  readonly store: SignInStore;
  readonly database: HostedDatabase;
  readonly root: RootKey;
  readonly remove: (rows: readonly VaultRow[], kind: Removal) => Promise<void>;
}

interface Program {
  /** Pseudonymous id of the connected program, used in the page's forms and in the audit log. */
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly access: "read" | "change";
  readonly is_sample: boolean;
  readonly first_day: string;
  readonly last_day: string;
}

export async function accountPage(
  { url, method, body }: { readonly url: URL; readonly method: string; readonly body: string },
  options: AccountPageOptions,
): Promise<Response> {
  const { store, database, root } = options;
  const account = await accountOf(store);
  if (account === null) return htmlResponse(method === "POST" ? 403 : 200, closedPage(options));
  const rows = await database.vaultsOf(account.tenant);
  const programs = rows.map((row) => programOf(row, options));
  if (method === "POST") return await submitted(body, { account, rows, programs }, options);
  if (url.searchParams.get("list") === "json") return downloaded(programs);
  const user = userName(root, account.tenant);
  return htmlResponse(200, listPage({ programs, formToken: account.formToken, user }, options));
}

function programOf(row: VaultRow, { root }: AccountPageOptions): Program {
  const facts = factsOf(row, root);
  return {
    id: pseudonymsOf(root, row).vault,
    name: cleanText(facts?.clientName ?? "") || "an unnamed program",
    host: facts?.destination ?? "unknown",
    access: facts?.mayWrite === true ? "change" : "read",
    is_sample: facts?.isSample === true,
    first_day: row.createdDay,
    last_day: row.usedDay,
  };
}

async function submitted(
  body: string,
  { account, rows, programs }: {
    readonly account: OpenAccount;
    readonly rows: readonly VaultRow[];
    readonly programs: readonly Program[];
  },
  options: AccountPageOptions,
): Promise<Response> {
  const form = new URLSearchParams(body);
  if (!isSameSecret(form.get("form") ?? "", account.formToken)) {
    return htmlResponse(403, problem("This form has expired.", options));
  }
  if (form.has("everything")) {
    if (form.get("sure") !== "yes") {
      return htmlResponse(400, problem("Nothing was deleted. Check the box first.", options));
    }
    await deleteUser(account.tenant, options, (found) => options.remove(found, "removed"));
    requestContext().setCookies.push(cookie(ACCOUNT_COOKIE, "", 0));
    return htmlResponse(200, deletedPage(options));
  }
  const at = programs.findIndex(({ id }) => id === form.get("remove"));
  const row = rows[at];
  // If the program is already gone, nothing needs to be removed.
  if (row !== undefined) await options.remove([row], "removed");
  return seeOther(ACCOUNT_PATH);
}

function downloaded(programs: readonly Program[]): Response {
  return new Response(`${JSON.stringify({ programs }, null, 2)}\n`, {
    headers: {
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="programs.json"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

const ACCESS = { read: "may read", change: "may read and change" } as const;

const AT_YNAB = "<p>This doesn't revoke the server's access to YNAB. Only you can do that, in " +
  `<a href="${YNAB_SETTINGS}">YNAB's settings</a>.</p>`;

function listPage(
  { programs, formToken, user }: {
    readonly programs: readonly Program[];
    readonly formToken: string;
    readonly user: string;
  },
  operator: Operator,
): string {
  const token = `<input type="hidden" name="form" value="${escaped(formToken)}">`;
  const list = programs.map(({ id, name, host, access, is_sample, first_day, last_day }) =>
    `<form method="post">${token}<dl><dt>${escaped(name)}</dt><dd>${escaped(host)}; ` +
    `${ACCESS[access]}${is_sample ? " a made-up household" : ""}; first used ${first_day}, ` +
    `last used ${last_day} (UTC)</dd></dl>` +
    `<button name="remove" value="${id}">Remove</button></form>`
  );
  return page("Your programs", [
    ...(programs.length === 0 ? ["<p>No program is connected.</p>"] : list),
    "<p>Removing a program deletes its copy of your plans, its journal of changes and its tokens. " +
    "Changes that it made stay in YNAB and can no longer be undone from here.</p>",
    AT_YNAB,
    "<p>This page can't show your plans or the journal, because they are encrypted, and only the " +
    "program that you connected can open them. To see them, ask in that program.</p>",
    '<p><a href="/account?list=json" download>Download this list (JSON)</a></p>',
    `<p>If you contact the operator, include this ID: ${escaped(user)}</p>`,
    `<form method="post">${token}<label><input type="checkbox" name="sure" value="yes" required> ` +
    "Yes, delete everything this server stores about me</label>" +
    '<button name="everything" value="yes">Remove all and delete everything</button></form>',
    footer(operator),
  ]);
}

function deletedPage(operator: Operator): string {
  return page("Everything is deleted", [
    "<p>This server no longer has any data about you, except in backups, which are kept for 30 " +
    "days. Your programs must sign in again before they can do anything.</p>",
    AT_YNAB,
    footer(operator),
  ]);
}

function closedPage(operator: Operator): string {
  return page("You can't open your account page right now", [
    "<p>You can open your account page for 12 hours after you sign in, but only in the browser " +
    "that you used to sign in. To open it again, connect a program again, then come back to this " +
    "page in the browser that you used to connect the program.</p>",
    `<p>Or contact the operator: ${escaped(operator.operatorContact)}.</p>`,
    footer(operator),
  ]);
}

function problem(words: string, operator: Operator): string {
  return page("That didn't work", [
    `<p>${escaped(words)}</p><p><a href="${ACCOUNT_PATH}">Back to your programs</a></p>`,
    footer(operator),
  ]);
}
