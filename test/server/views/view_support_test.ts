import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { viewSupport } from "../../../server/views/view_support.ts";

const kept = { token: "a-token", apiUrl: "https://api.ynab.com/v1", isKept: true };

Deno.test("the persistent page key is the same in every version", async () => {
  assertEquals(await viewSupport(kept).keyOf(null), "835c02d0829199e92e9d4d0fdd096c33");
});

Deno.test("callers, tokens and YNAB addresses have separate keys", async () => {
  const keys = await Promise.all([
    viewSupport(kept).keyOf(null),
    viewSupport(kept).keyOf("somebody"),
    viewSupport({ ...kept, token: "other-token" }).keyOf(null),
    viewSupport({ ...kept, apiUrl: "http://127.0.0.1/v1" }).keyOf(null),
  ]);
  assertEquals(new Set(keys).size, keys.length);
  for (const key of keys) assertMatch(key, /^[0-9a-f]{32}$/u);
});

Deno.test("a key without a store or token lasts as long as its process", async () => {
  for (const options of [{ ...kept, isKept: false }, { ...kept, token: null }]) {
    const support = viewSupport(options);
    assertEquals(await support.keyOf("one"), await support.keyOf("one"));
    assertNotEquals(await support.keyOf("one"), await viewSupport(options).keyOf("one"));
  }
});
