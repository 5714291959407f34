/** Disclaimer in every description of the server. */
export const NO_PAYMENTS =
  "Records entries and plans in YNAB. It cannot pay, transfer or trade real money.";

export const REPOSITORY = "https://github.com/budget-tools/server";

export const RAW = "https://raw.githubusercontent.com/budget-tools/server/main";

export const ICON_FILE = "docs/images/icon.png";

/**
 * Width and height of the icon in pixels. MCP directories require an icon of at least 512 by 512
 * pixels.
 */
export const ICON_SIZE = 512;

/** The icon, in the format that the protocol and the registry use. */
export const ICON = {
  src: `${RAW}/${ICON_FILE}`,
  mimeType: "image/png",
  sizes: [`${ICON_SIZE}x${ICON_SIZE}`],
} as const;
