import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { bodyText, MOST_BODY_BYTES, OversizedBody } from "../../client/response.ts";
import type { LoadProgress } from "../../client/response.ts";
import { callSome, failureOf, scriptedClient } from "./_scripted_client.ts";

/** A body that never ends, and how much of it was taken. */
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

Deno.test("an answer without an end is unavailable, and is read no further", async () => {
  const { body, taken } = endless();
  const { client, sent } = scriptedClient({ replies: [new Response(body)] });

  const error = await failureOf(callSome(client, "getAccounts"));

  assertEquals([error.code, sent.length], ["unavailable", 1]);
  assertMatch(error.message, /more than 256 MB/);
  assertEquals(String(error.cause), "OversizedBody: The body is too large to be read");
  assert(taken() < MOST_BODY_BYTES * 1.2, `${taken()} bytes were taken`);
});

Deno.test("a few packed bytes that unpack to gigabytes are given up", async () => {
  const { body } = endless();
  const packed = body.pipeThrough(new CompressionStream("gzip") as TransformStream)
    .pipeThrough(new DecompressionStream("gzip") as TransformStream);
  const { client } = scriptedClient({ replies: [new Response(packed)] });

  const error = await failureOf(callSome(client, "createTransaction"));

  assertEquals([error.code, error.uncertain], ["unavailable", true]);
  assertMatch(error.message, /more than 256 MB/);
});

Deno.test("bodyText() reads a body that is just as large as may be", async () => {
  assertEquals(await bodyText(new Response("four"), { mostBytes: 4 }), "four");
});

const MEGABYTE = 1_000_000;
const lengths: readonly (readonly [string, HeadersInit, total: number | null])[] = [
  ["a length", { "Content-Length": "2500000" }, 2_500_000],
  ["no length", {}, null],
  ["the length of what is packed", { "Content-Length": "9", "Content-Encoding": "gzip" }, null],
  ["a length that is none", { "Content-Length": "many" }, null],
  ["a length of nothing", { "Content-Length": "0" }, null],
];
for (const [name, headers, total] of lengths) {
  Deno.test(`bodyText() tells each megabyte of a body with ${name}`, async () => {
    const told: LoadProgress[] = [];

    const text = await bodyText(new Response(halfMegabytes(5), { headers }), {
      onProgress: (progress) => told.push(progress),
    });

    assertEquals(text.length, 2.5 * MEGABYTE);
    assertEquals(told, [{ bytes: MEGABYTE, total }, { bytes: 2 * MEGABYTE, total }]);
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

Deno.test("bodyText() asks for no more of a body that is too large", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(4).fill(32)),
    cancel: () => void (isCancelled = true),
  });
  await assertRejects(() => bodyText(new Response(body), { mostBytes: 3 }), OversizedBody);
  assertEquals(isCancelled, true);
});

Deno.test("bodyText() puts characters together that come in two pieces", async () => {
  const bytes = new TextEncoder().encode("caf\u00e9 \u20ac \u{1f600}");
  const body = ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte)));
  assertEquals(await bodyText(new Response(body)), "caf\u00e9 \u20ac \u{1f600}");
  const cut = new Response(bytes.slice(0, 4));
  assertEquals(await bodyText(cut), "caf\ufffd");
});
