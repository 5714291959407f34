import { assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { testConversation } from "./_conversation_tests.ts";
import { openHost2025 } from "./_host_2025.ts";
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

const offers = [
  [2025, openHost2025, "complete"],
  [2026, openHost2026, "reduced"],
  [2026, openHost2026, "complete"],
] as const;

for (const [year, open, profile] of offers) {
  Deno.test(`a ${year} host lists the tools of the ${profile} profile`, async () => {
    await using host = await open(fromSource([...SERVE_DEMO, "--profile", profile]));
    const names = (await host.listTools()).map(({ name }) => name);
    assertEquals(names, toolsOf(profile, false).map(({ name }) => name));
  });
}
