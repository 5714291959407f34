/** The package, on npm and on JSR. */
export const PACKAGE = "@budget-tools/server";

/** The program that the package and the binary hold. */
export const PROGRAM = "budget-tool-server";

/** Display name. YNAB allows its brand only after "for". */
export const TITLE = "Budget Tool Server for YNAB";

/** At most 100 characters, the MCP registry's limit. */
export const SUMMARY =
  "Ask an AI assistant about your YNAB budget; preview, confirm and undo changes. Unofficial.";

/** The container image, without its tag. */
export const IMAGE_NAME = "ghcr.io/budget-tools/server";

/** Where the source lives. */
export const REPOSITORY = "https://github.com/budget-tools/server";

/** Base URL of raw repository files. */
export const RAW = "https://raw.githubusercontent.com/budget-tools/server/main";

/** Privacy policy. */
export const PRIVACY_POLICY: string = `${REPOSITORY}#privacy-policy`;

/** The icon, below the repository. */
export const ICON_FILE = "docs/images/icon.png";

/** Width and height of the icon in pixels; directories require at least 512. */
export const ICON_SIZE = 512;

/** Screenshot of the demo in a terminal, as PNG. */
export const SCREENSHOT_FILE = "docs/images/demo.png";

/** Name in the MCP registry; the part before the slash belongs to the repository's owner. */
export const REGISTRY_NAME = "io.github.budget-tools/server";

/** Author, as in LICENSE. */
export const AUTHOR = "The Budget Tool Server authors";

/** Search keywords. */
export const KEYWORDS: readonly string[] = [
  "mcp",
  "model-context-protocol",
  "mcp-server",
  "budget",
  "ynab",
  "personal-finance",
  "assistant",
];

/** Oldest supported Node, as `major.minor`. */
export const LEAST_NODE = "22.13";
