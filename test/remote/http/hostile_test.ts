import { once } from "node:events";
import { get } from "node:http";
import { assert, assertEquals } from "@std/assert";
import { withinDeadline } from "../../protocol/_deadline.ts";
import { openModern } from "./_http_hosts.ts";
import type { DemoServerOptions } from "./_demo_server.ts";
import { scriptRuntimes, startScript } from "./_runtimes.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";

const OPTIONS: DemoServerOptions = { limits: { headMs: 400, requestMs: 800, connections: 8 } };

const runtimes = await scriptRuntimes("test/remote/http/_demo_server.ts");

const TOKEN_LINE = `Authorization: Bearer ${HTTP_TOKEN}`;
const JSON_LINES = "Content-Type: application/json\r\nAccept: application/json, text/event-stream";
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

for (const { name, command } of runtimes) {
  Deno.test(`a hostile client of a server on ${name}`, async (t) => {
    await using server = await startScript([...command, JSON.stringify(OPTIONS)]);
    const { url } = server;
    const say = (text: string): Promise<string> => saidTo(url, text);
    const host = url.host;
    const post = (
      lines: readonly string[],
      { body = LIST, target = "/mcp" }: { readonly body?: string; readonly target?: string } = {},
    ): Promise<string> =>
      say([
        `POST ${target} HTTP/1.1`,
        ...lines,
        JSON_LINES,
        `Content-Length: ${new TextEncoder().encode(body).length}`,
        "Connection: close",
        "",
        body,
      ].join("\r\n"));
    const good = [`Host: ${host}`, TOKEN_LINE];
    const fine = async (): Promise<void> => assertEquals(statusIn(await post(good)), 200);
    await fine();

    const batch = JSON.stringify([JSON.parse(LIST), JSON.parse(LIST)]);
    const refusals: readonly (readonly [string, number, () => Promise<string>])[] = [
      ["a foreign Host", 403, () => post(["Host: evil.example", TOKEN_LINE])],
      ["a Host with a path", 403, () => post([`Host: ${host}/healthz?`, TOKEN_LINE])],
      ["a foreign URL", 403, () => post(good, { target: "http://evil.example/mcp" })],
      ["a URL with another path", 404, () => post(good, { target: `http://${host}/mcp/x` })],
      ["a foreign Origin", 403, () => post([...good, "Origin: https://evil.example"])],
      ["a null Origin", 403, () => post([...good, "Origin: null"])],
      ["no token", 401, () => post([`Host: ${host}`])],
      ["a wrong token", 401, () => post([`Host: ${host}`, "Authorization: Bearer wrong"])],
      ["another scheme", 401, () => post([`Host: ${host}`, `Authorization: Basic ${HTTP_TOKEN}`])],
      ["another path", 404, () => say(`POST /mcp/x HTTP/1.1\r\nHost: ${host}\r\n\r\n`)],
      [
        "another method",
        405,
        () => say(`PUT /mcp HTTP/1.1\r\n${good.join("\r\n")}\r\n\r\n`),
      ],
      ["a preflight", 401, () => say(`OPTIONS /mcp HTTP/1.1\r\nHost: ${host}\r\n\r\n`)],
      ["a 2025 stream", 401, () => say(`GET /mcp HTTP/1.1\r\nHost: ${host}\r\n\r\n`)],
      ["64 kB of headers", 431, () => post([...good, `X-Long: ${"x".repeat(65_536)}`])],
      ["an oversized body", 413, () => post(good, { body: `"${"x".repeat(1_100_000)}"` })],
      ["a batch", 400, () => post(good, { body: batch })],
      ["no JSON", 400, () => post(good, { body: "{" })],
    ];
    for (const [what, status, ask] of refusals) {
      await t.step(`a client gets an error for ${what}`, async () => {
        const answer = await ask();
        assertEquals(statusIn(answer), status, answer.slice(0, 300));
        assertEquals(answer.includes(HTTP_TOKEN), false);
        if (status < 431) assert(/\ncache-control: no-store\r/iu.test(answer), answer);
        assertEquals(/access-control/iu.test(answer), false);
        await fine();
      });
    }

    await t.step("a client is rejected if one of its two Host headers is disallowed", async () => {
      for (const hosts of [[host, "evil.example"], ["evil.example", host]]) {
        const status = statusIn(await post([...hosts.map((one) => `Host: ${one}`), TOKEN_LINE]));
        // Some runtimes reject two Host headers before the server sees the request.
        assert(status === 403 || status === 400, String(status));
      }
    });

    await t.step(
      "a client can send an absolute URL, whose host overrides the Host header",
      async () => {
        const target = `http://${host}/mcp`;
        for (const lines of [good, ["Host: evil.example", TOKEN_LINE]]) {
          const answer = await post(lines, { target });
          assertEquals(statusIn(answer), 200, answer);
        }
      },
    );

    await t.step(
      "a client can't crash the server with deeply nested JSON or 50,000 arguments",
      async () => {
        const deep =
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_plans",` +
          `"arguments":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}}}`;
        const many = JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: {
            name: "list_plans",
            arguments: Object.fromEntries(
              Array.from({ length: 50_000 }, (_, at) => [`a${at}`, at]),
            ),
          },
        });
        for (const body of [deep, many]) {
          const status = statusIn(await post(good, { body }));
          assert(
            status === 200 || (status >= 400 && status < 500),
            `${status}: ${body.slice(0, 40)}`,
          );
          await fine();
        }
      },
    );

    await t.step(
      "a client is disconnected if it sends headers or a request body too slowly",
      async () => {
        const head = `POST /mcp HTTP/1.1\r\n${good.join("\r\n")}\r\n${JSON_LINES}\r\n`;
        for (const beginning of ["", head, `${head}Content-Length: 1000\r\n\r\n{`]) {
          const answer = await say(beginning);
          assert(answer === "" || statusIn(answer) === 408, answer);
        }
        await fine();
      },
    );

    await t.step("a client is rejected and disconnected before a large body is read", async () => {
      for (const size of ["Content-Length: 5000000", "Transfer-Encoding: chunked"]) {
        const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\n${JSON_LINES}\r\n${size}`;
        const answer = await say(`${head}\r\n\r\n`);
        assertEquals(statusIn(answer), 401, answer);
        assert(/\nconnection: close\r/iu.test(answer), answer);
      }
      await fine();
    });

    await t.step("a client isn't asked to send a request body before authenticating", async () => {
      const size = `${JSON_LINES}\r\nContent-Length: ${LIST.length}\r\nExpect: 100-continue`;
      const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\n${size}`;
      const refused = await say(`${head}\r\n\r\n`);
      assertEquals(statusIn(refused), 401, refused);
      assert(/\nconnection: close\r/iu.test(refused), refused);
      const welcome = await say(`${head}\r\n${TOKEN_LINE}\r\n\r\n${LIST}`);
      assert(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /u.test(welcome), welcome);
    });

    await t.step(
      "a response says Connection: close if the client sent Connection: close",
      async () => {
        const answer = await post(good);
        assertEquals(statusIn(answer), 200);
        assert(/\nconnection: close\r/iu.test(answer), answer);
      },
    );

    await t.step(
      "a client can't exceed its network's connection limit or block clients on other networks",
      async () => {
        const open: Deno.Conn[] = [];
        for (let at = 0; at < 8; at += 1) open.push(await connect(url));
        assertEquals(await say(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`), "");
        if (Deno.build.os === "linux") assertEquals(await statusFrom(url, "127.0.1.1"), 200);
        for (const connection of open) connection.close();
        for (let status = 0; status !== 200;) {
          status = statusIn(
            await say(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
          );
        }
      },
    );

    await t.step(
      "after a hostile client's requests, the server still answers another client",
      async () => {
        await using good = await openModern(url);
        assertEquals((await good.call("list_plans", {})).isError, false);
      },
    );
    assertEquals(server.stderr.includes(HTTP_TOKEN), false);
  });
}

function statusIn(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/u.exec(answer)?.[1] ?? 0);
}

function connect({ hostname, port }: URL): Promise<Deno.TcpConn> {
  return Deno.connect({ hostname, port: Number(port) });
}

/** Sends a request from one of this machine's addresses and returns the response's status. */
async function statusFrom(url: URL, localAddress: string): Promise<number> {
  const request = get(new URL("/healthz", url), { localAddress, agent: false });
  const [{ statusCode }] = await once(request, "response");
  request.destroy();
  return statusCode;
}

async function writeAll(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/**
 * Sends text on a new connection. Returns all data received until the response or the connection
 * ends.
 */
async function saidTo(url: URL, text: string): Promise<string> {
  using connection = await connect(url);
  const said = writeAll(connection, text).catch(() => {});
  let answer = "";
  const buffer = new Uint8Array(65_536);
  try {
    for (;;) {
      const length = await withinDeadline(connection.read(buffer), "an answer or an end");
      if (length === null) break;
      answer += new TextDecoder().decode(buffer.subarray(0, length));
      // Stop after the response's last chunk, because the connection may stay open.
      if (answer.endsWith("\r\n0\r\n\r\n")) break;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
  }
  await said;
  return answer;
}
