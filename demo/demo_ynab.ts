import {
  type Answer,
  type Arrival,
  errorBody,
  fetchOf,
  htmlAnswer,
  jsonAnswer,
  type Outcome,
  statusAnswer,
} from "./api/transport.ts";
import type { DemoUpstream } from "./upstream.ts";

/** A user with their own simulated YNAB API, which contains their plans. */
export interface DemoUser {
  readonly name: string;
  readonly upstream: DemoUpstream;
  /** The access token that this user's `upstream` accepts. */
  readonly token: string;
}

/** An OAuth application registered with YNAB. */
export interface DemoApplication {
  readonly id: string;
  readonly secret: string;
  /** Registered redirect URIs; a request must match one of them exactly. */
  readonly redirectUris: readonly string[];
}

export interface DemoYnabOptions {
  readonly users: readonly DemoUser[];
  readonly application: DemoApplication;
  /** Returns the time in milliseconds since 1970; by default, reads the real clock. */
  readonly now?: () => number;
}

const ACCESS_SECONDS = 7_200;
/** Lifetime of an authorization code, in milliseconds. */
const CODE_MS = 600_000;
const READ_ONLY = "read-only";

interface Code {
  readonly user: DemoUser;
  readonly scope: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly expiresAt: number;
}

interface Tokens {
  readonly user: DemoUser;
  readonly scope: string;
  readonly access: string;
  readonly refresh: string;
  readonly expiresAt: number;
  /** The previous tokens, which are revoked when the new ones are first used. */
  previous: Tokens | null;
  isRevoked: boolean;
}

/**
 * A simulated YNAB with several users who sign in with OAuth: `/oauth/authorize`, `/oauth/token`,
 * and the API under `/v1`, which accepts the issued tokens.
 */
export class DemoYnab {
  readonly #options: DemoYnabOptions;
  readonly #now: () => number;
  readonly #codes = new Map<string, Code>();
  readonly #tokens: Tokens[] = [];
  #authorizations = 0;

  constructor(options: DemoYnabOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Number of authorizations that users have granted. */
  get authorizations(): number {
    return this.#authorizations;
  }

  /** Revokes all of the application's access, as a user can in YNAB's settings. */
  withdraw(user: string): void {
    for (const tokens of this.#tokens) if (tokens.user.name === user) tokens.isRevoked = true;
  }

  /** Responds like a `fetch` that doesn't follow redirects. */
  readonly fetch: typeof globalThis.fetch = fetchOf((arrival, signal) =>
    this.respond(arrival, signal)
  );

  /** Handles a request directly, without a network. */
  async respond(arrival: Arrival, signal: AbortSignal | null = null): Promise<Outcome> {
    const { method, url: { pathname, searchParams }, body } = arrival;
    const form = new URLSearchParams(body ?? "");
    if (pathname === "/oauth/authorize") {
      const parameters = method === "POST" ? form : searchParams;
      return { kind: "answer", answer: this.#authorize(parameters, method === "POST") };
    }
    if (pathname === "/oauth/token" && method === "POST") {
      return { kind: "answer", answer: await this.#token(form, arrival.headers) };
    }
    return await this.#callApi(arrival, signal);
  }

  async #callApi(arrival: Arrival, signal: AbortSignal | null): Promise<Outcome> {
    const [, access = ""] = /^Bearer (.+)$/u.exec(arrival.headers.get("authorization") ?? "") ?? [];
    const tokens = this.#tokens.find((one) => one.access === access && this.#isValid(one));
    if (tokens === undefined) return { kind: "answer", answer: statusAnswer(401) };
    used(tokens);
    if (tokens.scope === READ_ONLY && arrival.method !== "GET") {
      return { kind: "answer", answer: jsonAnswer(403, errorBody("403.3")) };
    }
    const { upstream, token } = tokens.user;
    const headers = new Headers(arrival.headers);
    headers.set("authorization", `Bearer ${token}`);
    return await upstream.respond({ ...arrival, headers }, signal);
  }

  #isValid({ isRevoked, expiresAt }: Tokens): boolean {
    return !isRevoked && this.#now() < expiresAt;
  }

  /** Shows YNAB's consent page, or redirects with the user's decision. */
  #authorize(parameters: URLSearchParams, isDecided: boolean): Answer {
    const { application, users } = this.#options;
    const redirectUri = parameters.get("redirect_uri") ?? "";
    if (parameters.get("client_id") !== application.id) {
      return page(401, "The client is unknown.");
    }
    // Never redirects to an unregistered address.
    if (!application.redirectUris.includes(redirectUri)) {
      return page(400, "The redirect URI isn't registered for this application.");
    }
    const back = (answer: Readonly<Record<string, string>>): Answer => {
      const location = new URL(redirectUri);
      for (const [name, value] of Object.entries(answer)) location.searchParams.set(name, value);
      const state = parameters.get("state");
      if (state !== null) location.searchParams.set("state", state);
      return { status: 302, headers: { location: location.href }, body: "" };
    };
    const scope = parameters.get("scope") ?? "";
    const challenge = parameters.get("code_challenge");
    if (parameters.get("response_type") !== "code") {
      return back({ error: "unsupported_response_type" });
    }
    if (scope !== "" && scope !== READ_ONLY) return back({ error: "invalid_scope" });
    if (challenge !== null && parameters.get("code_challenge_method") !== "S256") {
      return back({ error: "invalid_code_challenge_method" });
    }
    if (!isDecided) return consentPage(parameters, users);
    if (parameters.get("decision") !== "authorize") return back({ error: "access_denied" });
    const user = users.find(({ name }) => name === parameters.get("user"));
    if (user === undefined) return page(400, "The user is unknown.");
    this.#authorizations += 1;
    const code = secret();
    const expiresAt = this.#now() + CODE_MS;
    this.#codes.set(code, { user, scope, redirectUri, challenge, expiresAt });
    return back({ code });
  }

  async #token(form: URLSearchParams, headers: Headers): Promise<Answer> {
    const { application } = this.#options;
    const [id, given] = clientOf(form, headers);
    if (id !== application.id || given !== application.secret) {
      return refusal(401, "invalid_client");
    }
    switch (form.get("grant_type")) {
      case "authorization_code":
        return await this.#exchangeCode(form);
      case "refresh_token":
        return this.#exchangeRefreshToken(form.get("refresh_token") ?? "");
      default:
        return refusal(400, "unsupported_grant_type");
    }
  }

  async #exchangeCode(form: URLSearchParams): Promise<Answer> {
    const name = form.get("code") ?? "";
    const code = this.#codes.get(name);
    this.#codes.delete(name);
    const isGood = code !== undefined && this.#now() < code.expiresAt &&
      form.get("redirect_uri") === code.redirectUri &&
      (code.challenge === null ||
        await challengeOf(form.get("code_verifier") ?? "") === code.challenge);
    return isGood ? this.#issue(code, null) : refusal(400, "invalid_grant");
  }

  #exchangeRefreshToken(refresh: string): Answer {
    const found = this.#tokens.find((one) => one.refresh === refresh && !one.isRevoked);
    if (found === undefined) return refusal(400, "invalid_grant");
    used(found);
    return this.#issue(found, found);
  }

  #issue({ user, scope }: Pick<Tokens, "user" | "scope">, previous: Tokens | null): Answer {
    const now = this.#now();
    const [access, refresh] = [secret(), secret()];
    const expiresAt = now + ACCESS_SECONDS * 1000;
    this.#tokens.push({ user, scope, access, refresh, expiresAt, previous, isRevoked: false });
    return jsonAnswer(200, {
      access_token: access,
      token_type: "Bearer",
      expires_in: ACCESS_SECONDS,
      refresh_token: refresh,
      ...(scope === "" ? {} : { scope }),
      created_at: Math.floor(now / 1000),
    }, { "cache-control": "no-store" });
  }
}

/** Revokes the replaced tokens when the new ones are first used; until then, both work. */
function used(tokens: Tokens): void {
  if (tokens.previous === null) return;
  tokens.previous.isRevoked = true;
  tokens.previous = null;
}

/** Reads the OAuth client's id and secret from the form or the header. */
function clientOf(form: URLSearchParams, headers: Headers): readonly (string | null)[] {
  const [, basic] = /^Basic (.+)$/u.exec(headers.get("authorization") ?? "") ?? [];
  return basic === undefined
    ? [form.get("client_id"), form.get("client_secret")]
    : atob(basic).split(":").map(decodeURIComponent);
}

/**
 * Returns an OAuth error in both the body and the `WWW-Authenticate` header, as Doorkeeper (YNAB's
 * OAuth library) does.
 */
function refusal(status: number, error: string): Answer {
  const why = `The request failed: ${error}`;
  return jsonAnswer(status, { error, error_description: why }, {
    "cache-control": "no-store",
    "www-authenticate": `Bearer realm="Doorkeeper", error="${error}", error_description="${why}"`,
  });
}

function secret(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function consentPage(parameters: URLSearchParams, users: readonly DemoUser[]): Answer {
  const hidden = [...parameters].map(([name, value]) =>
    `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`
  );
  const options = users.map(({ name }) => `<option>${escaped(name)}</option>`);
  return htmlAnswer(
    200,
    "Authorize an application (demo)",
    `<form method="post" action="/oauth/authorize">${hidden.join("")}` +
      `<label>Sign in as <select name="user">${options.join("")}</select></label> ` +
      '<button name="decision" value="authorize">Authorize</button> ' +
      '<button name="decision" value="deny">Deny</button></form>',
  );
}

function page(status: number, sentence: string): Answer {
  return htmlAnswer(status, "Authorize an application (demo)", `<p>${sentence}</p>`);
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/gu, (one) => `&#${one.codePointAt(0)};`);
}
