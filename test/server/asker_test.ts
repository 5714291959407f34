import { assertEquals } from "@std/assert";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import { askerOf, capabilitiesOf } from "../../server/asker.ts";

const UI = "io.modelcontextprotocol/ui";

/** A server whose client has introduced itself at the start, or has not. */
function aServer(name?: string, extensions?: object): Parameters<typeof askerOf>[0] {
  return {
    server: {
      getClientVersion: () => name === undefined ? undefined : { name, version: "1" },
      getClientCapabilities: () => extensions === undefined ? undefined : { extensions },
    },
  } as never;
}

function aRequest(envelope?: object): Parameters<typeof askerOf>[1] {
  return { mcpReq: { envelope } } as never;
}

Deno.test("who asks is known from the start of a session", () => {
  const request = aRequest();
  assertEquals(askerOf(aServer("one", { [UI]: {} }), request), { name: "one", showsViews: true });
  assertEquals(askerOf(aServer("one", { other: {} }), request), { name: "one", showsViews: false });
  assertEquals(askerOf(aServer("one"), request), { name: "one", showsViews: false });
  assertEquals(askerOf(aServer(), request), { name: null, showsViews: false });
});

Deno.test("what a request itself says goes before", () => {
  const request = aRequest({
    [CLIENT_INFO_META_KEY]: { name: "other", version: "2" },
    [CLIENT_CAPABILITIES_META_KEY]: { extensions: {} },
  });
  assertEquals(askerOf(aServer("one", { [UI]: {} }), request), {
    name: "other",
    showsViews: false,
  });
  assertEquals(capabilitiesOf(aServer("one", { [UI]: {} }), request), { extensions: {} });
  assertEquals(capabilitiesOf(aServer("one", {}), aRequest({})), { extensions: {} });
});
