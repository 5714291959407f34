import { timingSafeEqual } from "node:crypto";
import { READ_SCOPE, WRITE_SCOPE } from "../../server/scopes.ts";
import { destinationOf, pageHeaders, problemPage, show } from "../sign_in/pages.ts";
import type {
  Interaction,
  Middleware,
  Provider,
  ProviderContext,
} from "../sign_in/provider_shape.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import {
  type ConsentAnswer,
  consentAnswer,
  footer,
  hostedConsentPage,
  TIME_ZONE_SCRIPT,
} from "./hosted_consent.ts";
import { openAccount } from "./account_cookie.ts";
import {
  AT_YNAB_MS,
  BACK_PATH,
  type HostedOptions,
  type HostedSurroundings,
} from "./hosted_options.ts";
import type { RootKey } from "./operator_keys.ts";
import { cookie, requestContext } from "./request_context.ts";
import type { SignInOutcome } from "./hosted_events.ts";
import type { AtYnab, Back } from "./sign_in_states.ts";
import { createSampleVault, isTestCode } from "./sample_household.ts";
import { digest, randomSecret, sha256 } from "./secrets.ts";
import { createVault } from "./vault_creation.ts";
import { type HostedDatabase, MOST_PROGRAMS, TooManyProgramsError } from "./vault_rows.ts";
import type { YnabOAuth } from "./ynab_oauth.ts";

/** Path of the consent page, followed by the id of the sign-in. */
const CONSENT_PATH = "/sign-in/";

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
  /** Called with the outcome of each sign-in, for metrics and audit. */
  readonly onOutcome: (outcome: SignInOutcome, vault?: { id: string; tenant: string }) => void;
  /** Called when a sign-in takes one of the last authorizations. */
  readonly onFewLeft: (used: number) => void;
}

const AT_YNAB = "AtYnab";
const BACK = "BackFromYnab";

const TOO_MANY_PROGRAMS = `The user has connected ${MOST_PROGRAMS} programs already, ` +
  "and must remove one on the account page first";

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
      const interaction = await this.#waiting(provider, ctx);
      if (interaction === null) {
        const problem = "It has expired, or was started in another browser.";
        return show(ctx, 400, problemPage(problem, footer(this.#options)));
      }
      const back = await this.#back();
      if (back?.uid === interaction.uid) return await this.#finish(ctx, back, provider);
      if (ctx.method === "POST") return await this.#consented(ctx, interaction, provider);
      return await this.#show(ctx, 200, { interaction, provider, problem: null });
    };
  }

  async #waiting(provider: Provider, ctx: ProviderContext): Promise<Interaction | null> {
    try {
      const interaction = await provider.interactionDetails(ctx.req, ctx.res);
      return interaction.uid === ctx.path.slice(CONSENT_PATH.length) ? interaction : null;
    } catch {
      return null;
    }
  }

  async #show(
    ctx: ProviderContext,
    status: number,
    { interaction, provider, problem }: {
      readonly interaction: Interaction;
      readonly provider: Provider;
      readonly problem: string | null;
    },
  ): Promise<void> {
    const page = hostedConsentPage({
      ...this.#options,
      ...await programOf(interaction, provider),
      mayChange: this.#mayChange(interaction),
      asksInvitation: this.#options.invitation !== null,
      takesTestCode: this.#options.sample !== undefined,
      problem,
    });
    show(ctx, status, page, TIME_ZONE_SCRIPT);
  }

  #mayChange({ params }: Interaction): boolean {
    return this.#options.isWriteAllowed && (params["scope"] ?? "").split(" ").includes(WRITE_SCOPE);
  }

  async #consented(
    ctx: ProviderContext,
    interaction: Interaction,
    provider: Provider,
  ): Promise<void> {
    const { fail, isBarred, database, authorizations, onOutcome, onFewLeft } = this.#options;
    const answer = await consentAnswer(ctx.req);
    if (answer.isDeclined) {
      onOutcome("declined");
      return await this.#refuse(ctx, provider, "access_denied");
    }
    const isTooLate = isBarred(requestContext().address);
    if (!isTooLate && isTestCode(this.#options.sample, answer.invitation)) {
      return await this.#openSample(ctx, { interaction, provider, answer });
    }
    if (isTooLate || !this.#isInvited(answer)) {
      onOutcome("wrong_invitation");
      const isTooMany = fail(requestContext().address);
      const problem = isTooMany
        ? "Too many wrong invitations: wait a minute."
        : "This invitation is wrong: ask the operator for it.";
      const status = isTooMany ? 429 : 403;
      return await this.#show(ctx, status, { interaction, provider, problem });
    }
    const state = randomSecret();
    const lapse = { most: authorizations, lapseMs: AT_YNAB_MS };
    const used = await database.reserveAuthorization({ signIn: interaction.uid, ...lapse });
    if (used !== null && used >= authorizations * MANY) onFewLeft(used);
    if (used === null) {
      onOutcome("no_place");
      const page = problemPage(
        "YNAB limits how many people can connect, and every place is taken. Ask the operator: " +
          `${this.#options.operatorContact}.`,
        footer(this.#options),
      );
      return show(ctx, 503, page);
    }
    await this.#leaveForYnab(ctx, { interaction, provider, answer, state });
  }

  /** Opens the sample household, without YNAB and without using an authorization. */
  async #openSample(
    ctx: ProviderContext,
    { interaction, provider, answer }: {
      readonly interaction: Interaction;
      readonly provider: Provider;
      readonly answer: ConsentAnswer;
    },
  ): Promise<void> {
    const { root, store, now, onOutcome } = this.#options;
    const { clientName, redirectUri } = await programOf(interaction, provider);
    const mayWrite = answer.isChanging && this.#mayChange(interaction);
    const destination = destinationOf(redirectUri);
    const { timeZone } = answer;
    const facts = { clientName, destination, mayWrite, timeZone };
    const { vault, key, tenant } = await createSampleVault(facts, this.#options);
    const secret = randomSecret();
    const wrapped = await root.wrap(key, secret, vault);
    const back: Back = { uid: interaction.uid, vault, tenant, mayWrite, key: wrapped };
    await store.upsert({ kind: BACK, id: secret }, {
      payload: { ...back },
      grantId: null,
      expiresAt: now() + FINISH_MS,
    });
    requestContext().setCookies.push(cookie(YNAB_COOKIE, secret, AT_YNAB_MS / 1000));
    onOutcome("sample", { id: vault, tenant });
    await this.#finish(ctx, back, provider);
  }

  async #leaveForYnab(
    ctx: ProviderContext,
    { interaction, provider, answer, state }: {
      readonly interaction: Interaction;
      readonly provider: Provider;
      readonly answer: ConsentAnswer;
      readonly state: string;
    },
  ): Promise<void> {
    const { store, oauth, now } = this.#options;
    const secret = randomSecret();
    const verifier = randomSecret();
    const mayWrite = answer.isChanging && this.#mayChange(interaction);
    const program = await programOf(interaction, provider);
    const payload: AtYnab = {
      uid: interaction.uid,
      cookieHash: sha256(secret),
      verifier,
      mayWrite,
      timeZone: answer.timeZone,
      clientName: program.clientName,
      destination: destinationOf(program.redirectUri),
    };
    const expiresAt = now() + AT_YNAB_MS;
    await store.upsert({ kind: AT_YNAB, id: state }, {
      payload: { ...payload },
      grantId: null,
      expiresAt,
    });
    requestContext().setCookies.push(cookie(YNAB_COOKIE, secret, AT_YNAB_MS / 1000));
    ctx.redirect(await oauth.authorizeUrl({ state, verifier, mayWrite }));
    ctx.status = 303;
  }

  #isInvited({ invitation }: ConsentAnswer): boolean {
    const { invitation: expected } = this.#options;
    if (expected === null) return true;
    return timingSafeEqual(digest(invitation), digest(expected));
  }

  /** Handles the redirect from YNAB. */
  async back(address: URL): Promise<Response> {
    const { store, onOutcome } = this.#options;
    const secret = requestContext().cookies.get(YNAB_COOKIE);
    const state = address.searchParams.get("state") ?? "";
    const key = { kind: AT_YNAB, id: state };
    const found = await store.find(key);
    if (found === null || found.consumedAt !== null) {
      onOutcome("expired");
      return this.#refusedPage("It has expired, or was answered already.");
    }
    const began = found.payload as unknown as AtYnab;
    // Compare before consuming the state, so that a stranger's link can't end the sign-in.
    if (secret === undefined || sha256(secret) !== began.cookieHash) {
      onOutcome("cookie_missing");
      return this.#refusedPage(
        "It was started in another browser, or this browser doesn't keep cookies.",
      );
    }
    if (!await store.consume(key)) {
      onOutcome("expired");
      return this.#refusedPage("It was answered already.");
    }
    const back = await this.#cameBack(address, { state, secret, began });
    await store.upsert({ kind: BACK, id: secret }, {
      payload: { ...back },
      grantId: back.vault ?? null,
      expiresAt: this.#options.now() + FINISH_MS,
    });
    return redirect(`${CONSENT_PATH}${began.uid}`);
  }

  #refusedPage(problem: string): Response {
    const page = problemPage(problem, footer(this.#options));
    return new Response(page, { status: 400, headers: pageHeaders() });
  }

  async #cameBack(
    address: URL,
    { state, secret, began }: {
      readonly state: string;
      readonly secret: string;
      readonly began: AtYnab;
    },
  ): Promise<Back> {
    const { database, oauth, root, onOutcome } = this.#options;
    const { uid, verifier, mayWrite } = began;
    if (address.searchParams.has("error")) {
      await database.releaseAuthorization(uid);
      onOutcome("denied_at_ynab");
      return { uid, error: "access_denied" };
    }
    try {
      const tokens = await oauth.exchange({ address, state, verifier });
      await database.useAuthorization(uid);
      const user = await oauth.userId(tokens);
      const tenant = await root.tagOf(`user ${user}`);
      if (await database.isBlocked(tenant)) {
        onOutcome("blocked");
        return { uid, error: "access_denied" };
      }
      const { clientName, destination, timeZone } = began;
      const { vault, key } = await createVault({
        facts: { clientName, destination, mayWrite, timeZone },
        tokens,
        tenant,
        userTag: await root.tagOf(`user tag ${user}`),
        signIn: uid,
      }, this.#options);
      onOutcome("signed_in", { id: vault, tenant });
      return { uid, vault, tenant, mayWrite, key: await root.wrap(key, secret, vault) };
    } catch (error) {
      if (error instanceof TooManyProgramsError) {
        onOutcome("too_many_programs");
        // After a program was removed, no further authorization is needed.
        await openAccount(this.#options.store, error.tenant, this.#options.now());
        return { uid, error: "access_denied", why: TOO_MANY_PROGRAMS };
      }
      onOutcome("ynab_failed");
      return { uid, error: "temporarily_unavailable" };
    }
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
    const back = await this.#back();
    if (back?.vault === undefined || back.key === undefined) return;
    const secret = cookies.get(YNAB_COOKIE) ?? "";
    const key = await this.#options.root.unwrap(back.key, secret, back.vault);
    if (key !== null) keys.set(back.vault, key);
  }

  async #finish(ctx: ProviderContext, back: Back, provider: Provider): Promise<void> {
    const { error, vault, tenant, mayWrite } = back;
    if (error !== undefined || vault === undefined || tenant === undefined) {
      return await this.#refuse(ctx, provider, error ?? "access_denied", back.why);
    }
    const { params } = await provider.interactionDetails(ctx.req, ctx.res);
    const grant = new provider.Grant({
      accountId: tenant,
      clientId: params["client_id"] ?? "",
    });
    // The grant id is the vault id.
    grant.jti = vault;
    const scopes = mayWrite === true ? `${READ_SCOPE} ${WRITE_SCOPE}` : READ_SCOPE;
    grant.addOIDCScope(scopes);
    grant.addResourceScope(this.#options.resource, scopes);
    const grantId = await grant.save();
    await openAccount(this.#options.store, tenant, this.#options.now());
    await this.#end(ctx, provider, {
      login: { accountId: tenant, remember: false },
      consent: { grantId },
    });
  }

  async #refuse(
    ctx: ProviderContext,
    provider: Provider,
    error: string,
    why = error === "access_denied" ? "The user declined" : "YNAB can't be reached right now",
  ): Promise<void> {
    await this.#end(ctx, provider, { error, error_description: why });
  }

  async #end(
    ctx: ProviderContext,
    provider: Provider,
    result: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
    ctx.status = 303;
  }
}

async function programOf(
  { params }: Interaction,
  provider: Provider,
): Promise<
  { readonly clientName: string; readonly clientId: string; readonly redirectUri: string }
> {
  const { client_id: clientId = "", redirect_uri: redirectUri = "" } = params;
  const client = await provider.Client.find(clientId);
  return { clientName: client?.clientName ?? "", clientId, redirectUri };
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
