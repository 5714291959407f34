import { assertEquals } from "@std/assert";
import { openEndpoint } from "../../../remote/http/endpoint.ts";
import { aWorld, keyHolder, post, PUBLIC_URL } from "./_household.ts";
import { BACK } from "./_oauth_host.ts";
import { HTTP_TOKEN } from "../http/_demo_options.ts";

Deno.test("client assertions that expire too late are rejected, because used assertions must be stored", async () => {
  await using world = aWorld();
  const client = await keyHolder(world);
  const answerAfter = (seconds: number): Promise<string> =>
    client.ask({
      grant_type: "authorization_code",
      code: "none",
      redirect_uri: BACK,
      code_verifier: "v".repeat(43),
    }, Math.floor(Date.now() / 1000) + seconds);
  assertEquals(await answerAfter(60), "400 invalid_grant");
  assertEquals(await answerAfter(590), "400 invalid_grant");
  for (const seconds of [700, 86_400 * 365 * 100, 1e15, 1e300]) {
    assertEquals(await answerAfter(seconds), "401 invalid_client", String(seconds));
  }
});

Deno.test("large client metadata is rejected, because anyone can have it stored", async () => {
  await using world = aWorld();
  const registered = async (length: number): Promise<string> => {
    const names = { client_name: "n".repeat(length), redirect_uris: [BACK] };
    const { status, body } = await post(world, "/register", names);
    return `${status} ${body["error"] ?? ""}`;
  };
  assertEquals(await registered(4_000), "201 ");
  assertEquals(await registered(9_000), "400 invalid_client_metadata");
});

Deno.test("sign-ins per minute are limited across all addresses", async () => {
  let now = 0;
  const endpoint = openEndpoint({
    token: null,
    httpToken: HTTP_TOKEN,
    publicUrl: PUBLIC_URL,
    signIn: "owner",
    now: () => now,
  }, { limits: { beginnings: 2, beginningsInAll: 3 } });
  const isLetIn = async (address: string, path: string): Promise<boolean> => {
    const header = (name: string): string | null => name === "host" ? "budget.example.com" : null;
    const method = path === "/authorize" ? "GET" : "POST";
    const admitted = await endpoint.admit({ method, path, header, address });
    if (!(admitted instanceof Response)) admitted.slot.leave();
    else assertEquals(admitted.status, 429);
    return !(admitted instanceof Response);
  };
  const [one, other, third] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"] as const;
  assertEquals(await isLetIn(one, "/register"), true);
  assertEquals(await isLetIn(one, "/authorize"), true);
  for (let nth = 0; nth < 9; nth += 1) assertEquals(await isLetIn(one, "/register"), false);
  // The first address's rejected requests don't count toward the total.
  assertEquals(await isLetIn(other, "/register"), true);
  assertEquals(await isLetIn(third, "/register"), false);
  // Sign-ins in progress can continue.
  assertEquals(await isLetIn(third, "/token"), true);
  now = 60_000;
  assertEquals(await isLetIn(third, "/register"), true);
  await endpoint.close();
});

Deno.test("wrong tokens are counted separately for 10,000 addresses and together for all other addresses", async () => {
  const limits = { wrongTokens: 1 };
  const endpoint = openEndpoint({ token: null, httpToken: HTTP_TOKEN, now: () => 0 }, { limits });
  const headers: Readonly<Record<string, string>> = {
    host: "localhost",
    authorization: "Bearer wrong",
  };
  const header = (name: string): string | null => headers[name] ?? null;
  const statusFor = async (address: string): Promise<unknown> => {
    const answer = await endpoint.admit({ method: "POST", path: "/mcp", header, address });
    return answer instanceof Response ? answer.status : "admitted";
  };
  for (let nth = 0; nth < 10_000; nth += 1) await statusFor(`address ${nth}`);
  const addresses = ["address 9999", "one more", "another"];
  assertEquals(await Promise.all(addresses.map(statusFor)), [429, 401, 429]);
  await endpoint.close();
});
