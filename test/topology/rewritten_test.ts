import { assertEquals, assertThrows } from "@std/assert";
import { rewritten } from "./_rewritten.ts";

Deno.test("rewritten() replaces only named places, each wherever it occurs", () => {
  const text = "listen 8103;\nserver one:8103;\nserver two:8103;\npath /tmp/a /tmp/b;\n";
  assertEquals(
    rewritten(text, {
      "listen 8103": "listen 127.0.0.1:1",
      "one:8103": "127.0.0.1:2",
      "/tmp/": "/x/",
    }),
    "listen 127.0.0.1:1;\nserver 127.0.0.1:2;\nserver two:8103;\npath /x/a /x/b;\n",
  );
});

Deno.test("rewritten() doesn't rescan inserted text", () => {
  assertEquals(rewritten("a b", { a: "b", b: "a" }), "b a");
  assertEquals(rewritten("/tmp/a", { "/tmp/": "/tmp/deeper/" }), "/tmp/deeper/a");
});

Deno.test("rewritten() treats text literally, including dots and dollar signs", () => {
  assertEquals(rewritten("axb a.b", { "a.b": "$& $1" }), "axb $& $1");
});

Deno.test("rewritten() throws for missing text", () => {
  assertThrows(() => rewritten("a", { a: "b", c: "d" }), Error, "There is no c");
});
