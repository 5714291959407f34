import type { ListToolsResult } from "@modelcontextprotocol/server";
import { z } from "zod";

type ListedTool = ListToolsResult["tools"][number];

const CALL = {
  tool: z.string().max(100),
  arguments: z.record(z.string(), z.unknown()),
  key: z.string().max(100),
};
const PREVIEW = z.string().max(40);

/** Maximum length of a base64-encoded file. Some hosts and proxies reject bodies over 1 MiB. */
const MAX_CHARACTERS = 600_000;

const READING = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** The tools that are called only by the views' pages. */
export const HIDDEN_TOOLS = {
  show_again: {
    title: "Show again",
    does: "returns the answer that a view shows",
    annotations: READING,
    input: z.strictObject({ ...CALL, preview: PREVIEW.optional() }),
  },
  decide_change: {
    title: "Apply or decline a change",
    does: "receives the user's decision about a change",
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
    },
    input: z.strictObject({
      ...CALL,
      preview: PREVIEW,
      secret: PREVIEW.optional(),
      decision: z.enum(["apply", "decline"]),
    }),
  },
  hand_statement: {
    title: "Compare a statement file",
    does: "receives the bank file that the user chose",
    annotations: READING,
    input: z.strictObject({
      ...CALL,
      name: z.string().max(200),
      data: z.base64().max(MAX_CHARACTERS),
    }),
  },
} as const;

export type HiddenTool = keyof typeof HIDDEN_TOOLS;

/** Returns the definitions of tools that are called only by the views' pages. */
export function hiddenTools(names: readonly HiddenTool[]): readonly ListedTool[] {
  return names.map((name) => {
    const { title, does, annotations, input } = HIDDEN_TOOLS[name];
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
    return {
      name,
      title,
      description: `For this server's own views only: ${does}.`,
      inputSchema: inputSchema as ListedTool["inputSchema"],
      annotations,
      _meta: { ui: { visibility: ["app"] } },
    };
  });
}
