import { assertEquals, assertRejects } from "@std/assert";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { KNOWN_CLIENT, readClientDocument } from "./_client_documents.ts";
import { ALLOWING, aWorld, codeOf, MCP, post, PUBLIC_URL, type World } from "./_household.ts";
import { BACK, OAuthHost } from "./_oauth_host.ts";

const DAY_MS = 86_400_000;

type ReadDocument = (address: string) => Promise<Response>;

const answering = (status: number, body: BodyInit | null = null): ReadDocument => () =>
  Promise.resolve(new Response(body, { status }));

/** Every way in which a host says nothing of a document. */
const OUTAGES: Readonly<Record<string, ReadDocument>> = {
  "no network": () => Promise.reject(new TypeError("error sending request")),
  "a timeout": () => Promise.reject(new DOMException("timed out", "TimeoutError")),
  "status 500": answering(500),
  "status 503": answering(503, "<html>"),
  "status 429": answering(429),
  "status 403": answering(403, "Are you human?"),
  "a truncated body": () =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller): void {
            controller.enqueue(new TextEncoder().encode('{"client_id":'));
            controller.error(new TypeError("connection reset"));
          },
        }),
      ),
    ),
};
const down: ReadDocument = answering(503);

/** Runs something with a folder for what sign-ins are kept in. */
async function withFolder(run: (storeFolder: string) => Promise<void>): Promise<void> {
  const storeFolder = await Deno.makeTempDir();
  try {
    await run(storeFolder);
  } finally {
    await Deno.remove(storeFolder, { recursive: true });
  }
}

/** Signs a client in; gives its refresh token. */
async function signedIn(storeFolder: string): Promise<string> {
  await using world = aWorld({ storeFolder });
  const { host, back } = await codeOf(world);
  await host.finish(back);
  return host.tokens()?.refresh_token ?? "";
}

async function refresh(
  world: World,
  token: string,
): Promise<{ readonly answer: string; readonly next: string }> {
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: token,
    client_id: KNOWN_CLIENT,
  });
  const { status, body } = await post(world, "/token", form);
  return { answer: `${status} ${body["error"] ?? "ok"}`, next: String(body["refresh_token"]) };
}

/** Begins a sign-in; gives the status of its page, and whether it asks for a yes. */
async function pageStatus(world: World, redirectUri = BACK): Promise<string> {
  const at = await world.host({ metadataUrl: KNOWN_CLIENT }).begin();
  at.searchParams.set("redirect_uri", redirectUri);
  const { status, text } = await world.browser().visit(at);
  return `${status} ${text.includes("Allow") ? "asks" : "refuses"}`;
}

for (const [name, read] of Object.entries(OUTAGES)) {
  Deno.test(`an outage of a document's host (${name}) signs out no client`, async () => {
    await withFolder(async (storeFolder) => {
      const token = await signedIn(storeFolder);
      // Another process, which has read nothing yet.
      await using world = aWorld({ storeFolder }, read);
      assertEquals((await refresh(world, token)).answer, "200 ok");
      assertEquals(await pageStatus(world), "200 asks");
      const { host, back } = await codeOf(world);
      await host.finish(back);
      assertEquals(host.tokens()?.token_type, "Bearer");
      const [line] = world.log.filter(({ event }) => event === "client_document_unreadable");
      assertEquals(line?.event === "client_document_unreadable" && [line.host, line.isKeptUsed], [
        "claude.ai",
        true,
      ]);
    });
  });

  Deno.test(`clients retry after an outage without a stored document (${name})`, async () => {
    let current = read;
    await using world = aWorld({}, (address) => current(address));
    assertEquals((await refresh(world, "any")).answer, "503 temporarily_unavailable");
    assertEquals(await pageStatus(world), "503 refuses");
    // Within seconds it is not read again.
    assertEquals(world.reads, [KNOWN_CLIENT]);
    const [line] = world.log.filter(({ event }) => event === "client_document_unreadable");
    assertEquals(line?.event === "client_document_unreadable" && line.isKeptUsed, false);
    current = readClientDocument;
    world.pass(5_000);
    assertEquals(await pageStatus(world), "200 asks");
  });
}

Deno.test("a stored document is used for seven days without a re-read", async () => {
  await withFolder(async (storeFolder) => {
    let token = await signedIn(storeFolder);
    {
      await using world = aWorld({ storeFolder }, down);
      world.pass(7 * DAY_MS - 60_000);
      const { answer, next } = await refresh(world, token);
      assertEquals(answer, "200 ok");
      token = next;
    }
    await using world = aWorld({ storeFolder }, down);
    world.pass(7 * DAY_MS + 60_000);
    assertEquals((await refresh(world, token)).answer, "503 temporarily_unavailable");
  });
});

Deno.test("an unapproved client's document is cached for an hour", async () => {
  await withFolder(async (storeFolder) => {
    for (const [passed, page] of [[3_500_000, "200 asks"], [7_200_000, "503 refuses"]] as const) {
      {
        await using world = aWorld({ storeFolder });
        assertEquals(await pageStatus(world), "200 asks");
      }
      await using world = aWorld({ storeFolder }, down);
      world.pass(passed);
      assertEquals(await pageStatus(world), page);
    }
  });
});

const REFUSED: Readonly<Record<string, ReadDocument>> = {
  "is gone": answering(404),
  "is another page": answering(200, "<!doctype html>"),
  "names another client": () =>
    readClientDocument("https://claude.ai/oauth/a-host.json")
      .then((response) => response.json())
      .then((document) => Response.json({ ...document, client_id: "https://claude.ai/other" })),
};

for (const [name, read] of Object.entries(REFUSED)) {
  Deno.test(`a document that ${name} is rejected, read once and replaces the stored one`, async () => {
    await withFolder(async (storeFolder) => {
      const token = await signedIn(storeFolder);
      {
        await using world = aWorld({ storeFolder }, read);
        assertEquals((await refresh(world, token)).answer.slice(0, 18), "400 invalid_client");
        assertEquals(await pageStatus(world), "400 refuses");
        assertEquals(world.reads, [KNOWN_CLIENT]);
        // Not for ever: its host may have mended it.
        world.pass(60_000);
        assertEquals(await pageStatus(world), "400 refuses");
        assertEquals(world.reads.length, 2);
      }
      await using world = aWorld({ storeFolder }, down);
      assertEquals((await refresh(world, token)).answer, "503 temporarily_unavailable");
    });
  });
}

Deno.test("a changed document replaces the stored one", async () => {
  await withFolder(async (storeFolder) => {
    const token = await signedIn(storeFolder);
    const changed: ReadDocument = async (address) => {
      const document = await (await readClientDocument(address)).json();
      return Response.json({ ...document, redirect_uris: ["https://claude.ai/new"] });
    };
    let next = token;
    for (const read of [changed, down]) {
      await using world = aWorld({ storeFolder }, read);
      assertEquals(await pageStatus(world, BACK), "400 refuses");
      assertEquals(await pageStatus(world, "https://claude.ai/new"), "200 asks");
      const refreshed = await refresh(world, next);
      assertEquals(refreshed.answer, "200 ok");
      next = refreshed.next;
    }
  });
});

Deno.test("the official client keeps its credentials during an outage and refreshes its access", async () => {
  await withFolder(async (storeFolder) => {
    const dropped: string[] = [];
    let ask: World["ask"];
    const host = new OAuthHost(
      MCP,
      { metadataUrl: KNOWN_CLIENT },
      (input, init) => ask(new Request(input, init)),
    );
    Object.assign(host, { invalidateCredentials: (what: string) => dropped.push(what) });
    {
      await using world = aWorld({ storeFolder });
      ask = world.ask;
      await host.signIn(ALLOWING, world.browser());
    }
    host.wearOut();
    {
      await using world = aWorld({ storeFolder }, down);
      ask = world.ask;
      await using connected = await host.connect();
      assertEquals((await connected.call("list_plans", {})).isError, false);
    }
    const { refresh_token: refreshToken } = host.tokens() ?? {};
    await using world = aWorld({ storeFolder }, down);
    ask = world.ask;
    world.pass(8 * DAY_MS);
    await assertRejects(() => host.connect());
    assertEquals([dropped, host.tokens()?.refresh_token], [[], refreshToken]);
  });
});

for (const [name, read] of Object.entries(OUTAGES)) {
  // Only the provider notices that a keys response is truncated.
  if (name === "a truncated body") continue;
  Deno.test(`a client whose keys can't be read (${name}) gets 503`, async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const keys = { keys: [{ ...await exportJWK(publicKey), kid: "a-key" }] };
    let isDown = true;
    await using world = aWorld(
      {},
      (address) => isDown ? read(address) : Promise.resolve(Response.json(keys)),
    );
    const { body } = await post(world, "/register", {
      redirect_uris: [BACK],
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: "https://claude.ai/keys.json",
    });
    const id = String(body["client_id"]);
    const errorNow = async (): Promise<string> => {
      const assertion = await new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: "ES256", kid: "a-key" })
        .setIssuer(id).setSubject(id).setAudience(PUBLIC_URL).setIssuedAt().setExpirationTime("1m")
        .sign(privateKey);
      const form = new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: "none",
        client_id: id,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: assertion,
      });
      const answer = await post(world, "/token", form);
      return `${answer.status} ${answer.body["error"]}`;
    };
    assertEquals(await errorNow(), "503 temporarily_unavailable");
    assertEquals(world.log.map(({ event }) => event), ["client_document_unreadable"]);
    isDown = false;
    assertEquals(await errorNow(), "400 invalid_grant");
  });
}

Deno.test("a registered client needs no metadata document", async () => {
  await using world = aWorld({}, down);
  const host = world.host();
  await host.signIn(ALLOWING, world.browser());
  assertEquals([host.tokens()?.token_type, world.reads], ["Bearer", []]);
});
