import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  allowedHosts,
  isSameButPort,
  KNOWN_HOSTS,
} from "../../../remote/sign_in/client_documents.ts";
import { runs } from "../../_runs.ts";

const LISTED = ["chat.example.com", "login.example.com:8443"];
const { mayReadFrom, mayRedirectTo } = allowedHosts(LISTED);
const OWN = ["localhost", "127.0.0.1", "[::1]"];

/** Parts of valid and invalid addresses. */
const parts = fc.constantFrom(
  ...["https://", "http://", "javascript:", "//", "claude.ai", "chat.example.com", "evil.example"],
  ...[
    ":8443",
    ":443",
    "@",
    "/",
    "\\",
    ".",
    "?",
    "#",
    "%2f",
    "%40",
    "localhost",
    "127.0.0.1",
    "[::1]",
  ],
);
const address = fc.oneof(
  fc.array(parts, { maxLength: 7 }).map((some) => some.join("")),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);

Deno.test("allowedHosts() lets browsers visit only listed hosts over https, and their own machine", () => {
  fc.assert(
    fc.property(address, (text) => {
      const isAllowed = mayRedirectTo(text);
      if (!isAllowed) return;
      // Parse the address as a browser does.
      const { protocol, host, hostname, username, password } = new URL(text);
      assertEquals(username + password, "");
      const isListed = protocol === "https:" && [...KNOWN_HOSTS, ...LISTED].includes(host);
      assertEquals(isListed || (protocol === "http:" && OWN.includes(hostname)), true, text);
    }),
    runs(2_000),
  );
});

Deno.test("allowedHosts() lets metadata come from hosts that browsers may visit, but not from this machine", () => {
  fc.assert(
    fc.property(address, (text) => {
      if (!mayReadFrom(text)) return;
      assertEquals([mayRedirectTo(text), new URL(text).protocol], [true, "https:"]);
      assertEquals(OWN.includes(new URL(text).hostname), false);
    }),
    runs(2_000),
  );
});

Deno.test("isSameButPort() ignores only the port of a loopback address", () => {
  const registered = "http://127.0.0.1/back?a=1";
  const same = ["http://127.0.0.1:80/back?a=1", "http://127.0.0.1:49152/back?a=1"];
  const other = [
    "http://127.0.0.1:49152/back",
    "http://localhost:49152/back?a=1",
    "https://127.0.0.1:49152/back?a=1",
    "http://127.0.0.1@evil.example/back?a=1",
  ];
  assertEquals(same.map((one) => isSameButPort(one, registered)), [true, true]);
  assertEquals(other.map((one) => isSameButPort(one, registered)), [false, false, false, false]);
  assertEquals(isSameButPort("https://claude.ai:1/back", "https://claude.ai/back"), false);
});
