import { assert, assertEquals, assertMatch } from "@std/assert";
import { MOST_BODY_BYTES } from "../../client/_body_text.ts";
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
