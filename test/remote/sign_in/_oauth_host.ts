import { assertRejects } from "@std/assert";
import {
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { Host } from "../../protocol/_host.ts";
import { connectHost2026 } from "../../protocol/_host_2026.ts";
import { Browser, type Form, type Page } from "./_browser.ts";

/** Redirect URI of the test hosts. */
export const BACK = "http://localhost:49152/back";

export interface HostSays {
  /** URL of the host's published client metadata. Without this URL, the host registers itself. */
  readonly metadataUrl?: string | undefined;
  readonly scope?: string | undefined;
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A host that signs in with OAuth. */
export class OAuthHost implements OAuthClientProvider {
  readonly redirectUrl = BACK;
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: OAuthClientMetadata;
  protected readonly url: URL;
  protected readonly fetch: Fetch;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = "";
  #sentTo: URL | null = null;

  /** Creates a host that sends requests with `fetch`. */
  constructor(url: URL, { metadataUrl, scope }: HostSays = {}, fetch: Fetch = globalThis.fetch) {
    this.url = url;
    this.fetch = fetch;
    if (metadataUrl !== undefined) this.clientMetadataUrl = metadataUrl;
    this.clientMetadata = {
      client_name: "A host of the tests",
      redirect_uris: [BACK],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      ...(scope === undefined ? {} : { scope }),
    };
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  /** Replaces the access token with an invalid one. */
  wearOut(): void {
    if (this.#tokens !== undefined) this.#tokens = { ...this.#tokens, access_token: "worn-out" };
  }

  redirectToAuthorization(address: URL): void {
    this.#sentTo = address;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** The URL where the host wants the user to sign in. */
  get sentTo(): URL {
    if (this.#sentTo === null) throw new Error("The host has sent the browser nowhere");
    return this.#sentTo;
  }

  connect(): Promise<Host> {
    return connectHost2026(this.#transport(), {});
  }

  /** Tries to connect, which starts a sign-in. Returns the URL of the sign-in page. */
  async begin(): Promise<URL> {
    await assertRejects(() => this.connect(), UnauthorizedError);
    return this.sentTo;
  }

  /** Redeems the authorization code in the URL that the browser was redirected to. */
  async finish({ url }: Page): Promise<void> {
    await this.#transport().finishAuth(url.searchParams);
  }

  /** Goes through a whole sign-in and stores the tokens. */
  async signIn(form: Form, browser: Browser = new Browser()): Promise<void> {
    const { url } = await browser.visit(await this.begin());
    await this.finish(await browser.visit(url, { answer: "allow", ...form }));
  }

  #transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.url, { authProvider: this, fetch: this.fetch });
  }
}
