import type { LoadProgress } from "../client/response.ts";
import type { ServerContext } from "@modelcontextprotocol/server";
import type { ToolCall } from "./tool_call.ts";

/** Says how much has come. */
export function progressWords({ bytes, total }: LoadProgress): string {
  const size = (count: number): string => `${Math.round(count / 1_000_000)} MB`;
  const of = total === null ? "" : ` of ${size(total)}`;
  return `Loading all transactions (only this once): ${size(bytes)}${of}`;
}

/** Makes what sends progress notifications, where the client has asked for them. */
export function progressOf({ mcpReq }: ServerContext): Pick<ToolCall, "onProgress"> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  return {
    onProgress: (progress) => {
      const { bytes, total } = progress;
      const params = {
        progressToken,
        progress: bytes,
        ...(total === null ? {} : { total }),
        message: progressWords(progress),
      };
      // A client that has gone hears nothing more; the load goes on for the next one.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}
