import { timingSafeEqual } from "node:crypto";
import { destinationOf, problemPage, show } from "../sign_in/pages.ts";
import {
  CONSENT_PATH,
  formIn,
  NOT_PENDING,
  type PendingSignIn,
  pendingSignIn,
} from "../sign_in/pending_sign_in.ts";
import type { Middleware, Provider, ProviderContext } from "../sign_in/provider_shape.ts";
import { openAccount } from "./account_cookie.ts";
import {
  type ConsentAnswer,
  consentAnswer,
  footer,
  hostedConsentPage,
  TIME_ZONE_SCRIPT,
} from "./hosted_consent.ts";
import type { Refusal } from "./hosted_events.ts";
import { AT_YNAB_MS, BACK_PATH } from "./hosted_options.ts";
import { requestContext } from "./request_context.ts";
import { createSampleVault, isTestCode } from "./sample_household.ts";
import { digest, randomSecret, sha256 } from "./secrets.ts";
import { type Back, findBack, newBrowserSecret, saveAtYnab, saveBack } from "./sign_in_states.ts";
import type { NewVault } from "./vault_creation.ts";
import { MOST_PROGRAMS } from "./vault_rows.ts";
import type { ReturnOptions } from "./ynab_return.ts";

/** Share of used authorizations above which the operator is warned. */
const MANY = 0.8;

export interface HostedSignInOptions extends ReturnOptions {
  /** Whether the server allows changes. */
  readonly isWriteAllowed: boolean;
  /** Called when a sign-in takes one of the last authorizations. */
  readonly onFewLeft: (used: number) => void;
}

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
  store_failed: ["temporarily_unavailable", "This server couldn't save the sign-in"],
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
      const back = await findBack(this.#options.store);
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
      "YNAB limits how many people can connect, and every place is taken. Ask the operator: " +
        `${this.#options.operatorContact}.`,
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
    await saveBack(secret, back, this.#options);
    onOutcome("sample", { id: vault, tenant });
    await this.#finish(pending, back);
  }

  async #leaveForYnab(
    ctx: ProviderContext,
    { uid }: PendingSignIn,
    facts: NewVault["facts"],
  ): Promise<void> {
    const { oauth } = this.#options;
    const state = randomSecret();
    const verifier = randomSecret();
    const cookieHash = sha256(newBrowserSecret());
    await saveAtYnab(state, { uid, cookieHash, verifier, facts }, this.#options);
    ctx.redirect(await oauth.authorizeUrl({ state, verifier, mayWrite: facts.mayWrite }));
    ctx.status = 303;
  }

  async #finish(pending: PendingSignIn, { end }: Back): Promise<void> {
    if (typeof end === "string") return await pending.refuse(...REFUSALS[end]);
    const { vault, tenant, mayWrite } = end;
    await openAccount(this.#options.store, tenant, this.#options.now());
    await pending.allow({ accountId: tenant, isChanging: mayWrite, grantId: vault });
  }
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
