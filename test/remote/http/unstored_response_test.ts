import { assertEquals, assertRejects } from "@std/assert";
import { unstored } from "../../../remote/http/request.ts";

/** An answer in parts, and how often it was left. */
function answered(
  source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> | null,
): { readonly response: Response; readonly left: () => number } {
  let left = 0;
  const stream = source === null ? null : new ReadableStream(source);
  const headers = { "cache-control": "max-age=60", "x-own": "kept" };
  const response = unstored(new Response(stream, { headers }), () => void (left += 1));
  return { response, left: () => left };
}

const part = new TextEncoder().encode("part");

Deno.test("unstored() prevents caching and reports when the response was read", async () => {
  const { response, left } = answered({
    start(controller): void {
      controller.enqueue(part);
      controller.close();
    },
  });
  const { headers } = response;
  assertEquals(
    ["cache-control", "x-accel-buffering", "x-own"].map((name) => headers.get(name)),
    ["no-store", "no", "kept"],
  );
  assertEquals(left(), 0);
  assertEquals([await response.text(), left()], ["part", 1]);
});

Deno.test("unstored() reports a response without a body as finished immediately", () => {
  const { response, left } = answered(null);
  assertEquals([left(), response.headers.get("cache-control")], [1, "no-store"]);
});

Deno.test("unstored() rethrows errors midway and reports that end", async () => {
  const { response, left } = answered({
    pull(controller): void {
      controller.error(new Error("cut"));
    },
  });
  await assertRejects(() => response.text(), Error, "cut");
  assertEquals(left(), 1);
});

Deno.test("unstored() cancels the source when the client leaves", async () => {
  const reasons: unknown[] = [];
  const { response, left } = answered({
    pull: (controller) => controller.enqueue(part),
    cancel: (reason) => void reasons.push(reason),
  });
  await response.body?.cancel("gone");
  assertEquals([left(), reasons], [1, ["gone"]]);
});
