import { assert, assertEquals } from "@std/assert";
import { connect, type Socket } from "node:net";
import { withinDeadline } from "../../protocol/_deadline.ts";
import { Browser } from "../sign_in/_browser.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";
import { OAuthHost } from "../sign_in/_oauth_host.ts";
import { hostedTest, MCP, signedIn } from "./_hosted_world.ts";

/** A client that sends part of a request and may never finish it. */
class Flooder {
  readonly #socket: Socket;
  #received = "";
  readonly answered: Promise<string>;

  constructor(url: URL, text: string) {
    this.#socket = connect(Number(url.port), url.hostname);
    this.answered = new Promise((resolve) => {
      this.#socket.on("data", (chunk) => {
        this.#received += chunk;
        resolve(this.status);
      });
      this.#socket.on("close", () => resolve(this.status)).on("error", () => {});
    });
    this.#socket.write(text);
  }

  /** The response's status, or "" if there is no response yet. */
  get status(): string {
    return /^HTTP\/1\.1 (\d+)/u.exec(this.#received)?.[1] ?? "";
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

/** Counts how often each status occurs. */
function counted(statuses: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(statuses, (status) => status))
      .map(([status, all]) => [status, all?.length ?? 0]),
  );
}

hostedTest("users can sign in and make calls during a flood of sockets", async (world) => {
  await using server = await world.listen();
  const { url } = server;
  using opened = new DisposableStack();
  const flood = (
    count: number,
    line: string,
    headers: readonly string[],
    body = "",
  ): readonly Flooder[] =>
    Array.from({ length: count }, () => {
      const lines = [`${line} HTTP/1.1`, `Host: ${url.host}`];
      return opened.use(new Flooder(url, [...lines, ...headers, "", body].join("\r\n")));
    });
  const statuses = async (flooders: readonly Flooder[]): Promise<readonly string[]> =>
    await withinDeadline(Promise.all(flooders.map(({ answered }) => answered)), "the answers");

  const long = "Content-Length: 1000000";
  const from = (host: number): string => `X-Forwarded-For: 203.0.113.${host}`;
  // Send request heads that never end, and then requests whose bodies never arrive.
  for (let nth = 0; nth < 100; nth++) opened.use(new Flooder(url, "POST /mcp HTTP/1.1\r\n"));
  const forms = flood(150, "POST /token", ["Content-Length: 100", from(1)], "a=");
  const without = flood(100, "POST /mcp", [long, from(1)], "{");
  const wrong = flood(700, "POST /mcp", ["Authorization: Bearer wrong", long, from(1)], "{");
  const beginnings = flood(60, "GET /authorize", [from(2)]);

  const ask = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-for", "198.51.100.1");
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? null : await request.text();
    const { method } = request;
    return await fetch(new URL(`${pathname}${search}`, url), {
      ...{ method, headers, body, redirect: "manual" },
    });
  };
  const host = new OAuthHost(
    MCP,
    { metadataUrl: KNOWN_CLIENT },
    (input, init) => ask(new Request(input, init)),
  );
  await signedIn(world, "ana", { browser: new Browser(ask), host });
  await using connected = await host.connect();
  for (let call = 0; call < 10; call++) {
    assert(!(await connected.call("list_accounts", {})).isError);
  }

  assertEquals(counted(await statuses(without)), { 401: 100 });
  assertEquals(counted(await statuses(wrong)), { 401: 600, 429: 100 });
  const begun = counted(await statuses(beginnings));
  assertEquals([begun["429"], Object.keys(begun).length], [40, 2]);
  // Only the remaining forms wait for their bodies.
  assertEquals(forms.filter(({ status }) => status === "429").length, 86);
  assertEquals(forms.filter(({ status }) => status === "").length, 64);
});
