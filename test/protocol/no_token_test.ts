import { assertEquals, assertMatch } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { RESOURCE_URIS } from "./_conversation.ts";
import { RawServer } from "./_raw_server.ts";
import { sampleCalls } from "./_sample_calls.ts";
import { fromSource } from "./_server_command.ts";

const UNAUTHORIZED = /^unauthorized: .*BUDGET_ACCESS_TOKEN.*--demo/u;

Deno.test("a server without a token runs and explains in each answer how to get one", async () => {
  await using server = new RawServer(fromSource(["serve", "--store", "memory"]));
  await server.initialize();

  const { result } = await server.request("tools/list");
  const listed = (result?.["tools"] as readonly { readonly name: string }[]).map(nameOf);
  assertEquals(listed, toolsOf("fuller", false).map(nameOf));

  for (const name of listed) {
    const { isError, content } = await server.call(name, sampleCalls[name]);
    assertEquals(isError, true);
    assertMatch((content as readonly { readonly text: string }[])[0]?.text ?? "", UNAUTHORIZED);
  }
  for (const uri of RESOURCE_URIS) {
    const { error } = await server.request("resources/read", { uri });
    assertMatch(error?.message ?? "", UNAUTHORIZED);
  }

  const { code, stderr } = await server.end();
  assertEquals(code, 0);
  assertMatch(stderr, /^budget-tool-server: no access token is set: [^\n]+--demo[^\n]*\n$/u);
});

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
