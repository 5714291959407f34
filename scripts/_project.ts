export { ICON_FILE, ICON_SIZE, RAW, REPOSITORY } from "../server/about.ts";
import { REPOSITORY } from "../server/about.ts";

/** Name of the package, on npm and on JSR. */
export const PACKAGE = "@budget-tools/server";

/** Name of the npm package's command, and of the executable. */
export const PROGRAM = "budget-tool-server";

/** Display name. YNAB allows its name in a product's name only after "for". */
export const TITLE = "Budget Tool Server for YNAB";

/** Summary of at most 100 characters, as required by the MCP registry. */
export const SUMMARY =
  "Ask an AI assistant about your YNAB budget; preview, confirm and undo changes. Unofficial.";

/** Name of the container image, without a tag. */
export const IMAGE_NAME = "ghcr.io/budget-tools/server";

export const PRIVACY_POLICY: string = `${REPOSITORY}#privacy-policy`;

/** Path of a PNG screenshot that shows the demo in a terminal. */
export const SCREENSHOT_FILE = "docs/images/demo.png";

/** Name in the MCP registry. The namespace before the slash belongs to the repository's owner. */
export const REGISTRY_NAME = "io.github.budget-tools/server";

/** Author, as in LICENSE. */
export const AUTHOR = "The Budget Tool Server authors";

export const KEYWORDS: readonly string[] = [
  "mcp",
  "model-context-protocol",
  "mcp-server",
  "budget",
  "ynab",
  "personal-finance",
  "assistant",
];

/** Oldest supported Node version, as `major.minor`. */
export const MIN_NODE = "22.13";
