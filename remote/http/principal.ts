/** Who a token stands for. */
export interface Principal {
  /** Who it is: confirmations belong to one. Every kind of token has names of its own. */
  readonly id: string;
  /** The program that calls. */
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/**
 * Tells whom a token stands for; `null` for nobody.
 *
 * @throws {UnverifiableError} When it can't be told now.
 */
export type Verifier = (token: string) => Promise<Principal | null>;

/** Whether a token is good can't be told now; it may be later. */
export class UnverifiableError extends Error {
  override readonly name = "UnverifiableError";
}

/** Takes the token from an `Authorization` header (RFC 6750, section 2.1). */
export function bearerToken(header: string | null): string | null {
  return /^bearer +([\w\-.~+/]+=*) *$/iu.exec(header ?? "")?.[1] ?? null;
}

/** Asks verifiers one after the other. */
export function anyOf(verifiers: readonly Verifier[]): Verifier {
  return async (token) => {
    for (const verify of verifiers) {
      const principal = await verify(token);
      if (principal !== null) return principal;
    }
    return null;
  };
}
