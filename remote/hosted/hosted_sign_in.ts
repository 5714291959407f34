import { NO_PAYMENTS } from "../../server/about.ts";
import { isSameSecret, randomSecret, sha256 } from "../credentials.ts";
import { consentPage, destinationOf, problemPage, show } from "../sign_in/pages.ts";
import { type Consent, formIn, type PendingSignIn } from "../sign_in/consent.ts";
import type { ProviderContext } from "../sign_in/provider_shape.ts";
import { openAccount } from "./account.ts";
import type { Refusal } from "./hosted_events.ts";
import type { HostedOptions } from "./hosted_options.ts";
import {
  type AtYnab,
  type Back,
  findBack,
  FINISH_MS,
  type HostedSignInOptions,
  newBrowserSecret,
  saveAtYnab,
  saveBack,
} from "./ynab_return.ts";
import { footer } from "./public_pages.ts";
import { createSampleVault, type NewVault } from "./vault_creation.ts";
import { AT_YNAB_MS, MAX_PROGRAMS } from "./hosted_database.ts";

/** Script that preselects the browser's time zone; the user can choose another one. */
const TIME_ZONE_SCRIPT = 'const zone=document.querySelector("select");' +
  "const own=Intl.DateTimeFormat().resolvedOptions().timeZone;zone.value=own;" +
  // Browsers use different names, such as Asia/Kolkata and Asia/Calcutta.
  "if(zone.selectedIndex<0)zone.add(new Option(own,own,true,true))";

/** Renders the consent page; `problem` is the error of the previous attempt. */
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
    change: "read and change them; this server asks YNAB for full access. A change is previewed " +
      "and confirmed first, but approving and importing transactions may happen right away",
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
    : ["Invitation from the operator", " required"];
  return `<label>${words}` +
    `<input type="password" name="invitation" autocomplete="off"${required}></label>`;
}

function zoneOptions(): string {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]
    .map((zone) => `<option>${zone}</option>`).join("");
}

/** The operator is warned when more than this share of the authorizations is in use. */
const MANY = 0.8;

const DECLINED = "The user declined";

/**
 * For each reason to refuse a sign-in, the OAuth error and the description that the program gets.
 */
const REFUSALS: Readonly<Record<Refusal, readonly [error: string, reason: string]>> = {
  denied_at_ynab: ["access_denied", DECLINED],
  refused_by_ynab: ["access_denied", "YNAB rejected this sign-in, which may have expired"],
  application_rejected: [
    "server_error",
    "YNAB rejected the client ID or secret of this server, which its operator must correct",
  ],
  ynab_failed: ["temporarily_unavailable", "YNAB can't be reached right now"],
  store_failed: ["temporarily_unavailable", "This server couldn't save the sign-in"],
  blocked: ["access_denied", "The operator of this server has blocked the user"],
  too_many_programs: [
    "access_denied",
    `The user has already connected ${MAX_PROGRAMS} programs ` +
    "and must remove one on the account page first",
  ],
};

/**
 * Creates the consent page on which users allow a program access. After that, each sign-in
 * redirects to YNAB, where the user allows this server access.
 */
export function hostedConsent(options: HostedSignInOptions): Consent {
  const { store, wrongSignIns, sample, invitation, onOutcome } = options;
  const showConsent = (
    ctx: ProviderContext,
    pending: PendingSignIn,
    [status, problem]: readonly [number, string | null],
  ): void => {
    show(ctx, status, hostedConsentPage(pending, problem, options), TIME_ZONE_SCRIPT);
  };
  return async (ctx, pending) => {
    const back = await findBack(store);
    if (back?.uid === pending.uid) return await finish(pending, back, options);
    const form = ctx.method === "POST" ? await formIn(ctx) : null;
    if (form !== null && form.get("answer") !== "allow") {
      onOutcome("declined");
      return await pending.refuse("access_denied", DECLINED);
    }
    if (await isTooOld(pending, options)) {
      if (form !== null) onOutcome("expired");
      return show(ctx, 400, problemPage("The sign-in has expired.", footer(options)));
    }
    if (form === null) return showConsent(ctx, pending, [200, null]);
    const facts = factsFrom(pending, form);
    const given = (form.get("invitation") ?? "").trim();
    const isTooLate = wrongSignIns.isFull(pending.address);
    if (!isTooLate && sample !== undefined && isSameSecret(given, sample.code)) {
      return await openSample(pending, facts, options);
    }
    if (isTooLate || (invitation !== null && !isSameSecret(given, invitation))) {
      onOutcome("wrong_invitation");
      const problem = wrongSignIns.add(pending.address)
        ? [429, "Too many wrong invitations: wait a minute."] as const
        : [403, "This invitation is wrong: ask the operator for one."] as const;
      return showConsent(ctx, pending, problem);
    }
    if (await isPlaceReserved(pending, options)) {
      return await leaveForYnab(ctx, { uid: pending.uid, facts }, options);
    }
    onOutcome("no_place");
    const problem = "YNAB limits how many people can connect, and every place is taken. Ask the " +
      `operator: ${options.operatorContact}.`;
    show(ctx, 503, problemPage(problem, footer(options)));
  };
}

/**
 * Whether the sign-in could expire while the user is at YNAB. That would waste an authorization.
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

/** Opens the sample household. It doesn't access YNAB, so it uses no authorization. */
async function openSample(
  pending: PendingSignIn,
  facts: NewVault["facts"],
  options: HostedSignInOptions,
): Promise<void> {
  const { vault, key, tenant } = await createSampleVault(facts, options);
  const secret = newBrowserSecret();
  const wrapped = options.root.wrap(key, secret, vault);
  const end = { vault, tenant, mayWrite: facts.mayWrite, key: wrapped };
  const back: Back = { uid: pending.uid, end };
  await saveBack(secret, back, options);
  options.onOutcome("sample", { id: vault, tenant });
  await finish(pending, back, options);
}

async function leaveForYnab(
  ctx: ProviderContext,
  { uid, facts }: Pick<AtYnab, "uid" | "facts">,
  options: HostedSignInOptions,
): Promise<void> {
  const state = randomSecret();
  const verifier = randomSecret();
  const cookieHash = sha256(newBrowserSecret());
  await saveAtYnab(state, { uid, cookieHash, verifier, facts }, options);
  const { mayWrite } = facts;
  ctx.redirect(await options.oauth.authorizeUrl({ state, verifier, mayWrite }));
  ctx.status = 303;
}

async function finish(
  pending: PendingSignIn,
  { end }: Back,
  { store, now }: HostedSignInOptions,
): Promise<void> {
  if (typeof end === "string") return await pending.refuse(...REFUSALS[end]);
  const { vault, tenant, mayWrite } = end;
  await openAccount(store, tenant, now());
  await pending.allow({ accountId: tenant, isChanging: mayWrite, grantId: vault });
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
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
