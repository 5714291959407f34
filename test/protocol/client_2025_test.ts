import { assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { testConversation } from "./_conversation_tests.ts";
import { openHost2025 } from "./_host_2025.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";
import { conversationWithSource } from "./_source_conversations.ts";

const talk = await conversationWithSource(2025);

testConversation("A host of 2025", talk);

Deno.test("a host of 2025 negotiates protocol 2025-11-25", () => {
  assertEquals(talk.protocolVersion, "2025-11-25");
});

for (const profile of ["reduced", "complete"] as const) {
  Deno.test(`a host of 2025 lists the tools of the ${profile} profile`, async () => {
    await using host = await openHost2025(fromSource([...SERVE_DEMO, "--profile", profile]));
    assertEquals(
      (await host.listTools()).map(({ name }) => name),
      toolsOf(profile, false).map(({ name }) => name),
    );
  });
}
