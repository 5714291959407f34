export const KNOWN_CLIENT = "https://claude.ai/oauth/a-host.json";

/** A client whose host is known but whose redirect URI isn't allowed. */
export const ASTRAY_CLIENT = "https://claude.ai/oauth/astray.json";

const REDIRECTS: Readonly<Record<string, readonly string[]>> = {
  // These addresses have no port, because the program chooses its port when it starts.
  [KNOWN_CLIENT]: ["http://localhost/back", "http://127.0.0.1/back"],
  [ASTRAY_CLIENT]: ["https://evil.example/back"],
};

export function readClientDocument(address: string): Promise<Response> {
  const redirects = REDIRECTS[address];
  if (redirects === undefined) return Promise.resolve(new Response(null, { status: 404 }));
  return Promise.resolve(Response.json({
    client_id: address,
    client_name: "A host of the tests",
    redirect_uris: redirects,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  }));
}
