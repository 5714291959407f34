import { assertEquals } from "@std/assert";
import { signingIn } from "../../../remote/http/signing_in.ts";

function counted(): { readonly enter: () => () => void; readonly count: () => number } {
  let count = 0;
  return {
    count: () => count,
    enter: () => {
      count += 1;
      return () => void (count -= 1);
    },
  };
}

Deno.test("signingIn() counts from its beginning to its end", () => {
  const { enter, count } = counted();
  const { begin, leave } = signingIn("192.0.2.1", enter);
  assertEquals(count(), 0);
  assertEquals([begin(), count()], [null, 1]);
  leave();
  assertEquals(count(), 0);
});

Deno.test("signingIn() counts nobody who has gone before its body was here", () => {
  const { enter, count } = counted();
  const { begin, leave } = signingIn("192.0.2.1", enter);
  leave();
  assertEquals([begin(), count()], [null, 0]);
});

Deno.test("signingIn() gives the refusal", () => {
  const refusal = new Response("too many", { status: 429 });
  const { begin, leave } = signingIn("192.0.2.1", () => refusal);
  assertEquals(begin(), refusal);
  leave();
});
