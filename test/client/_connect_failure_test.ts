import { assertEquals } from "@std/assert";
import { isConnectFailure } from "../../client/_network_error.ts";
import { retryAfterMs } from "../../client/response.ts";

/** An error as Node throws it: what it is about is the cause of the cause. */
function failed(code: unknown, message = "fetch failed"): Error {
  const cause = Object.assign(new Error("inner"), { code });
  return new TypeError(message, { cause });
}

for (const code of ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]) {
  Deno.test(`${code} proves that no connection was made`, () => {
    assertEquals(isConnectFailure(failed(code)), true);
  });
}

Deno.test("Deno's own words prove that no connection was made", () => {
  const words = "error sending request for url (http://x/): client error (Connect): dns error";
  assertEquals(isConnectFailure(new TypeError(words)), true);
});

Deno.test("what breaks a connection, or is none of an error, proves nothing", () => {
  const others = [failed("ECONNRESET"), failed(undefined), failed(""), new TypeError(""), "text"];
  assertEquals(others.filter(isConnectFailure), []);
});

Deno.test("a ring of causes proves nothing, and comes to an end", () => {
  const ring = new Error("one");
  ring.cause = new Error("other", { cause: ring });
  assertEquals(isConnectFailure(ring), false);
});

Deno.test("retryAfterMs() waits until a day that is to come, and for no other", () => {
  const header = "Thu, 01 Jan 1970 00:00:30 GMT";
  assertEquals(retryAfterMs(header, 29_999), 1);
  assertEquals(retryAfterMs(header, 30_000), null);
  assertEquals(retryAfterMs("0", 0), 1_000);
});
