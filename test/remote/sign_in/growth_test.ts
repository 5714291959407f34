import { assertEquals } from "@std/assert";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { openEndpoint } from "../../../remote/http/endpoint.ts";
import { HTTP_TOKEN } from "../http/_runtimes.ts";
import { aWorld, post, PUBLIC_URL, type World } from "./_household.ts";
import { BACK } from "./_oauth_host.ts";

/** A client with a key of its own, as anybody can register one. */
async function aKeyHolder(
  world: World,
): Promise<(expiresInSeconds: number) => Promise<string>> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const { body } = await post(world, "/register", {
    redirect_uris: [BACK],
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [{ ...await exportJWK(publicKey), kid: "a-key" }] },
  });
  const id = String(body["client_id"]);
  return async (expiresInSeconds) => {
    const expiresAt = Math.floor(Date.now() / 1000) + expiresInSeconds;
    const assertion = await new SignJWT({ jti: crypto.randomUUID(), exp: expiresAt })
      .setProtectedHeader({ alg: "ES256", kid: "a-key" })
      .setIssuer(id).setSubject(id).setAudience(PUBLIC_URL).setIssuedAt()
      .sign(privateKey);
    const form = new URLSearchParams({
      grant_type: "authorization_code",
      code: "none",
      redirect_uri: BACK,
      code_verifier: "v".repeat(43),
      client_id: id,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: assertion,
    });
    const answer = await post(world, "/token", form);
    return `${answer.status} ${answer.body["error"]}`;
  };
}

Deno.test("used client assertions expire and are remembered until then", async () => {
  await using world = aWorld();
  const answerTo = await aKeyHolder(world);
  assertEquals(await answerTo(60), "400 invalid_grant");
  assertEquals(await answerTo(590), "400 invalid_grant");
  for (const seconds of [700, 86_400 * 365 * 100, 1e15, 1e300]) {
    assertEquals(await answerTo(seconds), "401 invalid_client", String(seconds));
  }
});

Deno.test("client metadata is small enough to store for every stranger", async () => {
  await using world = aWorld();
  const registered = async (length: number): Promise<string> => {
    const names = { client_name: "n".repeat(length), redirect_uris: [BACK] };
    const { status, body } = await post(world, "/register", names);
    return `${status} ${body["error"] ?? ""}`;
  };
  assertEquals(await registered(4_000), "201 ");
  assertEquals(await registered(9_000), "400 invalid_client_metadata");
});

Deno.test("sign-ins per minute are limited across addresses", async () => {
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
  // What it was refused has not used up what is left to the others.
  assertEquals(await isLetIn(other, "/register"), true);
  assertEquals(await isLetIn(third, "/register"), false);
  // Who is in already gets on.
  assertEquals(await isLetIn(third, "/token"), true);
  now = 60_000;
  assertEquals(await isLetIn(third, "/register"), true);
  await endpoint.close();
});

Deno.test("slow senders don't block sign-ins", async () => {
  await using world = aWorld();
  const slow = Array.from({ length: 20 }, () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const request = new Request(new URL("/token", PUBLIC_URL), { method: "POST", body: readable });
    return { answer: world.ask(request), writer: writable.getWriter() };
  });
  // They have all been let in by now, and none has sent a thing.
  const host = world.host();
  await world.browser().visit(await host.begin());
  const { status, body } = await post(world, "/token", new URLSearchParams({ code: "none" }));
  assertEquals([status, body["error"]], [400, "invalid_request"]);
  await Promise.all(slow.map(({ writer }) => writer.close()));
  for (const { answer } of slow) assertEquals((await answer).status, 400);
});
