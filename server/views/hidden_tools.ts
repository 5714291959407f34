import type { ListToolsResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ViewScope } from "./view_support.ts";

type ListedTool = ListToolsResult["tools"][number];

const CALL = {
  tool: z.string().max(100),
  arguments: z.record(z.string(), z.unknown()),
  key: z.string().max(100),
};
const PREVIEW = z.string().max(40);

export const showAgainInput = z.strictObject({ ...CALL, preview: PREVIEW.optional() });

export const decideChangeInput = z.strictObject({
  ...CALL,
  preview: PREVIEW,
  secret: PREVIEW.optional(),
  decision: z.enum(["apply", "decline"]),
});

/** Maximum length of a file in a call. Some hosts and proxies reject bodies over 1 MiB. */
const MAX_CHARACTERS = 600_000;

export const handStatementInput = z.strictObject({
  ...CALL,
  name: z.string().max(200),
  data: z.base64().max(MAX_CHARACTERS),
});

export function hiddenTools(
  { isWriteAllowed, hasStatements }: Pick<ViewScope, "isWriteAllowed"> & {
    readonly hasStatements: boolean;
  },
): readonly ListedTool[] {
  const _meta = { ui: { visibility: ["app"] } };
  const showAgain: ListedTool = {
    name: "show_again",
    title: "Show again",
    description: "For this server's own views only: returns the answer that a view draws.",
    inputSchema: listedSchema(showAgainInput),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    _meta,
  };
  const handStatement: ListedTool = {
    name: "hand_statement",
    title: "Hand over a statement",
    description: "For this server's own views only: takes the bank's file that the user chose.",
    inputSchema: listedSchema(handStatementInput),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    _meta,
  };
  const hints = { destructiveHint: true, idempotentHint: true, openWorldHint: true };
  const decideChange: ListedTool = {
    name: "decide_change",
    title: "Decide a change",
    description:
      "For this server's own views only: takes the user's click on Apply or Don't apply.",
    inputSchema: listedSchema(decideChangeInput),
    annotations: { readOnlyHint: false, ...hints },
    _meta,
  };
  return [
    showAgain,
    ...isWriteAllowed ? [decideChange] : [],
    ...hasStatements ? [handStatement] : [],
  ];
}

function listedSchema(schema: z.ZodObject): ListedTool["inputSchema"] {
  const { $schema: _, ...listed } = z.toJSONSchema(schema, { io: "input" });
  return listed as ListedTool["inputSchema"];
}
