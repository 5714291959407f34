import { randomSecret, sha256 } from "../credentials.ts";
import { htmlResponse, problemPage, seeOther } from "../sign_in/pages.ts";
import { CONSENT_PATH } from "../sign_in/consent.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import { openAccount } from "./account.ts";
import type { Refusal, Removal, SignInOutcome } from "./hosted_events.ts";
import type { HostedOptions, HostedSurroundings } from "./hosted_options.ts";
import type { RootKey } from "./operator_keys.ts";
import { cookie, requestContext } from "./request_context.ts";
import { footer } from "./public_pages.ts";
import { type CreatedVault, createVault, factsOf, type NewVault } from "./vault_creation.ts";
import {
  AT_YNAB_MS,
  type HostedDatabase,
  TooManyProgramsError,
  type VaultRow,
} from "./hosted_database.ts";
import { RefusedByYnabError, RejectedApplicationError, type YnabOAuth } from "./ynab_oauth.ts";

/** Cookie that identifies a browser that was redirected to YNAB. */
export const YNAB_COOKIE = "__Host-ynab";

/** How long a sign-in's outcome is stored for the browser to fetch, in milliseconds. */
export const FINISH_MS = 60_000;

const AT_YNAB = "AtYnab";
const BACK = "BackFromYnab";

/** A sign-in that waits for the user to return from YNAB, stored under the OAuth `state` value. */
interface AtYnab {
  readonly uid: string;
  readonly cookieHash: string;
  readonly verifier: string;
  readonly facts: NewVault["facts"];
}

/**
 * The state of a sign-in once the user has returned from YNAB, stored under the browser's cookie
 * value.
 */
export interface Back {
  readonly uid: string;
  /** The new vault, whose data key is wrapped with the browser's cookie. */
  readonly end: Omit<CreatedVault, "key"> & { readonly key: string } | Refusal;
}

/** Stores a sign-in before the browser goes to YNAB. Returns the URL to redirect the browser to. */
export async function leaveForYnab(
  { uid, facts }: Pick<AtYnab, "uid" | "facts">,
  { store, oauth, now }: HostedSignInOptions,
): Promise<string> {
  const [state, verifier] = [randomSecret(), randomSecret()];
  const began: AtYnab = { uid, cookieHash: sha256(newBrowserSecret()), verifier, facts };
  const expiresAt = now() + AT_YNAB_MS;
  await store.upsert({ kind: AT_YNAB, id: state }, {
    payload: { ...began },
    grantId: null,
    expiresAt,
  });
  return await oauth.authorizeUrl(state, verifier, facts.mayWrite);
}

/** Stores a sign-in's outcome until the browser that has the secret fetches it. */
export async function saveBack(
  secret: string,
  { uid, end }: { readonly uid: string; readonly end: CreatedVault | Refusal },
  { store, root, now }: HostedSignInOptions,
): Promise<Back> {
  const back: Back = {
    uid,
    end: typeof end === "string" ? end : { ...end, key: root.wrap(end.key, secret, end.vault) },
  };
  const grantId = typeof end === "string" ? null : end.vault;
  const expiresAt = now() + FINISH_MS;
  await store.upsert({ kind: BACK, id: secret }, { payload: { ...back }, grantId, expiresAt });
  return back;
}

export async function findBack(store: SignInStore): Promise<Back | null> {
  const secret = requestContext().cookies.get(YNAB_COOKIE);
  const found = secret === undefined ? null : await store.find({ kind: BACK, id: secret });
  return found === null ? null : found.payload as unknown as Back;
}

export function newBrowserSecret(): string {
  const secret = randomSecret();
  requestContext().setCookies.push(cookie(YNAB_COOKIE, secret, AT_YNAB_MS / 1000));
  return secret;
}

export interface HostedSignInOptions extends HostedOptions, HostedSurroundings {
  readonly root: RootKey;
  readonly database: HostedDatabase;
  readonly oauth: YnabOAuth;
  readonly store: SignInStore;
  readonly apiUrl: string;
  readonly remove: (rows: readonly VaultRow[], kind: Removal) => Promise<void>;
  readonly onOutcome: (outcome: SignInOutcome, vault?: { id: string; tenant: string }) => void;
  /** Called when a sign-in reserves a YNAB authorization and only a few are left. */
  readonly onFewLeft: (used: number) => void;
}

export async function returnFromYnab(
  address: URL,
  options: HostedSignInOptions,
): Promise<Response> {
  const { store, onOutcome } = options;
  const secret = requestContext().cookies.get(YNAB_COOKIE);
  const state = address.searchParams.get("state") ?? "";
  const found = await store.find({ kind: AT_YNAB, id: state });
  if (found === null) return refusedPage("expired", options);
  const began = found.payload as unknown as AtYnab;
  // Compare the cookie before deleting the state, so that a stranger's link can't end the sign-in.
  if (secret === undefined || sha256(secret) !== began.cookieHash) {
    return refusedPage("cookie_missing", options);
  }
  // Only one of several redirects with the same state continues the sign-in.
  if (!await store.destroy({ kind: AT_YNAB, id: state })) return refusedPage("expired", options);
  // If the database fails, the program that started the sign-in still gets an error response.
  const end = await endOf({ address, state, began }, options)
    .catch((): Refusal => "store_failed");
  if (typeof end === "string") onOutcome(end);
  else onOutcome("signed_in", { id: end.vault, tenant: end.tenant });
  await saveBack(secret, { uid: began.uid, end }, options);
  return seeOther(`${CONSENT_PATH}${began.uid}`);
}

function refusedPage(
  outcome: "expired" | "cookie_missing",
  options: HostedSignInOptions,
): Response {
  options.onOutcome(outcome);
  const problem = outcome === "expired"
    ? "The sign-in has expired or was already completed."
    : "The sign-in was started in another browser, or this browser doesn't accept cookies.";
  return htmlResponse(400, problemPage(problem, footer(options)));
}

async function endOf(
  { address, state, began: { uid, verifier, facts } }: {
    readonly address: URL;
    readonly state: string;
    readonly began: AtYnab;
  },
  options: HostedSignInOptions,
): Promise<CreatedVault | Refusal> {
  const { database, oauth, root, store, now } = options;
  const problem = address.searchParams.get("error");
  if (problem !== null) {
    await database.releaseAuthorization(uid);
    return problem === "access_denied" ? "denied_at_ynab" : "refused_by_ynab";
  }
  const tokens = await oauth.exchange(address, state, verifier).catch(refusalFor);
  if (typeof tokens === "string") return tokens;
  await database.useAuthorization(uid);
  const user = await oauth.userId(tokens).catch(() => null);
  if (user === null) return "ynab_failed";
  const tenant = root.tagOf(`user ${user}`);
  if (await database.isBlocked(tenant)) return "blocked";
  await deleteUnclaimed(tenant, options);
  const userTag = root.tagOf(`user tag ${user}`);
  try {
    return await createVault({ facts, tokens, tenant, userTag, signIn: uid }, options);
  } catch (error) {
    if (!(error instanceof TooManyProgramsError)) throw error;
    // Let the user remove a program without signing in again, which would use up another YNAB
    // authorization.
    await openAccount(store, tenant, now());
    return "too_many_programs";
  }
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof RefusedByYnabError) return "refused_by_ynab";
  return error instanceof RejectedApplicationError ? "application_rejected" : "ynab_failed";
}

/** Deletes a user's vaults that have no valid token, so that they don't count toward the limit. */
async function deleteUnclaimed(
  tenant: string,
  { database, store, root, now, remove }: HostedSignInOptions,
): Promise<void> {
  const unclaimed: VaultRow[] = [];
  for (const row of await database.vaultsOf(tenant)) {
    const { createdAt = now() } = factsOf(row, root) ?? {};
    // A newer vault without a token may be waiting for its first token.
    const isOld = now() - createdAt > FINISH_MS;
    if (isOld && !await store.hasOfGrant(row.vault)) unclaimed.push(row);
  }
  if (unclaimed.length > 0) await remove(unclaimed, "expired");
}
