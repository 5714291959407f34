import { bodyText, type LoadProgress, MAX_BODY_BYTES } from "../../client/response.ts";
import type { UpstreamErrorCode } from "../../client/upstream_error.ts";
import { callSome, errorReply, failureOf, htmlReply, scriptedClient } from "./_scripted_client.ts";
import { assert, assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";

type Case = readonly [
  reply: () => Response,
  code: UpstreamErrorCode,
  errorId: string | null,
  /** Text that the error's message must contain. */
  says: string,
  /** Outcome of a write that gets this response. */
  outcome: "refused" | "uncertain",
];

const redirect = { status: 302, headers: { Location: "https://else.example" } };

const cases: Readonly<Record<string, Case>> = {
  "400": [() => errorReply("400"), "rejected", "400", "did not accept the request", "refused"],
  "401": [() => errorReply("401"), "unauthorized", "401", "access token", "refused"],
  "403.1": [() => errorReply("403.1"), "forbidden", "403.1", "subscription has lapsed", "refused"],
  "403.2": [() => errorReply("403.2"), "forbidden", "403.2", "trial has expired", "refused"],
  "403.3": [() => errorReply("403.3"), "forbidden", "403.3", "scope", "refused"],
  "403 with a specific error id": [
    () => errorReply("403.9"),
    "forbidden",
    "403.9",
    "does not allow this",
    "refused",
  ],
  "404.1": [() => errorReply("404.1"), "not_found", "404.1", "API URL", "refused"],
  "404.2": [() => errorReply("404.2"), "not_found", "404.2", "no such record", "refused"],
  "409": [() => errorReply("409"), "conflict", "409", "conflicts", "refused"],
  "422": [() => errorReply("422"), "rejected", "422", "refused", "refused"],
  "429": [() => errorReply("429"), "rate_limited", "429", "10 minutes", "refused"],
  "429 as a page": [
    () => htmlReply(429),
    "rate_limited",
    null,
    "accepting requests right now",
    "uncertain",
  ],
  "404 as a page": [() => htmlReply(404), "unavailable", null, "Something other", "uncertain"],
  "401 as a page": [() => htmlReply(401), "unauthorized", null, "access token", "uncertain"],
  "302": [
    () => new Response(null, redirect),
    "unavailable",
    null,
    "redirected the request",
    "uncertain",
  ],
  "400 with an error id of another status": [
    () => Response.json({ error: { id: 400, name: "x", detail: "y" } }, { status: 400 }),
    "unavailable",
    null,
    "Something other",
    "uncertain",
  ],
  "500": [
    () => errorReply("500"),
    "unavailable",
    "500",
    "status 500: try again in a few minutes",
    "uncertain",
  ],
  "503 as a page": [() => htmlReply(503), "unavailable", null, "status 503", "uncertain"],
};

for (const [name, [reply, code, errorId, says, outcome]] of Object.entries(cases)) {
  Deno.test(`a read that gets ${name} fails with ${code}, and a create request is reported as ${outcome}`, async () => {
    const { client } = scriptedClient({ replies: [reply, reply, reply] });
    const error = await failureOf(callSome(client, "getAccounts"));
    assertEquals([error.code, error.errorId, error.uncertain], [code, errorId, false]);
    assertEquals(error.status, reply().status);
    assertStringIncludes(error.message, says);
    assertMatch(error.message, /^[A-Z].*[^.]$/);

    const isUncertain = outcome === "uncertain";
    const writing = scriptedClient({ replies: [reply] });
    const create = await failureOf(callSome(writing.client, "createTransaction"));
    assertEquals([create.code, create.uncertain, writing.sent.length], [code, isUncertain, 1]);
    assertEquals(create.message.includes("may have been applied"), isUncertain);
    assertFalse(isUncertain && create.message.includes("try again"));
  });
}

Deno.test("an error contains both YNAB's unchanged detail text and the index parsed from that text", async () => {
  const detail = "payee must be formatted as a uuid (index: 12)";
  const { client } = scriptedClient({ replies: [errorReply("400", detail)] });

  const error = await failureOf(callSome(client, "updateTransactions"));

  assertEquals([error.detail, error.index], [detail, 12]);
  assertFalse(error.message.includes("payee"));
});

for (const id of ["constructor", "403.1", "404.2 <script>"]) {
  Deno.test(`an error id (${id}) that doesn't match its status is ignored`, async () => {
    const body = { error: { id, name: "x", detail: "y" } };
    const { client } = scriptedClient({ replies: [Response.json(body, { status: 404 })] });

    const error = await failureOf(callSome(client, "getAccounts"));

    assertEquals([error.code, error.errorId], ["not_found", null]);
    assert(error.message.includes("no such record"));
  });
}

/** A body that never ends, and how much of it was read. */
function endless(): { readonly body: ReadableStream<Uint8Array>; readonly taken: () => number } {
  const chunk = new Uint8Array(4_000_000).fill(32);
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller): void {
      bytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return { body, taken: () => bytes };
}

Deno.test("a call with an endless response fails with the code 'unavailable', and the client stops reading", async () => {
  const { body, taken } = endless();
  const { client, sent } = scriptedClient({ replies: [new Response(body)] });

  const error = await failureOf(callSome(client, "getAccounts"));

  assertEquals([error.code, sent.length], ["unavailable", 1]);
  assertMatch(error.message, /more than 256 MB/);
  assertEquals(String(error.cause), "OversizedBody: The response body is too large to read");
  assert(taken() < MAX_BODY_BYTES * 1.2, `${taken()} bytes were taken`);
});

const MEGABYTE = 1_000_000;
const lengths: readonly (readonly [string, HeadersInit, total: number | null])[] = [
  ["a length", { "Content-Length": "2500000" }, 2_500_000],
  ["no length", {}, null],
  ["the length of compressed data", { "Content-Length": "9", "Content-Encoding": "gzip" }, null],
  ["an invalid length", { "Content-Length": "many" }, null],
  ["a zero length", { "Content-Length": "0" }, null],
];
for (const [name, headers, total] of lengths) {
  Deno.test(`bodyText() reports progress after each megabyte of a body with ${name}`, async () => {
    const reported: LoadProgress[] = [];

    const response = new Response(halfMegabytes(5), { headers });
    const text = await bodyText(response, (progress) => reported.push(progress));

    assertEquals(text.length, 2.5 * MEGABYTE);
    assertEquals(reported, [{ bytes: MEGABYTE, total }, { bytes: 2 * MEGABYTE, total }]);
  });
}

function halfMegabytes(count: number): ReadableStream<Uint8Array> {
  let left = count;
  return new ReadableStream({
    pull(controller): void {
      if (left-- === 0) return controller.close();
      controller.enqueue(new Uint8Array(MEGABYTE / 2).fill(32));
    },
  });
}

Deno.test("bodyText() joins characters split across chunks, and escapes characters that aren't Latin-1", async () => {
  const value = { "caf\u00e9 \u20ac": '\u{1f600} \ud83d" \\u20ac \ufeff' };
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const body = ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte)));
  const text = await bodyText(new Response(body));
  assertEquals(JSON.parse(text), value);
  assertMatch(text, /^[\0-\xff]+$/);
  const cut = new Response(bytes.slice(0, 6));
  assertEquals(await bodyText(cut), '{"caf\\ufffd');
});
