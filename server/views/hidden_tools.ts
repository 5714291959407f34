import type { ListToolsResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ViewScope } from "./view_support.ts";

type ListedTool = ListToolsResult["tools"][number];

const told = {
  tool: z.string().max(100),
  arguments: z.record(z.string(), z.unknown()),
  key: z.string().max(100),
};
const PREVIEW = z.string().max(40);

/** Arguments for showing an earlier answer again. */
export const showAgainInput = z.strictObject({ ...told, preview: PREVIEW.optional() });

/** Arguments for the user's decision on a preview. */
export const decideChangeInput = z.strictObject({
  ...told,
  preview: PREVIEW,
  secret: PREVIEW.optional(),
  decision: z.enum(["apply", "decline"]),
});

/** Lists the hidden tools for clients that show views. */
export function hiddenTools(
  { isWriteAllowed }: Pick<ViewScope, "isWriteAllowed">,
): readonly ListedTool[] {
  const _meta = { ui: { visibility: ["app"] } };
  const showAgain: ListedTool = {
    name: "show_again",
    title: "Show again",
    description: "For this server's own views only: gives the answer that a view draws.",
    inputSchema: listedSchema(showAgainInput),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    _meta,
  };
  if (!isWriteAllowed) return [showAgain];
  const hints = { destructiveHint: true, idempotentHint: true, openWorldHint: true };
  return [showAgain, {
    name: "decide_change",
    title: "Decide a change",
    description: "For this server's own views only: the user's click on Apply or Don't apply.",
    inputSchema: listedSchema(decideChangeInput),
    annotations: { readOnlyHint: false, ...hints },
    _meta,
  }];
}

function listedSchema(schema: z.ZodObject): ListedTool["inputSchema"] {
  const { $schema: _, ...listed } = z.toJSONSchema(schema, { io: "input" });
  return listed as ListedTool["inputSchema"];
}
