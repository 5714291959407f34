import type { SignInPayload } from "../sign_in_store/sign_in_store.ts";

export interface ProviderAdapter {
  upsert(id: string, payload: SignInPayload, expiresIn?: number): Promise<void>;
  find(id: string): Promise<SignInPayload | undefined>;
  findByUid(uid: string): Promise<SignInPayload | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

export interface ProviderClient {
  readonly clientId: string;
  readonly clientName?: string;
  readonly redirectUris: readonly string[];
  redirectUriAllowed(address: string): boolean;
}

export interface Interaction {
  readonly uid: string;
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface ProviderToken {
  readonly accountId: string;
  readonly clientId: string;
  readonly grantId: string;
  readonly aud?: string | readonly string[];
  readonly scope?: string;
  readonly isValid: boolean;
}

export interface ProviderGrant {
  /** The grant's id; if it isn't set yet, saving the grant assigns one. */
  jti: string | undefined;
  addOIDCScope(scope: string): void;
  addResourceScope(resource: string, scope: string): void;
  rejectOIDCScope(scope: string): void;
  rejectResourceScope(resource: string, scope: string): void;
  save(): Promise<string>;
}

/** A request being handled, as Koa represents it. */
export interface ProviderContext {
  readonly req: { readonly socket: { readonly remoteAddress: string } };
  readonly res: unknown;
  readonly method: string;
  readonly path: string;
  query: Readonly<Record<string, string | readonly string[] | undefined>>;
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

export type Middleware = (ctx: ProviderContext, next: () => Promise<void>) => Promise<void>;

export interface Provider {
  readonly Client: {
    find(id: string): Promise<ProviderClient | undefined>;
    readonly prototype: ProviderClient;
  };
  readonly AccessToken: { find(token: string): Promise<ProviderToken | undefined> };
  readonly Grant: {
    new (of: { readonly accountId: string; readonly clientId: string }): ProviderGrant;
    find(id: string): Promise<ProviderGrant | undefined>;
  };
  readonly AuthorizationCode: object;
  readonly Interaction: object;
  readonly RefreshToken: object;
  readonly ReplayDetection: object;
  readonly Session: object;
  silent: boolean;
  use(middleware: Middleware): void;
  on(event: string, listener: (...args: readonly unknown[]) => void): void;
  callback(): (request: unknown, response: unknown) => Promise<void>;
  interactionDetails(request: unknown, response: unknown): Promise<Interaction>;
  interactionResult(
    request: unknown,
    response: unknown,
    result: Readonly<Record<string, unknown>>,
  ): Promise<string>;
}

export interface ProviderModule {
  readonly Provider: {
    new (issuer: string, configuration: Readonly<Record<string, unknown>>): Provider;
    readonly ctx: ProviderContext | undefined;
  };
  readonly errors: Readonly<
    Record<
      | "InvalidClientAuth"
      | "InvalidClientMetadata"
      | "InvalidGrant"
      | "InvalidRedirectUri"
      | "InvalidTarget"
      | "TemporarilyUnavailable",
      new (description?: string) => Error
    >
  >;
}
