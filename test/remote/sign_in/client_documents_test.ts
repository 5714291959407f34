import { assertEquals, assertRejects } from "@std/assert";
import {
  allowedHosts,
  clientDocuments,
  findByDocument,
  isSameButPort,
  KNOWN_HOSTS,
} from "../../../remote/sign_in/client_documents.ts";
import type { SignInStore } from "../../../remote/sign_in_store/sign_in_store.ts";
import { KNOWN_CLIENT, readClientDocument } from "./_client_documents.ts";
import {
  ALLOWING,
  aWorld,
  keyHolder,
  post,
  refreshed,
  signedIn,
  type World,
} from "./_household.ts";
import { BACK } from "./_oauth_host.ts";

const DAY_MS = 86_400_000;

type ReadDocument = (address: string) => Promise<Response>;

const answering = (status: number, body: BodyInit | null = null): ReadDocument => () =>
  Promise.resolve(new Response(body, { status }));

/** Responses and errors that count as an outage of a metadata document's host. */
const OUTAGES: Readonly<Record<string, ReadDocument>> = {
  "no network": () => Promise.reject(new TypeError("error sending request")),
  "a timeout": () => Promise.reject(new DOMException("timed out", "TimeoutError")),
  "status 500": answering(500),
  "status 503": answering(503, "<html>"),
  "status 408": answering(408),
  "status 425": answering(425),
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

/** Runs a test with a temporary folder for stored sign-ins. */
async function withFolder(run: (storeFolder: string) => Promise<void>): Promise<void> {
  const storeFolder = await Deno.makeTempDir();
  try {
    await run(storeFolder);
  } finally {
    await Deno.remove(storeFolder, { recursive: true });
  }
}

/** Signs a client in. Returns the client's refresh token. */
async function signIn(storeFolder: string): Promise<string> {
  await using world = aWorld({ storeFolder });
  return (await signedIn(world)).refresh_token ?? "";
}

/** Starts a sign-in. Returns the status of the page, and whether the page asks for consent. */
async function pageStatus(world: World, redirectUri = BACK): Promise<string> {
  const at = await world.host({ metadataUrl: KNOWN_CLIENT }).begin();
  at.searchParams.set("redirect_uri", redirectUri);
  const { status, text } = await world.browser().visit(at);
  return `${status} ${text.includes("Allow") ? "asks" : "refuses"}`;
}

Deno.test("an outage of a document's host doesn't sign out any client", async () => {
  await withFolder(async (storeFolder) => {
    let token = await signIn(storeFolder);
    for (const [name, read] of Object.entries(OUTAGES)) {
      // Simulate a restarted server, which hasn't read any documents yet.
      await using world = aWorld({ storeFolder }, read);
      const { answer, tokens } = await refreshed(world, token);
      assertEquals(answer, "200 ok", name);
      token = tokens.refresh_token ?? "";
      assertEquals(await pageStatus(world), "200 asks");
      assertEquals((await signedIn(world)).token_type, "Bearer");
      assertEquals(unreadable(world), ["claude.ai true"]);
    }
  });
});

Deno.test("during an outage, clients without a stored document get a 503 and can retry afterward", async () => {
  for (const name of ["no network", "status 403", "a truncated body"]) {
    let current = OUTAGES[name] ?? down;
    await using world = aWorld({}, (address) => current(address));
    assertEquals((await refreshed(world, "any")).answer, "503 temporarily_unavailable");
    assertEquals(await pageStatus(world), "503 refuses");
    // The document isn't requested again, because the second attempt came soon after the first.
    assertEquals(world.reads, [KNOWN_CLIENT]);
    assertEquals(unreadable(world), ["claude.ai false"]);
    current = readClientDocument;
    world.pass(5_000);
    assertEquals(await pageStatus(world), "200 asks");
  }
});

/**
 * Returns the log's reports of unreadable documents, without duplicates. Each report names the
 * document's host and says whether a stored copy was used.
 */
function unreadable({ log }: World): readonly string[] {
  const lines = log.flatMap((line) =>
    line.event === "client_document_unreadable" ? [`${line.host} ${line.isCopyUsed}`] : []
  );
  return [...new Set(lines)];
}

Deno.test("a stored document is used for up to seven days if the current one can't be read", async () => {
  await withFolder(async (storeFolder) => {
    let token = await signIn(storeFolder);
    {
      await using world = aWorld({ storeFolder }, down);
      world.pass(7 * DAY_MS - 60_000);
      const { answer, tokens } = await refreshed(world, token);
      assertEquals(answer, "200 ok");
      token = tokens.refresh_token ?? "";
    }
    await using world = aWorld({ storeFolder }, down);
    world.pass(7 * DAY_MS + 60_000);
    assertEquals((await refreshed(world, token)).answer, "503 temporarily_unavailable");
  });
});

/** Sends an invalid refresh token on behalf of a client. Returns the error. */
async function errorFor(world: World, client: string, address: string): Promise<unknown> {
  const form = { grant_type: "refresh_token", refresh_token: "x", client_id: client };
  const ask: World["ask"] = (request) => world.ask(request, address);
  return (await post({ ask }, "/token", new URLSearchParams(form))).body["error"];
}

Deno.test("strangers can't make the server send many requests to a host from which it reads client documents", async () => {
  await withFolder(async (storeFolder) => {
    const token = await signIn(storeFolder);
    await using world = aWorld({ storeFolder });
    const errors: unknown[] = [];
    const ask = async (stranger: string): Promise<void> => {
      const client = `https://claude.ai/${errors.length}.json`;
      errors.push(await errorFor(world, client, stranger));
    };
    // The limit on document reads can't be used up by just a few networks, even if they have many
    // addresses.
    for (let nth = 0; nth < 80; nth += 1) await ask(`203.0.${nth % 8}.${nth}`);
    assertEquals(errors.slice(58, 62), [
      ...["invalid_client", "invalid_client"],
      ...["temporarily_unavailable", "temporarily_unavailable"],
    ]);
    assertEquals(await pageStatus(world), "200 asks");
    assertEquals(world.reads.length, 61);
    for (let nth = 0; nth < 31; nth += 1) await ask(`203.1.${nth}.1`);
    assertEquals(errors.slice(108), [
      ...["invalid_client", "temporarily_unavailable", "temporarily_unavailable"],
    ]);
    assertEquals(world.reads.length, 90);
    // The limits on document reads don't affect a signed-in client.
    assertEquals((await refreshed(world, token)).answer, "200 ok");
    assertEquals(world.log.map(({ event }) => event), ["client_document_unreadable"]);
    world.pass(60_000);
    const next = "https://claude.ai/another.json";
    assertEquals(await errorFor(world, next, "203.0.1.1"), "invalid_client");
  });
});

Deno.test("a stranger's requests for many documents don't block another client's first sign-in", async () => {
  await using world = aWorld();
  const strangers = (client: string): Promise<unknown> => errorFor(world, client, "203.0.113.1");
  for (let nth = 0; nth < 70; nth += 1) await strangers(`https://claude.ai/${nth}.json`);
  assertEquals(world.reads.length, 10);
  assertEquals(await strangers(KNOWN_CLIENT), "temporarily_unavailable");
  assertEquals(await pageStatus(world), "200 asks");
  assertEquals(
    world.log.flatMap((line) => line.event === "client_document_unreadable" ? [line.reason] : []),
    ["too many requests"],
  );
});

Deno.test("a document lookup that joins a stranger's pending request isn't subject to the stranger's rate limit", async () => {
  await using world = aWorld();
  const stranger = "203.0.113.1";
  for (let nth = 0; nth < 10; nth += 1) {
    await errorFor(world, `https://claude.ai/${nth}.json`, stranger);
  }
  const [, error] = await Promise.all([
    errorFor(world, KNOWN_CLIENT, stranger),
    errorFor(world, KNOWN_CLIENT, "198.51.100.1"),
  ]);
  // In rare cases, the second lookup starts the request, and both lookups get this error.
  assertEquals(error, "invalid_grant");
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

const endless: ReadDocument = () => {
  const part = new TextEncoder().encode(" ".repeat(65_536));
  const pull = (controller: ReadableStreamDefaultController): void => controller.enqueue(part);
  return Promise.resolve(new Response(new ReadableStream({ pull })));
};

const changed = (change: Readonly<Record<string, unknown>>): ReadDocument => async (address) =>
  Response.json({ ...await (await readClientDocument(address)).json(), ...change });

const REFUSED: Readonly<Record<string, ReadDocument>> = {
  "never ends": endless,
  "is gone": answering(404),
  "is sent with status 404": async (address) =>
    new Response((await readClientDocument(address)).body, { status: 404 }),
  "is another page": answering(200, "<!doctype html>"),
  "names another client": changed({ client_id: "https://claude.ai/other" }),
  "needs a client secret": changed({ token_endpoint_auth_method: "client_secret_post" }),
};

for (const [name, read] of Object.entries(REFUSED)) {
  Deno.test(`if a client's document ${name}, the client is rejected, the stored copy is invalidated, and the document isn't read again immediately`, async () => {
    await withFolder(async (storeFolder) => {
      const token = await signIn(storeFolder);
      {
        await using world = aWorld({ storeFolder }, read);
        assertEquals((await refreshed(world, token)).answer.slice(0, 18), "400 invalid_client");
        assertEquals(await pageStatus(world), "400 refuses");
        assertEquals(world.reads, [KNOWN_CLIENT]);
        // After a minute, the document is read again, because its host may have fixed it.
        world.pass(60_000);
        assertEquals(await pageStatus(world), "400 refuses");
        assertEquals(world.reads.length, 2);
        // The document is also read again after the clock is set back.
        world.pass(-60_000);
        assertEquals(await pageStatus(world), "400 refuses");
        assertEquals(world.reads.length, 3);
      }
      await using world = aWorld({ storeFolder }, down);
      assertEquals((await refreshed(world, token)).answer, "503 temporarily_unavailable");
    });
  });
}

Deno.test("a changed document replaces the stored document", async () => {
  await withFolder(async (storeFolder) => {
    const token = await signIn(storeFolder);
    let next = token;
    for (const read of [changed({ redirect_uris: ["https://claude.ai/new"] }), down]) {
      await using world = aWorld({ storeFolder }, read);
      assertEquals(await pageStatus(world, BACK), "400 refuses");
      assertEquals(await pageStatus(world, "https://claude.ai/new"), "200 asks");
      const { answer, tokens } = await refreshed(world, next);
      assertEquals(answer, "200 ok");
      next = tokens.refresh_token ?? "";
    }
  });
});

for (const name of ["no network", "status 429", "a truncated body"]) {
  Deno.test(`a client whose keys can't be read (${name}) gets 503`, async () => {
    let keys: Response | null = null;
    await using world = aWorld(
      {},
      (address) => keys === null ? (OUTAGES[name] ?? down)(address) : Promise.resolve(keys),
    );
    const client = await keyHolder(world, "https://claude.ai/keys.json");
    const errorNow = (): Promise<string> =>
      client.ask({ grant_type: "refresh_token", refresh_token: "none" });
    assertEquals(await errorNow(), "503 temporarily_unavailable");
    assertEquals(world.log.map(({ event }) => event), ["client_document_unreadable"]);
    keys = Response.json({ keys: [client.jwk] });
    assertEquals(await errorNow(), "400 invalid_grant");
  });
}

Deno.test("a host's keys have their own limit of 60 reads per minute, separate from its documents' limit", async () => {
  const keys = "https://claude.ai/keys.json";
  await using world = aWorld(
    {},
    (address) => (address === keys ? down : readClientDocument)(address),
  );
  let from = "192.0.2.1";
  const ask: World["ask"] = (request) => world.ask(request, from);
  const client = await keyHolder({ ask }, keys);
  const failed = async (): Promise<void> => {
    const answer = await client.ask({ grant_type: "refresh_token", refresh_token: "none" });
    assertEquals(answer, "503 temporarily_unavailable");
  };
  for (let nth = 0; nth < 61; nth += 1) await failed();
  assertEquals(world.reads.length, 60);
  // Another 30 reads are reserved for other networks.
  for (let nth = 0; nth < 31; nth += 1) {
    from = `203.0.${nth}.1`;
    await failed();
  }
  assertEquals(world.reads.length, 90);
  assertEquals(await pageStatus(world), "200 asks");
});

Deno.test("a client is rejected if the response with its keys never ends", async () => {
  await using world = aWorld({}, endless);
  const client = await keyHolder(world, "https://claude.ai/keys.json");
  const form = { grant_type: "refresh_token", refresh_token: "none" };
  assertEquals(await client.ask(form), "401 invalid_client");
});

/** Creates a lookup of clients' metadata documents with a store that always fails. */
function lookup(fetch: ReadDocument, requester: () => string): ReadDocument {
  const store = { find: () => Promise.reject(new Error("no store")) } as unknown as SignInStore;
  const read = clientDocuments({
    ...{ store, fetch, requester, now: () => 0, hosts: allowedHosts([]), onUnreadable: () => {} },
  });
  return (address) =>
    findByDocument(address, {
      find: () => read(address),
      requester,
      unavailable: (cause) => new Error("unavailable", { cause }),
    });
}

Deno.test("findByDocument() reports a document as unavailable if neither the document nor its stored copy can be read", async () => {
  const find = lookup(down, () => "");
  await assertRejects(() => find(KNOWN_CLIENT), Error, "unavailable");
});

Deno.test("findByDocument() caches 100 documents even if the store fails", async () => {
  const reads: string[] = [];
  const find = lookup((address) => {
    reads.push(address);
    return readClientDocument(address);
  }, () => `203.0.113.${Math.floor(reads.length / 10)}`);
  const addresses = Array.from(
    { length: 101 },
    (_, nth) => `https://${KNOWN_HOSTS[nth % KNOWN_HOSTS.length]}/${nth}.json`,
  );
  for (const address of [...addresses, ...addresses.slice(1)]) await find(address);
  assertEquals(reads, addresses);
  await find(addresses[0] ?? "");
  assertEquals(reads.length, 102);
});

Deno.test("a registered client needs no metadata document", async () => {
  await using world = aWorld({}, down);
  const host = world.host();
  await host.signIn(ALLOWING, world.browser());
  assertEquals([host.tokens()?.token_type, world.reads], ["Bearer", []]);
});

Deno.test("allowedHosts() allows https URLs only on known or additional hosts, and http URLs only for redirects to this machine", () => {
  const { mayRedirectTo, mayReadFrom } = allowedHosts(["login.example.com:8443"]);
  const table: readonly (readonly [address: string, mayRedirect: boolean, mayRead: boolean])[] = [
    ["https://claude.ai/x", true, true],
    ["https://claude.ai:443/", true, true],
    ["https://login.example.com:8443/", true, true],
    ["https://login.example.com/", false, false],
    ["https://u@claude.ai/", false, false],
    ["https://:p@claude.ai/", false, false],
    ["https://evilclaude.ai/", false, false],
    ["https://claude.ai.evil.example/", false, false],
    ["https://claude.ai@evil.example/", false, false],
    ["https://claude.ai:8443/", false, false],
    ["http://claude.ai/", false, false],
    ["http://localhost/", true, false],
    ["http://127.0.0.1:1/", true, false],
    ["http://[::1]/", true, false],
    ["http://u@localhost/", false, false],
    ["http://:p@localhost/", false, false],
    ["http://localhost.evil.example/", false, false],
    ["https://localhost/", false, false],
    ["https://192.168.0.1/", false, false],
    ["https://127.0.0.1/", false, false],
    ["evil://claude.ai/", false, false],
    ["javascript:alert(1)", false, false],
    ["//claude.ai/", false, false],
  ];
  for (const [address, ...allowed] of table) {
    assertEquals([mayRedirectTo(address), mayReadFrom(address)], allowed, address);
  }
});

Deno.test("isSameButPort() ignores the port of a loopback address and nothing else", () => {
  const registered = "http://127.0.0.1/back?a=1";
  const same = ["http://127.0.0.1:80/back?a=1", "http://127.0.0.1:49152/back?a=1"];
  const other = [
    "http://127.0.0.1:49152/back",
    "http://localhost:49152/back?a=1",
    "https://127.0.0.1:49152/back?a=1",
    "http://127.0.0.1@evil.example/back?a=1",
  ];
  assertEquals(same.map((one) => isSameButPort(one, registered)), [true, true]);
  assertEquals(other.map((one) => isSameButPort(one, registered)), [false, false, false, false]);
  assertEquals(isSameButPort("https://claude.ai:1/back", "https://claude.ai/back"), false);
});
