/** The package, on npm and on JSR. */
export const PACKAGE = "@budget-tools/server";

/** The program that the package and the binary hold. */
export const PROGRAM = "budget-tool-server";

/** What people read. Upstream asks that its brand stands only after "for". */
export const TITLE = "Budget Tool Server for YNAB";

/** At most 100 characters: the MCP registry takes no more. */
export const SUMMARY =
  "Ask an AI assistant about your YNAB budget; preview, confirm and undo changes. Unofficial.";

/** Where the source lives. */
export const REPOSITORY = "https://github.com/budget-tools/server";

/** Where files of the repository are served as they are. */
export const RAW = "https://raw.githubusercontent.com/budget-tools/server/main";

/** What happens with anybody's data. */
export const PRIVACY_POLICY: string = `${REPOSITORY}#privacy-policy`;

/** The icon, below the repository. */
export const ICON_FILE = "docs/images/icon.png";

/** Width and height of the icon in pixels: directories want at least 512. */
export const ICON_SIZE = 512;

/** What the server looks like at work, below the repository: in a terminal, as PNG. */
export const SCREENSHOT_FILE = "docs/images/demo.png";

/** The name in the MCP registry: its part before the slash goes with the repository. */
export const REGISTRY_NAME = "io.github.budget-tools/server";

/** Who makes it, as LICENSE says. */
export const AUTHOR = "The Budget Tool Server authors";

/** What people may search for. */
export const KEYWORDS: readonly string[] = [
  "mcp",
  "model-context-protocol",
  "mcp-server",
  "budget",
  "ynab",
  "personal-finance",
  "assistant",
];

/** Oldest Node that has all that shipped code uses, as `major.minor`. */
export const LEAST_NODE = "22.13";
