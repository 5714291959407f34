import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createServerFactory, DEMO_TOKEN, demoFetch } from "../mod.ts";
import { keptDatabase } from "./_kept_database.ts";

/** What is asked for, in words and as a call. */
const ASKED = "Move 50 from Pets to Dining Out.";
const CALL = {
  name: "move_money",
  arguments: {
    month: "current",
    from_category_id: "Pets",
    to_category_id: "Dining Out",
    amount: 50,
  },
} as const;

/** Tells the story. */
export async function changeStory(today: string): Promise<readonly string[]> {
  const shown: string[] = [];
  const now = (): number => Date.parse(`${today}T12:00:00Z`);
  const { create, close } = createServerFactory({
    token: DEMO_TOKEN,
    fetch: demoFetch({ today }),
    database: keptDatabase(now),
    today,
    now,
    write: true,
    confirm: "user",
  });
  const client = new Client(
    { name: "readme", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    shown.push(...unescaped(String(params.message)).split("\n"), "", "> Yes");
    return { action: "accept", content: { confirm: true } };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([create().connect(far), client.connect(near)]);
  const say = async (words: string, call: Parameters<Client["callTool"]>[0]): Promise<void> => {
    shown.push(`> ${words}`, "");
    const { structuredContent } = await client.callTool(call);
    const { status, message } = structuredContent as Readonly<Record<string, unknown>>;
    if (status !== "applied") throw new Error(`The story stopped: ${status} ${message}`);
    // A sentence a line: a block of code is not wrapped.
    shown.push("", ...String(message).split(/(?<=\.) (?=[A-Z])/u), "");
  };
  try {
    await say(ASKED, CALL);
    await say("Undo that.", { name: "undo_operation", arguments: {} });
  } finally {
    await client.close();
    await close();
  }
  return shown.slice(0, -1);
}

/** A form shows Markdown: what was escaped for it is shown as it is meant. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([\\`*_{}[\]()<>#!|~])/gu, "$1");
}
