import { assertEquals } from "@std/assert";
import { failureCause } from "../../client/_network_error.ts";

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

/** What Deno says, in the words of its own errors. */
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
};
for (const [message, cause] of Object.entries(words)) {
  Deno.test(`failureCause() takes ${JSON.stringify(message)} for ${cause}`, () => {
    assertEquals(failureCause(new TypeError(message)), cause);
  });
}

for (const [cause, error] of Object.entries(failures)) {
  Deno.test(`failureCause() finds ${cause}`, () => assertEquals(failureCause(error), cause));
}

Deno.test("failureCause() repeats nothing that it does not know", () => {
  const error = Object.assign(new Error("Rent to Landlord"), { code: "token-of-mine" });
  assertEquals([failureCause(error), failureCause("text"), failureCause(null)], [null, null, null]);
});

Deno.test("failureCause() names what a real request to a closed port failed with", async () => {
  const port = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { addr } = port;
  port.close();
  const error = await fetch(`http://127.0.0.1:${addr.port}`).catch((cause) => cause);
  assertEquals(failureCause(error), "ECONNREFUSED");
});

Deno.test("failureCause() comes to an end where causes form a ring", () => {
  const ring = new Error("one");
  ring.cause = new Error("other", { cause: ring });
  assertEquals(failureCause(ring), null);
});
