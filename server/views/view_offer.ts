import type { ResourceDefinition } from "../../resources/_definition.ts";
import type { ToolDefinition } from "../../tools/_definition.ts";
import type { ToolCaller } from "../registering/register_tool.ts";
import type { Session } from "../session.ts";
import type { ViewScope } from "./view_support.ts";

/** What the views of a server are about. */
export interface ViewOffer {
  readonly scope: ViewScope;
  /** The tools that are offered. */
  readonly tools: readonly ToolDefinition[];
  /** The resources that are offered. */
  readonly resources: readonly ResourceDefinition[];
  /** Gives what every call shares. */
  readonly open: () => Promise<Session>;
  /** Answers a call as the tool itself does. */
  readonly call: ToolCaller;
}
