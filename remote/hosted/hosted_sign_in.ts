import { isSameSecret, randomSecret, sha256 } from "../secrets.ts";
import { destinationOf, problemPage, show } from "../sign_in/pages.ts";
import { type Consent, formIn, type PendingSignIn } from "../sign_in/pending_sign_in.ts";
import type { ProviderContext } from "../sign_in/provider_shape.ts";
import { openAccount } from "./account_cookie.ts";
import {
  type ConsentAnswer,
  consentAnswer,
  footer,
  hostedConsentPage,
  TIME_ZONE_SCRIPT,
} from "./hosted_consent.ts";
import type { Refusal } from "./hosted_events.ts";
import { AT_YNAB_MS } from "./hosted_options.ts";
import { createSampleVault } from "./sample_household.ts";
import {
  type AtYnab,
  type Back,
  findBack,
  newBrowserSecret,
  saveAtYnab,
  saveBack,
} from "./sign_in_states.ts";
import type { NewVault } from "./vault_creation.ts";
import { MAX_PROGRAMS } from "./vault_rows.ts";
import type { ReturnOptions } from "./ynab_return.ts";

/** Share of used authorizations above which the operator is warned. */
const MANY = 0.8;

export interface HostedSignInOptions extends ReturnOptions {
  /** Called when a sign-in takes one of the last authorizations. */
  readonly onFewLeft: (used: number) => void;
}

const DECLINED = "The user declined";

/** For each refusal, the error sent to the program and the reason. */
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
    `The user has connected ${MAX_PROGRAMS} programs already, ` +
    "and must remove one on the account page first",
  ],
};

/** Users allow programs here and then at YNAB, to which each sign-in redirects. */
export function hostedConsent(options: HostedSignInOptions): Consent {
  const { store, wrongSignIns, sample, invitation, onOutcome } = options;
  const showConsent = (
    ctx: ProviderContext,
    pending: PendingSignIn,
    [status, problem]: readonly [number, string | null],
  ): void => {
    const page = hostedConsentPage({ ...options, ...pending, problem });
    show(ctx, status, page, TIME_ZONE_SCRIPT);
  };
  return async (ctx, pending) => {
    const back = await findBack(store);
    if (back?.uid === pending.uid) return await finish(pending, back, options);
    if (ctx.method !== "POST") return showConsent(ctx, pending, [200, null]);
    const answer = consentAnswer(await formIn(ctx));
    if (answer.isDeclined) {
      onOutcome("declined");
      return await pending.refuse("access_denied", DECLINED);
    }
    const facts = factsFrom(pending, answer);
    const isTooLate = wrongSignIns.isFull(pending.address);
    if (!isTooLate && sample !== undefined && isSameSecret(answer.invitation, sample.code)) {
      return await openSample(pending, facts, options);
    }
    if (isTooLate || (invitation !== null && !isSameSecret(answer.invitation, invitation))) {
      onOutcome("wrong_invitation");
      const problem = wrongSignIns.add(pending.address)
        ? [429, "Too many wrong invitations: wait a minute."] as const
        : [403, "This invitation is wrong: ask the operator for it."] as const;
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

async function isPlaceReserved(
  { uid }: PendingSignIn,
  { database, authorizations, onFewLeft }: HostedSignInOptions,
): Promise<boolean> {
  const limits = { most: authorizations, lapseMs: AT_YNAB_MS };
  const used = await database.reserveAuthorization({ signIn: uid, ...limits });
  if (used !== null && used >= authorizations * MANY) onFewLeft(used);
  return used !== null;
}

/** Opens the sample household without YNAB, so this uses no authorization. */
async function openSample(
  pending: PendingSignIn,
  facts: NewVault["facts"],
  options: HostedSignInOptions,
): Promise<void> {
  const { vault, key, tenant } = await createSampleVault(facts, options);
  const secret = newBrowserSecret();
  const wrapped = await options.root.wrap(key, secret, vault);
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

function factsFrom(
  { program, mayChange }: PendingSignIn,
  { isChanging, timeZone }: ConsentAnswer,
): NewVault["facts"] {
  return {
    clientName: program.clientName,
    destination: destinationOf(program.redirectUri),
    mayWrite: isChanging && mayChange,
    timeZone,
  };
}
