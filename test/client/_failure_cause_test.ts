import { assertEquals } from "@std/assert";
import { causeOf } from "../../client/_failure_cause.ts";

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
for (const [cause, error] of Object.entries(failures)) {
  Deno.test(`causeOf() finds ${cause}`, () => assertEquals(causeOf(error), cause));
}

Deno.test("causeOf() repeats nothing that it does not know", () => {
  const error = Object.assign(new Error("Rent to Landlord"), { code: "token-of-mine" });
  assertEquals([causeOf(error), causeOf("text"), causeOf(null)], [null, null, null]);
});

Deno.test("causeOf() names what a real request to a closed port failed with", async () => {
  const port = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { addr } = port;
  port.close();
  const error = await fetch(`http://127.0.0.1:${addr.port}`).catch((cause) => cause);
  assertEquals(causeOf(error), "ECONNREFUSED");
});
