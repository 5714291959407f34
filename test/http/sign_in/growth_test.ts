/**
 * What strangers can have kept: little, and not for long.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
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

Deno.test("a client proves who it is with what ends soon: used ones are remembered till then", async () => {
  await using world = aWorld();
  const answerTo = await aKeyHolder(world);
  assertEquals(await answerTo(60), "400 invalid_grant");
  assertEquals(await answerTo(590), "400 invalid_grant");
  for (const seconds of [700, 86_400 * 365 * 100, 1e15, 1e300]) {
    assertEquals(await answerTo(seconds), "401 invalid_client", String(seconds));
  }
});
