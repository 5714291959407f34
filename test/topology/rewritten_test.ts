import { assertEquals, assertThrows } from "@std/assert";
import { rewritten } from "./_rewritten.ts";

Deno.test("rewritten() replaces the named places, each wherever it stands, and nothing else", () => {
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

Deno.test("rewritten() does not look again at what it has put in", () => {
  assertEquals(rewritten("a b", { a: "b", b: "a" }), "b a");
  assertEquals(rewritten("/tmp/a", { "/tmp/": "/tmp/deeper/" }), "/tmp/deeper/a");
});

Deno.test("rewritten() takes texts as they are, dots and dollars too", () => {
  assertEquals(rewritten("axb a.b", { "a.b": "$& $1" }), "axb $& $1");
});

Deno.test("rewritten() throws for what does not stand there", () => {
  assertThrows(() => rewritten("a", { a: "b", c: "d" }), Error, "There is no c");
});
