import { type Conversation, conversationWith } from "./_conversation.ts";
import { openHost2025 } from "./_host_2025.ts";
import { openHost2026 } from "./_host_2026.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";

const OPENING = { 2025: openHost2025, 2026: openHost2026 } as const;

const held = new Map<keyof typeof OPENING, Promise<Conversation>>();

/**
 * Runs the server from source and returns its conversation with a host that uses the given year's
 * protocol.
 */
export function conversationWithSource(year: keyof typeof OPENING): Promise<Conversation> {
  const talk = held.get(year) ?? conversationWith(OPENING[year](fromSource(SERVE_DEMO)));
  held.set(year, talk);
  return talk;
}
