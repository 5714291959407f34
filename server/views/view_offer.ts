/**
 * What the views of a server are offered over.
 *
 * @module
 */

import type { Tool } from "../../tools/_tool.ts";
import type { ToolCaller } from "../register_tool.ts";
import type { Session } from "../session.ts";

/** What the views of a server are about. */
export interface ViewOffer {
  readonly session: Session;
  /** The tools that are offered. */
  readonly tools: readonly Tool[];
  /** The templates of resources that are listed. */
  readonly templates: readonly ListedTemplate[];
  /** Answers a call as the tool itself does. */
  readonly call: ToolCaller;
}

/** A template as clients see it. */
export interface ListedTemplate {
  readonly name: string;
  readonly uriTemplate: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}
