import { failureCause, isConnectFailure } from "../../client/_network_error.ts";
import { retryAfterMs } from "../../client/response.ts";
import { assertEquals } from "@std/assert";

/** An error as thrown by Node, which puts the error code in `cause`. */
function failed(code: unknown, message = "fetch failed"): Error {
  const cause = Object.assign(new Error("inner"), { code });
  return new TypeError(message, { cause });
}

for (const code of ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]) {
  Deno.test(`isConnectFailure() returns true for ${code}`, () => {
    assertEquals(isConnectFailure(failed(code)), true);
  });
}

Deno.test("isConnectFailure() returns true for Deno's messages", () => {
  const words = "error sending request for url (http://x/): client error (Connect): dns error";
  assertEquals(isConnectFailure(new TypeError(words)), true);
});

Deno.test("isConnectFailure() returns false for broken connections and unknown errors", () => {
  const others = [failed("ECONNRESET"), failed(undefined), failed(""), new TypeError(""), "text"];
  assertEquals(others.filter(isConnectFailure), []);
});

Deno.test("the search for a cause ends even if the chain of causes is circular", () => {
  const ring = new Error("one");
  ring.cause = new Error("other", { cause: ring });
  assertEquals([isConnectFailure(ring), failureCause(ring)], [false, null]);
});

Deno.test("retryAfterMs() accepts a date only if it is in the future", () => {
  const header = "Thu, 01 Jan 1970 00:00:30 GMT";
  assertEquals(retryAfterMs(header, 29_999), 1);
  assertEquals(retryAfterMs(header, 30_000), null);
  assertEquals(retryAfterMs("0", 0), 1_000);
});

const failures: Readonly<Record<string, Error>> = {
  ENOTFOUND: new TypeError(
    "error sending request for url (https://x.invalid/v1/plans): client error (Connect): " +
      "dns error: failed to lookup address information: Name or service not known",
  ),
  ECONNREFUSED: new TypeError(
    "error sending request for url (http://127.0.0.1:1/): client error (Connect): " +
      "tcp connect error: Connection refused (os error 111)",
  ),
  UnknownIssuer: new TypeError(
    "error sending request: client error (Connect): invalid peer certificate: UnknownIssuer",
  ),
  SELF_SIGNED_CERT_IN_CHAIN: new TypeError("fetch failed", {
    cause: Object.assign(new Error("of somebody"), { code: "SELF_SIGNED_CERT_IN_CHAIN" }),
  }),
};

/** Error messages that Deno itself produces. */
const words: Readonly<Record<string, string>> = {
  "Connection reset by peer (os error 104)": "ECONNRESET",
  "connection reset": "ECONNRESET",
  "connection refused": "ECONNREFUSED",
  "operation timed out": "ETIMEDOUT",
  "Network is unreachable (os error 101)": "ENETUNREACH",
  "No route to host (os error 113)": "ENETUNREACH",
  "tunnel error: unsuccessful": "PROXY",
  "connection closed before message completed": "CLOSED",
  "unexpected end of file": "CLOSED",
  "error sending request for url (https://proxy.example/v1/plans): connection closed": "CLOSED",
};
for (const [message, cause] of Object.entries(words)) {
  Deno.test(`failureCause() maps ${JSON.stringify(message)} to ${cause}`, () => {
    assertEquals(failureCause(new TypeError(message)), cause);
  });
}

for (const [cause, error] of Object.entries(failures)) {
  Deno.test(`failureCause() finds ${cause}`, () => assertEquals(failureCause(error), cause));
}

Deno.test("failureCause() returns null for an unknown error code or a string, because either may contain private data", () => {
  const error = Object.assign(new Error("Rent to Landlord"), { code: "token-of-mine" });
  assertEquals([failureCause(error), failureCause("text"), failureCause(null)], [null, null, null]);
});

Deno.test("failureCause() names the cause when a real request to a closed port fails", async () => {
  const port = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { addr } = port;
  port.close();
  const error = await fetch(`http://127.0.0.1:${addr.port}`).catch((cause) => cause);
  assertEquals(failureCause(error), "ECONNREFUSED");
});
