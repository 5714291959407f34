import { assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { testConversation } from "./_conversation_tests.ts";
import { openHost2026 } from "./_host_2026.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";
import { conversationWithSource } from "./_source_conversations.ts";

const versions = [[2025, "2025-11-25"], [2026, "2026-07-28"]] as const;

for (const [year, version] of versions) {
  const talk = await conversationWithSource(year);

  testConversation(`A ${year} host`, talk);

  Deno.test(`a ${year} host negotiates protocol ${version}`, () => {
    assertEquals(talk.protocolVersion, version);
  });
}

Deno.test("a host lists the tools of the profile that --profile names", async () => {
  await using host = await openHost2026(fromSource([...SERVE_DEMO, "--profile", "complete"]));
  const names = (await host.listTools()).map(({ name }) => name);
  assertEquals(names, toolsOf("complete", false).map(({ name }) => name));
});
