import {
  type InputRequest,
  inputRequired,
  type InputResponse,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type AskInCall, capabilitiesOf } from "./asker.ts";
import type { Answered, UserAnswer } from "../changes/change_request.ts";

/** Whether and how the user can be asked. */
export interface Elicitation {
  /** Whether the client has said that it shows forms. */
  readonly isSupported: boolean;
  /** Set when the client comes back with the user's answer. */
  readonly response: UserAnswer | null;
}

/** Name of the form, and of the one box in it. */
export const FORM = "confirm";

/** Makes the form. */
export function confirmForm(text: string): InputRequest {
  return inputRequired.elicit({
    message: text,
    requestedSchema: {
      type: "object",
      properties: {
        [FORM]: { type: "boolean", title: "Yes, make this change", default: false },
      },
      required: [FORM],
    },
  });
}

/** Tells how the user of a request can be asked, and what they have answered already. */
export function elicitationOf(server: McpServer, context: ServerContext): Elicitation {
  return { isSupported: showsForms(server, context), response: userAnswer(context) };
}

function showsForms(server: McpServer, context: ServerContext): boolean {
  const elicitation = capabilitiesOf(server, context)?.elicitation;
  if (elicitation === undefined) return false;
  // An empty object stands for forms; so it was before there were other kinds.
  return Object.keys(elicitation).length === 0 || "form" in elicitation;
}

/** The answer of a call that comes back with one; `null` for a first call. */
function userAnswer(context: ServerContext): UserAnswer | null {
  const code = context.mcpReq.requestState<unknown>();
  if (typeof code !== "string") return null;
  return { code, answered: answeredBy(inputResponse(context.mcpReq.inputResponses, FORM)) };
}

/** Has a client show a form in the middle of its call, and waits for the answer. */
export async function askedInCall(
  ask: AskInCall,
  { server, context: { mcpReq }, form: { method, params } }: {
    readonly server: McpServer;
    readonly context: ServerContext;
    readonly form: InputRequest;
  },
): Promise<Answered> {
  const result = await ask({
    callId: mcpReq.id,
    signal: mcpReq.signal,
    // Not by the SDK's own request: its ids begin at 0 in every call.
    send: async (id) =>
      await server.server.transport?.send(
        { jsonrpc: "2.0", id, method, params: { ...params } },
        { relatedRequestId: mcpReq.id },
      ),
  });
  return answeredBy(inputResponse({ [FORM]: result as InputResponse }, FORM));
}

function answeredBy(response: ReturnType<typeof inputResponse>): Answered {
  if (response.kind !== "elicit") return "unanswered";
  if (response.action === "decline") return "declined";
  if (response.action === "cancel") return "cancelled";
  const ticked = response.content?.[FORM];
  if (ticked === true) return "confirmed";
  return ticked === false ? "declined" : "unanswered";
}
