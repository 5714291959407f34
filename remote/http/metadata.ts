import { READ_SCOPE } from "../../server/scopes.ts";
import { MCP_PATH } from "./guards.ts";
import { refused } from "./request.ts";
import { FOR_PAGES } from "../sign_in/own_sign_in.ts";

/** A sign-in that clients can discover. */
export interface SignIn {
  readonly publicUrl: string;
  readonly issuer: string;
  /** The scopes that a client is to ask for. */
  readonly asked: readonly string[];
  /** The scopes that there are. */
  readonly scopes: readonly string[];
}

/** Gives what tokens have to be for. */
export function resourceOf(publicUrl: string): string {
  return new URL(MCP_PATH, publicUrl).href;
}

/** Answers a request for the metadata; pages of anybody may read it. */
export function metadataResponse(method: string, { publicUrl, issuer, scopes }: SignIn): Response {
  if (method === "OPTIONS") return preflightResponse();
  const headers = { "cache-control": "no-store", ...FOR_PAGES };
  return Response.json({
    resource: resourceOf(publicUrl),
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "Budget Tool Server for YNAB",
  }, { headers });
}

/** Tells a browser that any page may read a document. */
export function preflightResponse(): Response {
  const headers = { "cache-control": "no-store", ...FOR_PAGES };
  return new Response(null, { status: 204, headers });
}

/** Why access is denied. */
export type Lack = "none" | "invalid_token" | "insufficient_scope";

const WORDS: Readonly<Record<Lack, string>> = {
  none: "A bearer token is needed",
  invalid_token: "This token is not valid here",
  insufficient_scope: `This token does not have the scope ${READ_SCOPE}`,
};

/** Refuses a request whose token will not do, and says where there are others. */
export function challenge(lack: Lack, signIn: SignIn | null): Response {
  const parts = lack === "none" ? [] : [`error="${lack}"`];
  if (signIn !== null) {
    const path = `/.well-known/oauth-protected-resource${MCP_PATH}`;
    const metadata = new URL(path, signIn.publicUrl).href;
    parts.push(`resource_metadata="${metadata}"`, `scope="${signIn.asked.join(" ")}"`);
  }
  const scheme = ["Bearer", parts.join(", ")].filter((part) => part !== "").join(" ");
  return refused(lack === "insufficient_scope" ? 403 : 401, WORDS[lack], {
    "www-authenticate": scheme,
  });
}
