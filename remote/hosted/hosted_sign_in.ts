import { NO_PAYMENTS } from "../../server/about.ts";
import { isTimeZone } from "../../server/server_options.ts";
import { isSameSecret, type Principal } from "../credentials.ts";
import {
  consentPage,
  destinationOf,
  htmlResponse,
  problemPage,
  seeOther,
} from "../sign_in/pages.ts";
import type { Consent, PendingSignIn } from "../sign_in/consent.ts";
import { ACCOUNT_PATH, accountPage, openAccount } from "./account.ts";
import type { Refusal } from "./hosted_events.ts";
import { BACK_PATH, type HostedOptions } from "./hosted_options.ts";
import {
  type Back,
  findBack,
  FINISH_MS,
  type HostedSignInOptions,
  leaveForYnab,
  newBrowserSecret,
  returnFromYnab,
  saveBack,
  YNAB_COOKIE,
} from "./ynab_return.ts";
import { footer, PUBLIC_PATHS, publicPage } from "./public_pages.ts";
import { createSampleVault, type NewVault } from "./vault_creation.ts";
import { AT_YNAB_MS, MAX_PROGRAMS } from "./hosted_database.ts";
import type { SignInFlow } from "../sign_in/own_sign_in.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import { contextOf, inRequest, requestContext } from "./request_context.ts";
import type { RootKey } from "./operator_keys.ts";

export function hostedFlow(
  options: HostedSignInOptions,
): Omit<SignInFlow, "store"> & Required<Pick<SignInFlow, "answer" | "principal">> {
  const { root, database, store } = options;
  const ownAnswer = async (url: URL, request: Request, body: string): Promise<Response | null> => {
    const { pathname } = url;
    if (pathname === BACK_PATH) return await returnFromYnab(url, options);
    if (pathname === ACCOUNT_PATH) {
      return await accountPage({ url, method: request.method, body }, options);
    }
    return PUBLIC_PATHS.includes(pathname) ? publicPage(pathname, options) : null;
  };
  return {
    pageEnd: footer(options),
    // Every account id is a pseudonym derived by this server.
    isAccount: (accountId) => /^[\da-f]{32}$/u.test(accountId),
    grantKeys: {
      wrap: (token, grantId) => {
        const key = requestContext().keys.get(grantId);
        if (key === undefined) throw new Error("No key is loaded for this grant");
        return root.wrap(key, token, grantId);
      },
      unwrap: (wrapped, token, grantId) => {
        const key = root.unwrap(wrapped, token, grantId);
        if (key !== null) requestContext().keys.set(grantId, key);
      },
    },
    consent: hostedConsent(options),
    answer: async (request, { body, address }, next) => {
      const context = contextOf(request.headers.get("cookie"), address);
      const url = new URL(request.url);
      return await inRequest(context, async () => {
        if (url.pathname.startsWith("/authorize/")) await openKey(store, root);
        const answer = await ownAnswer(url, request, body) ?? await next();
        for (const cookie of context.setCookies) answer.headers.append("set-cookie", cookie);
        return answer;
      });
    },
    principal: (find) => {
      const context = contextOf(null, "");
      return inRequest(context, async () => {
        const principal = withVault(await find(), context.keys);
        const tenant = principal?.vault?.tenant;
        // Rejects a blocked user's tokens; other code rejects that user's new sign-ins.
        return tenant !== undefined && await database.isBlocked(tenant) ? null : principal;
      });
    },
  };
}

/**
 * Unwraps a new vault's data key when the browser returns from YNAB, so that the key can be wrapped
 * again with the new authorization code.
 */
async function openKey(store: SignInStore, root: RootKey): Promise<void> {
  const { keys, cookies } = requestContext();
  const { end = "" } = await findBack(store) ?? {};
  if (typeof end === "string") return;
  const key = root.unwrap(end.key, cookies.get(YNAB_COOKIE) ?? "", end.vault);
  if (key !== null) keys.set(end.vault, key);
}

/** Adds the vault to the principal. Rejects a token that didn't unwrap the vault's data key. */
function withVault(
  principal: Principal | null,
  keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Principal | null {
  const { grantId = "", accountId } = principal ?? {};
  const key = keys.get(grantId);
  if (principal === null || accountId === undefined || key === undefined) return null;
  return { ...principal, id: grantId, vault: { vault: grantId, tenant: accountId, key } };
}

/** Script that preselects the browser's time zone; the user can choose another one. */
const TIME_ZONE_SCRIPT = 'const zone=document.querySelector("select");' +
  "const own=Intl.DateTimeFormat().resolvedOptions().timeZone;zone.value=own;" +
  // Browsers may use different names for the same zone, such as Asia/Kolkata and Asia/Calcutta.
  "if(zone.selectedIndex<0)zone.add(new Option(own,own,true,true))";

function hostedConsentPage(
  pending: PendingSignIn,
  problem: string | null,
  options: HostedOptions,
): string {
  const isLocal = new URL(pending.program.redirectUri).protocol !== "https:";
  return consentPage({ ...pending, problem }, {
    title: "Let a program use your YNAB budget?",
    target: "your budget",
    read: "read your plans; this server asks YNAB for read-only access",
    change: "read and change your plans; this server asks YNAB for full access. Changes are " +
      "previewed and confirmed first, except that the program can approve and import " +
      "transactions without a preview",
    note: isLocal ? "<p>Any program on this computer can claim this name.</p>" : "",
    fields: `<label>Your time zone <select name="zone">${zoneOptions()}</select></label>` +
      invitationField(options),
    allow: "Continue to YNAB",
    proceed: "Continue",
    end: `<p>${NO_PAYMENTS}</p>${footer(options)}<script>${TIME_ZONE_SCRIPT}</script>`,
  });
}

function invitationField({ invitation, sample }: HostedOptions): string {
  if (invitation === null && sample === undefined) return "";
  const [words, required] = invitation === null
    ? ["Test code (for reviewers only)", ""]
    : ["Invitation code from the operator", " required"];
  return `<label>${words}` +
    `<input type="password" name="invitation" autocomplete="off"${required}></label>`;
}

function zoneOptions(): string {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]
    .map((zone) => `<option>${zone}</option>`).join("");
}

/** The operator is warned when at least this share of the authorizations is in use. */
const MANY = 0.8;

const DECLINED = "The user declined";

const REFUSALS: Readonly<Record<Refusal, readonly [error: string, reason: string]>> = {
  denied_at_ynab: ["access_denied", DECLINED],
  refused_by_ynab: ["access_denied", "YNAB rejected this sign-in, which may have expired"],
  application_rejected: [
    "server_error",
    "YNAB rejected this server's client ID or secret, which the operator must correct",
  ],
  ynab_failed: ["temporarily_unavailable", "YNAB can't complete the sign-in right now"],
  store_failed: ["temporarily_unavailable", "This server couldn't save the sign-in"],
  blocked: ["access_denied", "The operator of this server has blocked this user"],
  too_many_programs: [
    "access_denied",
    `The user has already connected ${MAX_PROGRAMS} programs ` +
    "and must remove one on the account page first",
  ],
};

function hostedConsent(options: HostedSignInOptions): Consent {
  const { store, wrongSignIns, sample, invitation, onOutcome } = options;
  const problemResponse = (status: number, problem: string): Response =>
    htmlResponse(status, problemPage(problem, footer(options)));
  return async (pending, form) => {
    const shown = (status: number, problem: string | null): Response =>
      htmlResponse(status, hostedConsentPage(pending, problem, options), TIME_ZONE_SCRIPT);
    const back = await findBack(store);
    if (back?.uid === pending.uid) return await finish(pending, back, options);
    if (form !== null && form.get("answer") !== "allow") {
      onOutcome("declined");
      return await pending.refuse("access_denied", DECLINED);
    }
    if (await isTooOld(pending, options)) {
      if (form !== null) onOutcome("expired");
      return problemResponse(400, "The sign-in has expired.");
    }
    if (form === null) return shown(200, null);
    const facts = factsFrom(pending, form);
    const given = (form.get("invitation") ?? "").trim();
    const isTooLate = wrongSignIns.isFull(pending.address);
    if (!isTooLate && sample !== undefined && isSameSecret(given, sample.code)) {
      return await openSample(pending, facts, options);
    }
    if (isTooLate || (invitation !== null && !isSameSecret(given, invitation))) {
      onOutcome("wrong_invitation");
      return wrongSignIns.add(pending.address)
        ? shown(429, "Too many wrong invitation codes: wait one minute, then try again.")
        : shown(403, "This invitation code is wrong: ask the operator for a valid one.");
    }
    if (await isPlaceReserved(pending, options)) {
      return seeOther(await leaveForYnab({ uid: pending.uid, facts }, options));
    }
    onOutcome("no_place");
    return problemResponse(
      503,
      "YNAB limits how many people can connect, and no spots are left. Ask the " +
        `operator: ${options.operatorContact}.`,
    );
  };
}

/**
 * Whether the sign-in could expire while the user is at YNAB, which would waste an authorization.
 */
async function isTooOld(
  { uid }: PendingSignIn,
  { store, now }: HostedSignInOptions,
): Promise<boolean> {
  const { expiresAt = 0 } = await store.find({ kind: "Interaction", id: uid }) ?? {};
  return expiresAt - now() < AT_YNAB_MS + FINISH_MS;
}

async function isPlaceReserved(
  { uid }: PendingSignIn,
  { database, authorizations, onFewLeft }: HostedSignInOptions,
): Promise<boolean> {
  const used = await database.reserveAuthorization(uid, authorizations);
  if (used !== null && used >= authorizations * MANY) onFewLeft(used);
  return used !== null;
}

/** Opens the sample household without using up a YNAB authorization. */
async function openSample(
  pending: PendingSignIn,
  facts: NewVault["facts"],
  options: HostedSignInOptions,
): Promise<Response> {
  const end = await createSampleVault(facts, options);
  const back = await saveBack(newBrowserSecret(), { uid: pending.uid, end }, options);
  options.onOutcome("sample", { id: end.vault, tenant: end.tenant });
  return await finish(pending, back, options);
}

async function finish(
  pending: PendingSignIn,
  { end }: Back,
  { store, database, now }: HostedSignInOptions,
): Promise<Response> {
  if (typeof end === "string") return await pending.refuse(...REFUSALS[end]);
  const { vault, tenant, mayWrite } = end;
  const allowed = await pending.allow({ accountId: tenant, isChanging: mayWrite, grantId: vault });
  if (await database.findVault(vault) === null) {
    await store.endGrant(vault);
    return await pending.refuse("access_denied", "This connection has been removed");
  }
  await openAccount(store, tenant, now());
  return allowed;
}

/** Reads the form. An unknown time zone becomes UTC. */
function factsFrom(
  { program, mayChange }: PendingSignIn,
  form: URLSearchParams,
): NewVault["facts"] {
  const zone = form.get("zone") ?? "";
  return {
    clientName: program.clientName,
    destination: destinationOf(program.redirectUri),
    mayWrite: form.get("access") === "change" && mayChange,
    timeZone: isTimeZone(zone) ? zone : "UTC",
  };
}
