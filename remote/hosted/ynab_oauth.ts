import * as oauth from "oauth4webapi";
import { DEFAULT_API_URL } from "../../client/base_url.ts";
import type { YnabApplication } from "./hosted_options.ts";

export interface YnabOAuthOptions extends YnabApplication {
  readonly apiUrl: string;
  readonly redirectUri: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

export interface UpstreamTokens {
  readonly access: string;
  readonly refresh: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * YNAB permanently rejected a token or an authorization code. Temporary failures throw a different
 * error.
 */
export class RefusedByYnabError extends Error {
  override readonly name = "RefusedByYnabError";
}

/** YNAB rejected the client ID or secret of the operator's application. */
export class RejectedApplicationError extends Error {
  override readonly name = "RejectedApplicationError";
}

/** YNAB isn't accepting requests right now. */
export class TooManyRequestsError extends Error {
  override readonly name = "TooManyRequestsError";

  constructor(readonly retryAfter: string | null) {
    super("YNAB isn't accepting requests right now");
  }
}

const AUTHORIZE_TIMEOUT_MS = 15_000;
/** Assumed lifetime of an access token, in seconds, if YNAB doesn't state one (RFC 6749). */
const LIFETIME_SECONDS = 7_200;
const READ_ONLY = "read-only";

export class YnabOAuth {
  readonly #options: YnabOAuthOptions;
  readonly #origin: string;
  readonly #parties: readonly [oauth.AuthorizationServer, oauth.Client];
  readonly #secret: oauth.ClientAuth;
  readonly #http: oauth.TokenEndpointRequestOptions;

  constructor(options: YnabOAuthOptions) {
    this.#options = options;
    const origin = options.apiUrl === DEFAULT_API_URL
      ? "https://app.ynab.com"
      : new URL(options.apiUrl).origin;
    this.#origin = origin;
    const server = { issuer: origin, token_endpoint: `${origin}/oauth/token` };
    this.#parties = [server, { client_id: options.clientId }];
    this.#secret = oauth.ClientSecretPost(options.clientSecret);
    this.#http = {
      [oauth.customFetch]: async (...asked) => {
        const response = await options.fetch(...asked);
        if (response.status !== 429) return response;
        await response.body?.cancel();
        throw new TooManyRequestsError(response.headers.get("retry-after"));
      },
      [oauth.allowInsecureRequests]: origin.startsWith("http://"),
      signal: () => AbortSignal.timeout(AUTHORIZE_TIMEOUT_MS),
    };
  }

  async authorizeUrl(state: string, verifier: string, mayWrite: boolean): Promise<string> {
    const url = new URL(`${this.#origin}/oauth/authorize`);
    url.search = new URLSearchParams({
      client_id: this.#options.clientId,
      redirect_uri: this.#options.redirectUri,
      response_type: "code",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(mayWrite ? {} : { scope: READ_ONLY }),
    }).toString();
    return url.href;
  }

  /**
   * Exchanges an authorization code for tokens.
   *
   * @throws {RefusedByYnabError} If YNAB rejects the code.
   * @throws {RejectedApplicationError} If YNAB rejects the operator's OAuth application (its client
   * ID or secret).
   */
  async exchange(address: URL, state: string, verifier: string): Promise<UpstreamTokens> {
    const params = oauth.validateAuthResponse(...this.#parties, address, state);
    const asked = [this.#secret, params, this.#options.redirectUri, verifier, this.#http] as const;
    return await this.#tokens(async () => {
      const response = await oauth.authorizationCodeGrantRequest(...this.#parties, ...asked);
      return await oauth.processAuthorizationCodeResponse(...this.#parties, response);
    });
  }

  async refresh({ refresh }: UpstreamTokens): Promise<UpstreamTokens> {
    const asked = [this.#secret, refresh, this.#http] as const;
    return await this.#tokens(async () => {
      const response = await oauth.refreshTokenGrantRequest(...this.#parties, ...asked);
      const tokens = await oauth.processRefreshTokenResponse(...this.#parties, response);
      // If the response has no refresh token, the old one stays valid (RFC 6749, section 6).
      return { refresh_token: refresh, ...tokens };
    });
  }

  async userId({ access }: UpstreamTokens): Promise<string> {
    const response = await this.#options.fetch(`${this.#options.apiUrl}/user`, {
      headers: { authorization: `Bearer ${access}` },
      redirect: "error",
      signal: AbortSignal.timeout(AUTHORIZE_TIMEOUT_MS),
    });
    const body = response.ok ? await response.json() : await response.body?.cancel();
    const id: unknown = body?.data?.user?.id;
    if (typeof id !== "string" || id === "") throw new Error("YNAB didn't return the user's ID");
    return id;
  }

  async #tokens(ask: () => Promise<oauth.TokenEndpointResponse>): Promise<UpstreamTokens> {
    const askedAt = this.#options.now();
    try {
      const { access_token: access, refresh_token: refresh, expires_in } = await ask();
      if (refresh === undefined) throw new Error("YNAB sent no refresh token");
      const seconds = expires_in ?? LIFETIME_SECONDS;
      return { access, refresh, expiresAt: askedAt + seconds * 1000 };
    } catch (error) {
      const code = errorCode(error);
      if (code === "invalid_grant") {
        throw new RefusedByYnabError("YNAB rejected the authorization code or the refresh token", {
          cause: error,
        });
      }
      if (code === "invalid_client") {
        throw new RejectedApplicationError("YNAB rejected the application's client ID or secret", {
          cause: error,
        });
      }
      throw error;
    }
  }
}

/**
 * Returns the OAuth error code. YNAB also sends the error code in a `WWW-Authenticate` challenge,
 * which the library reads first.
 */
function errorCode(error: unknown): string | undefined {
  if (error instanceof oauth.ResponseBodyError) return error.error;
  if (!(error instanceof oauth.WWWAuthenticateChallengeError)) return undefined;
  return error.cause[0]?.parameters.error ?? (error.status === 401 ? "invalid_client" : undefined);
}
