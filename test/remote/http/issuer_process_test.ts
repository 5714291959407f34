import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import { demoFetch } from "../../../demo/demo_fetch.ts";
import { createHttpHandler, type HttpHandler } from "../../../remote/http/create_http_handler.ts";
import { answerTo, listedTools, ONLY_LISTING, TODAY } from "./_asking_handler.ts";
import { type HttpProcess, startScript } from "./_runtimes.ts";

const PUBLIC_URL = "https://budget.example.com";
const AUDIENCE = `${PUBLIC_URL}/mcp`;
const SCRIPT = fileURLToPath(new URL("_issuer_process.ts", import.meta.url));

function anIssuer(...claimed: readonly string[]): Promise<HttpProcess> {
  return startScript([Deno.execPath(), "run", "--quiet", "-A", "--no-check", SCRIPT, ...claimed]);
}

/** Has an issuer give a token. */
async function tokenOf(
  { url }: HttpProcess,
  client: string,
  { resource = AUDIENCE, scope = "budget:read budget:write" } = {},
): Promise<string> {
  const response = await fetch(new URL("/token", url), {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: client,
      client_secret: `secret-of-${client}`,
      resource,
      scope,
    }),
  });
  const { access_token: token, ...rest } = await response.json();
  if (typeof token !== "string") throw new Error(JSON.stringify(rest));
  return token;
}

async function textAt(url: URL): Promise<string> {
  return await (await fetch(url)).text();
}

/** The same token, as if nothing had to be signed. */
function withoutSignature(token: string): string {
  const [head = "", claims = ""] = token.split(".");
  const header = {
    ...JSON.parse(atob(head.replaceAll("-", "+").replaceAll("_", "/"))),
    alg: "none",
  };
  return `${btoa(JSON.stringify(header)).replaceAll("=", "")}.${claims}.`;
}

Deno.test("tokens from an issuer in a separate process", async (t) => {
  await using issuer = await anIssuer();
  await using other = await anIssuer();
  await using forger = await anIssuer(issuer.url.origin);
  let passed = 0;
  const said: string[] = [];
  const handler: HttpHandler = createHttpHandler({
    token: "demo-token",
    fetch: demoFetch({ today: TODAY }),
    today: TODAY,
    write: true,
    now: () => Date.now() + passed,
    publicUrl: PUBLIC_URL,
    oauthIssuer: issuer.url.origin,
    oauthSubjects: ["ada"],
    log: (entry) => said.push(JSON.stringify(entry)),
  });
  const good = await tokenOf(issuer, "ada");
  const statusOf = async (token: string): Promise<number> =>
    (await answerTo(handler, token, ONLY_LISTING)).status;

  await t.step("a token for this server and a listed subject is accepted", async () => {
    assertEquals(await statusOf(good), 200);
    const reading = await listedTools(
      handler,
      await tokenOf(issuer, "ada", { scope: "budget:read" }),
    );
    assertEquals(reading.includes("flag_transactions"), false);
    assertEquals((await listedTools(handler, good)).includes("flag_transactions"), true);
  });

  const wrong: readonly (readonly [what: string, token: () => string | Promise<string>])[] = [
    ["for another audience", () => tokenOf(issuer, "ada", { resource: PUBLIC_URL })],
    ["for no audience", () => textAt(new URL("/for-nobody", issuer.url))],
    ["of another issuer", () => tokenOf(other, "ada")],
    ["without a signature", () => withoutSignature(good)],
    ["signed with an unknown key", () => tokenOf(forger, "ada")],
    ["of an unlisted subject", () => tokenOf(issuer, "mallory")],
  ];
  for (const [what, make] of wrong) {
    await t.step(`a token ${what} is rejected`, async () => {
      const token = await make();
      assertEquals(token.split(".").length, 3);
      const response = await answerTo(handler, token, ONLY_LISTING);
      assertEquals(response.status, 401);
      assertMatch(response.headers.get("www-authenticate") ?? "", /error="invalid_token"/u);
      const answer = `${await response.text()} ${[...response.headers].join()} ${said.join()}`;
      assertEquals(answer.includes(token), false);
      assertStringIncludes(answer, "/.well-known/oauth-protected-resource/mcp");
    });
  }

  await t.step("an expired token is rejected", async () => {
    passed = 299_000;
    assertEquals(await statusOf(good), 200);
    passed = 340_000;
    assertEquals(await statusOf(good), 401);
  });
  await handler.close();
});
