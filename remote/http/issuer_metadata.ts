/** What is needed of an issuer's metadata. */
export interface IssuerMetadata {
  readonly jwks_uri: string;
}

const TIMEOUT_MS = 5_000;

/**
 * Reads an issuer's metadata.
 *
 * @throws {Error} When neither document can be read, or it is another issuer's.
 */
export async function readMetadata(issuer: string): Promise<IssuerMetadata> {
  const failures: unknown[] = [];
  for (const url of metadataUrls(issuer)) {
    try {
      return await metadataAt(url, issuer);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new Error("The issuer's metadata can't be read", { cause: failures });
}

/** Gives where an issuer's metadata may be. */
export function metadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/u, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

async function metadataAt(url: string, issuer: string): Promise<IssuerMetadata> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // Followed, a redirect could lead to keys of anybody's.
  const response = await fetch(url, { redirect: "error", signal });
  const document: unknown = await response.json();
  const { issuer: named, jwks_uri } = (document ?? {}) as Record<string, unknown>;
  if (!response.ok || named !== issuer || typeof jwks_uri !== "string") {
    throw new Error("This is not the issuer's metadata");
  }
  const keys = new URL(jwks_uri);
  if (keys.protocol !== "https:" && keys.hostname !== new URL(issuer).hostname) {
    throw new Error("The issuer's keys are not served safely");
  }
  return { jwks_uri };
}
