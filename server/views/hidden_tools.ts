/**
 * The tools that only pages of views call. They declare no call to YNAB of their own: they
 * show answers again, and decide previews through the tools that made them.
 *
 * @module
 */

import { z } from "zod";
import { advertised } from "../json_schema.ts";
import type { Session } from "../session.ts";

/** Shows what a view was made for again. */
export const SHOW_AGAIN = "show_again";

/** Decides a preview as its user has clicked. */
export const DECIDE_CHANGE = "decide_change";

const shown = {
  tool: z.string().max(100),
  arguments: z.record(z.string(), z.unknown()),
  key: z.string().max(100),
};

/** Arguments of {@linkcode SHOW_AGAIN}. */
export const showAgainInput = z.strictObject({ ...shown, preview: z.string().max(40).optional() });

/** Arguments of {@linkcode DECIDE_CHANGE}. */
export const decideChangeInput = z.strictObject({
  ...shown,
  preview: z.string().max(40),
  decision: z.enum(["apply", "decline"]),
});

interface HiddenTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly isReadOnly: boolean;
}

const SHOWING: HiddenTool = {
  name: SHOW_AGAIN,
  title: "Show again",
  description: "For this server's own views only: gives the answer that a view draws.",
  input: showAgainInput,
  isReadOnly: true,
};

const DECIDING: HiddenTool = {
  name: DECIDE_CHANGE,
  title: "Decide a change",
  description: "For this server's own views only: the user's click on Apply or Don't apply.",
  input: decideChangeInput,
  isReadOnly: false,
};

/** Gives the hidden tools of a session: what they are listed as, and registered with. */
export function hiddenToolsOf(session: Pick<Session, "isWriteAllowed">): readonly {
  readonly name: string;
  readonly config: ReturnType<typeof configOf>;
  readonly listed: ReturnType<typeof listedAs>;
}[] {
  const tools = session.isWriteAllowed ? [SHOWING, DECIDING] : [SHOWING];
  return tools.map((tool) => ({
    name: tool.name,
    config: configOf(tool),
    listed: listedAs(tool),
  }));
}

// Named types of the SDK would tie it to the version; what is given is what it takes.
// deno-lint-ignore explicit-function-return-type
function configOf(tool: HiddenTool) {
  const { title, description, input } = tool;
  return {
    title,
    description,
    inputSchema: advertised(() => z.toJSONSchema(input, { io: "input" })),
    annotations: annotations(tool),
    _meta: { ui: { visibility: ["app"] } },
  };
}

// deno-lint-ignore explicit-function-return-type
function listedAs(tool: HiddenTool) {
  const { name, title, description, input } = tool;
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" });
  return {
    name,
    title,
    description,
    inputSchema: schema as { type: "object" },
    annotations: annotations(tool),
    _meta: { ui: { visibility: ["app"] } },
  };
}

// deno-lint-ignore explicit-function-return-type
function annotations({ isReadOnly }: HiddenTool) {
  return {
    readOnlyHint: isReadOnly,
    ...(isReadOnly ? {} : { destructiveHint: true }),
    idempotentHint: true,
    openWorldHint: !isReadOnly,
  };
}
