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
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { UpstreamError } from "../client/upstream_error.ts";
import { ToolError } from "../domain/errors/tool_error.ts";
import { readsOf } from "../sync/reads.ts";
import { declaredOnly } from "../tools/_tool.ts";
import { errorText, isInternalError } from "./error_reply.ts";
import { logFault } from "./fault.ts";
import { planLookup, resolvePlan, withPlanExplained } from "./plan_id.ts";
import type { Session } from "./session.ts";
import type { BudgetResource } from "../resources/_resource.ts";

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
    throw refusalOf(error, resource, call);
  }
}

/** Outside our own words nothing of an error may reach the agent. */
function refusalOf(
  error: unknown,
  { summary }: BudgetResource,
  { url, session, context }: ReadCall,
): ProtocolError {
  const isLogged = isInternalError(error) && !context.mcpReq.signal.aborted;
  const reference = isLogged
    ? logFault(error, { event: "resource_failed", resource: summary.uri }, session.log)
    : undefined;
  const text = errorText(error, { reference });
  const isCoded = error instanceof ToolError || error instanceof UpstreamError;
  if (isCoded && error.code === "not_found") return new ResourceNotFoundError(url.href, text);
  const isAsked = isCoded && error.code === "invalid_input";
  const { InvalidParams, InternalError } = ProtocolErrorCode;
  return new ProtocolError(isAsked ? InvalidParams : InternalError, text);
}

async function contentOf(resource: BudgetResource, call: ReadCall): Promise<unknown> {
  const { session, context: { mcpReq: { signal } } } = call;
  const { copy } = session;
  if (copy === null) throw session.setupError;
  const cached = declaredOnly(readsOf(copy, { signal }), resource.reads);
  if (!resource.summary.uri.includes("{")) {
    return await resource.read({ cached, planId: "" } as never);
  }
  const lookup = planLookup(copy, null, { signal });
  const planId = await resolvePlan(decoded(call.planId), lookup);
  await copy.plan(planId).noticeChanges();
  return await resource.read({ cached, planId } as never).catch(async (error) => {
    throw await withPlanExplained(error, planId, { lookup, isSetting: false });
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new ToolError(
      "invalid_input",
      "the plan in the address is not percent-encoded as addresses are: write the plan's id",
      { cause: error },
    );
  }
}
