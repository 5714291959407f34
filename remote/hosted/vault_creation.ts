import type { Bytes } from "../../sync/store/sealer.ts";
import { randomSecret } from "../credentials.ts";
import type { RootKey } from "./operator_keys.ts";
import type { HostedDatabase } from "./hosted_database.ts";
import { sealTokens, vaultSealer } from "./vault_tokens.ts";
import type { UpstreamTokens } from "./ynab_oauth.ts";

/** Details about a vault and the program (an OAuth client) that uses it. */
export interface VaultFacts {
  readonly clientName: string;
  readonly destination: string;
  readonly mayWrite: boolean;
  readonly timeZone: string;
  /** Whether the vault uses a made-up household's data instead of a YNAB account. */
  readonly isSample?: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface NewVault {
  readonly facts: Omit<VaultFacts, "createdAt">;
  readonly tokens: UpstreamTokens;
  readonly tenant: string;
  readonly userTag: string;
  /** Id of the sign-in that reserved a YNAB authorization. */
  readonly signIn: string;
}

export interface CreatedVault extends Pick<NewVault, "tenant"> {
  readonly vault: string;
  readonly mayWrite: boolean;
  /** The vault's data key. */
  readonly key: Bytes;
}

export async function createVault(
  { facts, tokens, tenant, userTag, signIn }: NewVault,
  { root, database, apiUrl, now }: {
    readonly root: RootKey;
    readonly database: HostedDatabase;
    readonly apiUrl: string;
    readonly now: () => number;
  },
): Promise<CreatedVault> {
  const vault = randomSecret();
  const key = crypto.getRandomValues(new Uint8Array(32));
  const sealer = await vaultSealer(key, apiUrl);
  await database.createVault({
    vault,
    tenant,
    owner: sealer.owner,
    body: root.seal(JSON.stringify({ ...facts, createdAt: now() }), `vault ${vault}`),
  }, { tokens: await sealTokens(sealer, tokens), signIn, userTag });
  return { vault, tenant, mayWrite: facts.mayWrite, key };
}

/** Reads a vault's details; `null` if they were sealed with another key. */
export function factsOf(
  { vault, body }: { readonly vault: string; readonly body: Bytes },
  root: RootKey,
): VaultFacts | null {
  const text = root.open(body, `vault ${vault}`);
  return text === null ? null : JSON.parse(text) as VaultFacts;
}

/** The notice in every answer that is based on the sample household's data. */
export const SAMPLE_NOTICE =
  "This is a made-up household for trying out the server; nothing here is real or private";

/** Placeholders that are stored instead of a user's tokens, but never used. */
const SAMPLE_TOKENS: UpstreamTokens = {
  access: "none",
  refresh: "none",
  expiresAt: Number.MAX_SAFE_INTEGER,
};

/**
 * Creates a new user with a vault for the sample household. Each reviewer gets a separate vault.
 */
export async function createSampleVault(
  facts: NewVault["facts"],
  parts: Parameters<typeof createVault>[1],
): Promise<CreatedVault> {
  const reviewer = randomSecret();
  return await createVault({
    facts: { ...facts, isSample: true },
    tokens: SAMPLE_TOKENS,
    tenant: parts.root.tagOf(`reviewer ${reviewer}`),
    userTag: parts.root.tagOf(`reviewer tag ${reviewer}`),
    signIn: reviewer,
  }, parts);
}
