import { timingSafeEqual } from "node:crypto";
import { destinationOf, pageHeaders, problemPage, show } from "../sign_in/pages.ts";
import {
  CONSENT_PATH,
  formIn,
  NOT_PENDING,
  type PendingSignIn,
  pendingSignIn,
} from "../sign_in/pending_sign_in.ts";
import type { Middleware, Provider, ProviderContext } from "../sign_in/provider_shape.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import { openAccount } from "./account_cookie.ts";
import {
  type ConsentAnswer,
  consentAnswer,
  footer,
  hostedConsentPage,
  TIME_ZONE_SCRIPT,
} from "./hosted_consent.ts";
import type { Refusal, SignInOutcome } from "./hosted_events.ts";
import {
  AT_YNAB_MS,
  BACK_PATH,
  type HostedOptions,
  type HostedSurroundings,
} from "./hosted_options.ts";
import type { RootKey } from "./operator_keys.ts";
import { cookie, requestContext } from "./request_context.ts";
import { createSampleVault, isTestCode } from "./sample_household.ts";
import { digest, randomSecret, sha256 } from "./secrets.ts";
import type { AtYnab, Back, OpenedVault } from "./sign_in_states.ts";
import { createVault, factsOf, type NewVault } from "./vault_creation.ts";
import {
  type HostedDatabase,
  MOST_PROGRAMS,
  TooManyProgramsError,
  type VaultRow,
} from "./vault_rows.ts";
import { RefusedByYnabError, RejectedApplicationError, type YnabOAuth } from "./ynab_oauth.ts";

/** Identifies the browser that was sent to YNAB. */
export const YNAB_COOKIE = "__Host-ynab";

/** Share of used authorizations above which the operator is warned. */
const MANY = 0.8;

/** How long a finished sign-in waits for the browser, in milliseconds. */
const FINISH_MS = 60_000;

export interface HostedSignInOptions extends HostedOptions, HostedSurroundings {
  readonly root: RootKey;
  readonly database: HostedDatabase;
  readonly oauth: YnabOAuth;
  readonly store: SignInStore;
  /** Base address of YNAB's API. */
  readonly apiUrl: string;
  /** Whether the server allows changes. */
  readonly isWriteAllowed: boolean;
  /** Deletes vaults whose program never fetched its token. */
  readonly deleteUnclaimed: (rows: readonly VaultRow[]) => Promise<void>;
  /** Called with the outcome of each sign-in, for metrics and audit. */
  readonly onOutcome: (outcome: SignInOutcome, vault?: { id: string; tenant: string }) => void;
  /** Called when a sign-in takes one of the last authorizations. */
  readonly onFewLeft: (used: number) => void;
}

const AT_YNAB = "AtYnab";
const BACK = "BackFromYnab";

const DECLINED = "The user declined";

/** The error for the program and its reason. */
const REFUSALS: Readonly<Record<Refusal, readonly [error: string, reason: string]>> = {
  denied_at_ynab: ["access_denied", DECLINED],
  refused_by_ynab: ["access_denied", "YNAB rejected this sign-in, which may have expired"],
  application_rejected: [
    "server_error",
    "YNAB rejected the client ID or secret of this server, which its operator must correct",
  ],
  ynab_failed: ["temporarily_unavailable", "YNAB can't be reached right now"],
  blocked: ["access_denied", "The operator of this server has blocked the user"],
  too_many_programs: [
    "access_denied",
    `The user has connected ${MOST_PROGRAMS} programs already, ` +
    "and must remove one on the account page first",
  ],
};

/** Sign-ins that redirect through YNAB. */
export class HostedSignIn {
  readonly #options: HostedSignInOptions;

  constructor(options: HostedSignInOptions) {
    this.#options = options;
  }

  /** Shows the consent page, and completes sign-ins after YNAB redirects back. */
  middleware(provider: Provider): Middleware {
    return async (ctx, next) => {
      if (!ctx.path.startsWith(CONSENT_PATH) || ctx.path === BACK_PATH) return await next();
      const pending = await pendingSignIn(ctx, { ...this.#options, provider });
      if (pending === null) return show(ctx, 400, problemPage(NOT_PENDING, footer(this.#options)));
      const back = await this.#back();
      if (back?.uid === pending.uid) await this.#finish(pending, back);
      else if (ctx.method === "POST") await this.#consented(ctx, pending);
      else this.#show(ctx, pending);
    };
  }

  #show(ctx: ProviderContext, pending: PendingSignIn, wrong?: readonly [number, string]): void {
    const [status, problem] = wrong ?? [200, null];
    const page = hostedConsentPage({
      ...this.#options,
      ...pending,
      asksInvitation: this.#options.invitation !== null,
      takesTestCode: this.#options.sample !== undefined,
      problem,
    });
    show(ctx, status, page, TIME_ZONE_SCRIPT);
  }

  async #consented(ctx: ProviderContext, pending: PendingSignIn): Promise<void> {
    const { fail, isBarred, sample, onOutcome } = this.#options;
    const { address } = requestContext();
    const answer = consentAnswer(await formIn(ctx));
    if (answer.isDeclined) {
      onOutcome("declined");
      return await pending.refuse("access_denied", DECLINED);
    }
    const isTooLate = isBarred(address);
    if (!isTooLate && isTestCode(sample, answer.invitation)) {
      return await this.#openSample(pending, factsFrom(pending, answer));
    }
    if (isTooLate || !this.#isInvited(answer)) {
      onOutcome("wrong_invitation");
      const wrong = fail(address)
        ? [429, "Too many wrong invitations: wait a minute."] as const
        : [403, "This invitation is wrong: ask the operator for it."] as const;
      return this.#show(ctx, pending, wrong);
    }
    if (await this.#isPlaceReserved(pending)) {
      return await this.#leaveForYnab(ctx, pending, factsFrom(pending, answer));
    }
    onOutcome("no_place");
    const page = problemPage(
      "YNAB lets only a limited number of people in, and every place is taken. " +
        `Ask the operator: ${this.#options.operatorContact}.`,
      footer(this.#options),
    );
    show(ctx, 503, page);
  }

  #isInvited({ invitation }: ConsentAnswer): boolean {
    const { invitation: expected } = this.#options;
    if (expected === null) return true;
    return timingSafeEqual(digest(invitation), digest(expected));
  }

  async #isPlaceReserved({ uid }: PendingSignIn): Promise<boolean> {
    const { database, authorizations, onFewLeft } = this.#options;
    const limits = { most: authorizations, lapseMs: AT_YNAB_MS };
    const used = await database.reserveAuthorization({ signIn: uid, ...limits });
    if (used !== null && used >= authorizations * MANY) onFewLeft(used);
    return used !== null;
  }

  /** Opens the sample household, without YNAB and without using an authorization. */
  async #openSample(pending: PendingSignIn, facts: NewVault["facts"]): Promise<void> {
    const { root, onOutcome } = this.#options;
    const { vault, key, tenant } = await createSampleVault(facts, this.#options);
    const secret = newBrowserSecret();
    const wrapped = await root.wrap(key, secret, vault);
    const end = { vault, tenant, mayWrite: facts.mayWrite, key: wrapped };
    const back: Back = { uid: pending.uid, end };
    await this.#saveBack(secret, back);
    onOutcome("sample", { id: vault, tenant });
    await this.#finish(pending, back);
  }

  async #leaveForYnab(
    ctx: ProviderContext,
    { uid }: PendingSignIn,
    facts: NewVault["facts"],
  ): Promise<void> {
    const { store, oauth, now } = this.#options;
    const state = randomSecret();
    const verifier = randomSecret();
    const payload: AtYnab = { uid, cookieHash: sha256(newBrowserSecret()), verifier, facts };
    await store.upsert({ kind: AT_YNAB, id: state }, {
      payload: { ...payload },
      grantId: null,
      expiresAt: now() + AT_YNAB_MS,
    });
    ctx.redirect(await oauth.authorizeUrl({ state, verifier, mayWrite: facts.mayWrite }));
    ctx.status = 303;
  }

  /** Handles the redirect from YNAB. */
  async back(address: URL): Promise<Response> {
    const { store, onOutcome } = this.#options;
    const secret = requestContext().cookies.get(YNAB_COOKIE);
    const state = address.searchParams.get("state") ?? "";
    const key = { kind: AT_YNAB, id: state };
    const found = await store.find(key);
    if (found === null) return this.#refusedPage("expired");
    const began = found.payload as unknown as AtYnab;
    // Compare before consuming the state, so that a stranger's link can't end the sign-in.
    if (secret === undefined || sha256(secret) !== began.cookieHash) {
      return this.#refusedPage("cookie_missing");
    }
    if (!await store.destroy(key)) return this.#refusedPage("expired");
    const end = await this.#cameBack(address, { state, secret, began });
    if (typeof end === "string") onOutcome(end);
    else onOutcome("signed_in", { id: end.vault, tenant: end.tenant });
    await this.#saveBack(secret, { uid: began.uid, end });
    return new Response(null, {
      status: 303,
      headers: { location: `${CONSENT_PATH}${began.uid}`, "cache-control": "no-store" },
    });
  }

  #refusedPage(outcome: "expired" | "cookie_missing"): Response {
    this.#options.onOutcome(outcome);
    const problem = outcome === "expired"
      ? "It has expired, or was answered already."
      : "It was started in another browser, or this browser doesn't keep cookies.";
    const page = problemPage(problem, footer(this.#options));
    return new Response(page, { status: 400, headers: pageHeaders() });
  }

  async #cameBack(
    address: URL,
    { state, secret, began: { uid, verifier, facts } }: {
      readonly state: string;
      readonly secret: string;
      readonly began: AtYnab;
    },
  ): Promise<OpenedVault | Refusal> {
    const { database, oauth, root, store, now } = this.#options;
    const problem = address.searchParams.get("error");
    if (problem !== null) {
      await database.releaseAuthorization(uid);
      return problem === "access_denied" ? "denied_at_ynab" : "refused_by_ynab";
    }
    const tokens = await oauth.exchange({ address, state, verifier }).catch(refusalFor);
    if (typeof tokens === "string") return tokens;
    await database.useAuthorization(uid);
    const user = await oauth.userId(tokens).catch(() => null);
    if (user === null) return "ynab_failed";
    const tenant = await root.tagOf(`user ${user}`);
    if (await database.isBlocked(tenant)) return "blocked";
    await this.#deleteUnclaimed(tenant);
    const userTag = await root.tagOf(`user tag ${user}`);
    try {
      const created = { facts, tokens, tenant, userTag, signIn: uid };
      const { vault, key } = await createVault(created, this.#options);
      const wrapped = await root.wrap(key, secret, vault);
      return { vault, tenant, mayWrite: facts.mayWrite, key: wrapped };
    } catch (error) {
      if (!(error instanceof TooManyProgramsError)) throw error;
      // After a program was removed, no further authorization is needed.
      await openAccount(store, tenant, now());
      return "too_many_programs";
    }
  }

  /** Deletes a user's vaults that no program can open anymore, so that they don't count. */
  async #deleteUnclaimed(tenant: string): Promise<void> {
    const { database, store, root, now, deleteUnclaimed } = this.#options;
    const unclaimed: VaultRow[] = [];
    for (const row of await database.vaultsOf(tenant)) {
      const { createdAt = now() } = await factsOf(row, root) ?? {};
      // A younger vault may not have its first token yet.
      const isOld = now() - createdAt > FINISH_MS;
      if (isOld && !await store.hasOfGrant(row.vault)) unclaimed.push(row);
    }
    if (unclaimed.length > 0) await deleteUnclaimed(unclaimed);
  }

  async #saveBack(secret: string, back: Back): Promise<void> {
    const { store, now } = this.#options;
    const { end } = back;
    await store.upsert({ kind: BACK, id: secret }, {
      payload: { ...back },
      grantId: typeof end === "string" ? null : end.vault,
      expiresAt: now() + FINISH_MS,
    });
  }

  async #back(): Promise<Back | null> {
    const secret = requestContext().cookies.get(YNAB_COOKIE);
    if (secret === undefined) return null;
    const found = await this.#options.store.find({ kind: BACK, id: secret });
    return found === null ? null : found.payload as unknown as Back;
  }

  /** Opens the data key of a returned sign-in, for the code that is issued next. */
  async openKey(): Promise<void> {
    const { keys, cookies } = requestContext();
    const { end = "blocked" } = await this.#back() ?? {};
    if (typeof end === "string") return;
    const secret = cookies.get(YNAB_COOKIE) ?? "";
    const key = await this.#options.root.unwrap(end.key, secret, end.vault);
    if (key !== null) keys.set(end.vault, key);
  }

  async #finish(pending: PendingSignIn, { end }: Back): Promise<void> {
    if (typeof end === "string") return await pending.refuse(...REFUSALS[end]);
    const { vault, tenant, mayWrite } = end;
    await openAccount(this.#options.store, tenant, this.#options.now());
    await pending.allow({ accountId: tenant, isChanging: mayWrite, grantId: vault });
  }
}

/** Gives the browser a new secret, which it must bring back. */
function newBrowserSecret(): string {
  const secret = randomSecret();
  requestContext().setCookies.push(cookie(YNAB_COOKIE, secret, AT_YNAB_MS / 1000));
  return secret;
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

function refusalFor(error: unknown): Refusal {
  if (error instanceof RefusedByYnabError) return "refused_by_ynab";
  return error instanceof RejectedApplicationError ? "application_rejected" : "ynab_failed";
}
