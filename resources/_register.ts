/**
 * Registers resources with the SDK.
 *
 * @module
 */

import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ToolError } from "../domain/tool_error.ts";
import { readsOf } from "../sync/reads.ts";
import { declaredOnly } from "../tools/_declared.ts";
import { errorText } from "../tools/_error_reply.ts";
import { checkedPlanId } from "../tools/_plan_id.ts";
import { NO_TOKEN_SENTENCE } from "../tools/_no_token.ts";
import type { Session } from "../tools/_session.ts";
import type { BudgetResource } from "./_resource.ts";

const JSON_TYPE = "application/json";

/**
 * Registers one resource.
 *
 * @param server The SDK's server.
 * @param resource The resource.
 * @param session What every read shares.
 */
export function registerResource(
  server: McpServer,
  resource: BudgetResource,
  session: Session,
): void {
  const { uri, name, title, description } = resource.summary;
  const config = { title, description, mimeType: JSON_TYPE };
  if (!uri.includes("{")) {
    server.registerResource(
      name,
      uri,
      config,
      (url: URL, context: ServerContext) => answer(resource, { url, planId: "", session, context }),
    );
    return;
  }
  server.registerResource(
    name,
    new ResourceTemplate(uri, { list: undefined }),
    config,
    (url: URL, variables, context: ServerContext) =>
      answer(resource, { url, planId: String(variables["plan_id"] ?? ""), session, context }),
  );
}

interface ReadCall {
  readonly url: URL;
  readonly planId: string;
  readonly session: Session;
  readonly context: ServerContext;
}

async function answer(resource: BudgetResource, call: ReadCall): Promise<ReadResourceResult> {
  try {
    const content = await contentOf(resource, call);
    return {
      contents: [{ uri: call.url.href, mimeType: JSON_TYPE, text: JSON.stringify(content) }],
    };
  } catch (error) {
    const isAsked = error instanceof ToolError && error.code === "invalid_input";
    // Outside our own words nothing of the error may reach the agent.
    throw new ProtocolError(
      isAsked ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      errorText(error),
    );
  }
}

async function contentOf(resource: BudgetResource, call: ReadCall): Promise<unknown> {
  const { session, context } = call;
  if (session.copy === null) throw new ToolError("unauthorized", NO_TOKEN_SENTENCE);
  const { copy } = session;
  const isOfPlan = resource.summary.uri.includes("{");
  const planId = isOfPlan ? checkedPlanId(decodeURIComponent(call.planId)) : "";
  if (isOfPlan) await copy.plan(planId).noticeChanges();
  const reads = readsOf(copy, { signal: context.mcpReq.signal });
  return await resource.read({
    upstream: declaredOnly(reads, resource.reads),
    planId,
  } as never);
}
