import type { ListToolsResult } from "@modelcontextprotocol/server";
import type { ViewScope } from "./view_support.ts";

type ListedTool = ListToolsResult["tools"][number];

const TOLD = {
  tool: { type: "string", maxLength: 100 },
  arguments: { type: "object", propertyNames: { type: "string" }, additionalProperties: {} },
  key: { type: "string", maxLength: 100 },
};
const PREVIEW = { type: "string", maxLength: 40 };

/** Shows what a view was made for again. */
const SHOW_AGAIN: ListedTool = {
  name: "show_again",
  title: "Show again",
  description: "For this server's own views only: gives the answer that a view draws.",
  inputSchema: {
    type: "object",
    properties: { ...TOLD, preview: PREVIEW },
    required: ["tool", "arguments", "key"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  _meta: { ui: { visibility: ["app"] } },
};

/** Decides a preview as its user has clicked. */
const DECIDE_CHANGE: ListedTool = {
  name: "decide_change",
  title: "Decide a change",
  description: "For this server's own views only: the user's click on Apply or Don't apply.",
  inputSchema: {
    type: "object",
    properties: {
      ...TOLD,
      preview: PREVIEW,
      secret: PREVIEW,
      decision: { type: "string", enum: ["apply", "decline"] },
    },
    required: ["tool", "arguments", "key", "preview", "decision"],
    additionalProperties: false,
  },
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  _meta: { ui: { visibility: ["app"] } },
};

/** Gives the hidden tools as clients list them that show views. */
export function hiddenTools(
  { isWriteAllowed }: Pick<ViewScope, "isWriteAllowed">,
): readonly ListedTool[] {
  return isWriteAllowed ? [SHOW_AGAIN, DECIDE_CHANGE] : [SHOW_AGAIN];
}
