import { assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { testConversation } from "./_conversation_tests.ts";
import { openHost2026 } from "./_host_2026.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";
import { conversationWithSource } from "./_source_conversations.ts";

const talk = await conversationWithSource(2026);

testConversation("A host of 2026", talk);

Deno.test("a host of 2026 negotiates protocol 2026-07-28", () => {
  assertEquals(talk.protocolVersion, "2026-07-28");
});

for (const profile of ["reduced", "complete"] as const) {
  Deno.test(`a host of 2026 lists the tools of the ${profile} profile`, async () => {
    await using host = await openHost2026(fromSource([...SERVE_DEMO, "--profile", profile]));
    assertEquals(
      (await host.listTools()).map(({ name }) => name),
      toolsOf(profile, false).map(({ name }) => name),
    );
  });
}
