import { timingSafeEqual } from "node:crypto";
import { dayOf } from "../../domain/base/day.ts";
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
  hostedConsentPage,
  TIME_ZONE_SCRIPT,
} from "./hosted_consent.ts";
import { openAccount } from "./account_cookie.ts";
import { AT_YNAB_MS, BACK_PATH, type HostedOptions } from "./hosted_options.ts";
import type { RootKey } from "./operator_keys.ts";
import { cookie, requestContext } from "./request_context.ts";
import { digest, randomSecret, sha256 } from "./secrets.ts";
import type { HostedDatabase } from "./vault_rows.ts";
import { sealTokens, vaultSealer } from "./vault_tokens.ts";
import type { YnabOAuth } from "./ynab_oauth.ts";

/** Path of the consent page, followed by the id of the sign-in. */
const CONSENT_PATH = "/sign-in/";

/** Cookie of the browser that went to YNAB. */
export const YNAB_COOKIE = "__Host-ynab";

/** How long a finished sign-in waits for the browser, in milliseconds. */
const FINISH_MS = 60_000;

export interface HostedSignInOptions extends HostedOptions {
  readonly root: RootKey;
  readonly database: HostedDatabase;
  readonly oauth: YnabOAuth;
  readonly store: SignInStore;
  /** Base address of YNAB's API. */
  readonly apiUrl: string;
  /** The resource for which tokens are issued. */
  readonly resource: string;
  /** Whether the server allows changes. */
  readonly isWriteAllowed: boolean;
  /** Counts a wrong invitation, and returns whether there were too many. */
  readonly fail: (address: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with the outcome of each sign-in, for metrics and audit. */
  readonly onOutcome: (outcome: SignInOutcome, vault?: { id: string; tenant: string }) => void;
}

export type SignInOutcome =
  | "signed_in"
  | "declined"
  | "wrong_invitation"
  | "no_place"
  | "cookie_missing"
  | "expired"
  | "denied_at_ynab"
  | "ynab_failed"
  | "blocked";

/** A sign-in while the user is at YNAB; stored under its state. */
interface AtYnab {
  readonly uid: string;
  readonly cookieHash: string;
  readonly verifier: string;
  readonly mayWrite: boolean;
  readonly timeZone: string;
  readonly clientName: string;
  readonly destination: string;
}

/** A sign-in that came back; stored under the browser's cookie. */
interface Back {
  readonly uid: string;
  /** What the program is told instead of a code. */
  readonly error?: string;
  readonly vault?: string;
  readonly tenant?: string;
  readonly mayWrite?: boolean;
  /** The vault's data key, wrapped with the cookie. */
  readonly key?: string;
}

/** What the account page and the vault know about a program. */
export interface VaultFacts {
  readonly clientName: string;
  readonly destination: string;
  readonly mayWrite: boolean;
  readonly timeZone: string;
}

const AT_YNAB = "AtYnab";
const BACK = "BackFromYnab";

/** Sign-ins that lead over YNAB. */
export class HostedSignIn {
  readonly #options: HostedSignInOptions;

  constructor(options: HostedSignInOptions) {
    this.#options = options;
  }

  /** Shows the consent page, and ends sign-ins that came back. */
  middleware(provider: Provider): Middleware {
    return async (ctx, next) => {
      if (!ctx.path.startsWith(CONSENT_PATH) || ctx.path === BACK_PATH) return await next();
      const interaction = await this.#waiting(provider, ctx);
      if (interaction === null) {
        return show(ctx, 400, problemPage("It has expired, or was started in another browser."));
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
    const { fail, database, authorizations, onOutcome } = this.#options;
    const answer = await consentAnswer(ctx.req);
    if (answer.isDeclined) {
      onOutcome("declined");
      return await this.#refuse(ctx, provider, "access_denied");
    }
    if (!this.#isInvited(answer)) {
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
    if (await database.reserveAuthorization({ state, ...lapse }) === null) {
      onOutcome("no_place");
      const page = problemPage(
        "YNAB lets only a limited number of people in, and every place is taken. " +
          `Ask the operator: ${this.#options.operatorContact}.`,
      );
      return show(ctx, 503, page);
    }
    await this.#leaveForYnab(ctx, { interaction, provider, answer, state });
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

  /** Answers the browser that YNAB sent back. */
  async back(address: URL): Promise<Response> {
    const { store, onOutcome } = this.#options;
    const secret = requestContext().cookies.get(YNAB_COOKIE);
    const state = address.searchParams.get("state") ?? "";
    const key = { kind: AT_YNAB, id: state };
    const found = await store.find(key);
    if (found === null || found.consumedAt !== null) {
      onOutcome("expired");
      return refusedPage("It has expired, or was answered already.");
    }
    const began = found.payload as unknown as AtYnab;
    // Compared before the state is used up, so that a stranger's link can't end the sign-in.
    if (secret === undefined || sha256(secret) !== began.cookieHash) {
      onOutcome("cookie_missing");
      return refusedPage(
        "It was started in another browser, or this browser doesn't keep cookies.",
      );
    }
    if (!await store.consume(key)) {
      onOutcome("expired");
      return refusedPage("It was answered already.");
    }
    const back = await this.#cameBack(address, { state, secret, began });
    await store.upsert({ kind: BACK, id: secret }, {
      payload: { ...back },
      grantId: null,
      expiresAt: this.#options.now() + FINISH_MS,
    });
    return redirect(`${CONSENT_PATH}${began.uid}`);
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
      await database.releaseAuthorization(state);
      onOutcome("denied_at_ynab");
      return { uid, error: "access_denied" };
    }
    try {
      const tokens = await oauth.exchange({ address, state, verifier });
      const user = await oauth.userId(tokens);
      const tenant = await root.tagOf(`user ${user}`);
      if (await database.isBlocked(tenant)) {
        onOutcome("blocked");
        return { uid, error: "access_denied" };
      }
      const vault = randomSecret();
      const key = crypto.getRandomValues(new Uint8Array(32));
      const sealer = await vaultSealer(key, this.#options.apiUrl);
      const { clientName, destination, timeZone } = began;
      const facts: VaultFacts = { clientName, destination, mayWrite, timeZone };
      const today = dayOf(this.#options.now());
      await database.createVault({
        vault,
        tenant,
        owner: sealer.owner,
        body: await root.seal(JSON.stringify(facts), `vault ${vault}`),
        createdDay: today,
        usedDay: today,
      }, {
        tokens: await sealTokens(sealer, tokens),
        state,
        userTag: await root.tagOf(`user tag ${user}`),
      });
      onOutcome("signed_in", { id: vault, tenant });
      return { uid, vault, tenant, mayWrite, key: await root.wrap(key, secret, vault) };
    } catch {
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

  /** Opens the data key of a sign-in that came back, for the code that is issued next. */
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
      return await this.#refuse(ctx, provider, error ?? "access_denied");
    }
    const { params } = await provider.interactionDetails(ctx.req, ctx.res);
    const grant = new provider.Grant({
      accountId: tenant,
      clientId: params["client_id"] ?? "",
    });
    // The grant is the vault.
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

  async #refuse(ctx: ProviderContext, provider: Provider, error: string): Promise<void> {
    const error_description = error === "access_denied"
      ? "The user declined"
      : "YNAB can't be reached right now";
    await this.#end(ctx, provider, { error, error_description });
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

function refusedPage(problem: string): Response {
  return new Response(problemPage(problem), { status: 400, headers: pageHeaders() });
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
