import { hexOf } from "../../domain/base/hex.ts";
import type { Tool } from "../../tools/_tool.ts";
import { PAGE_DIGEST } from "./built_page_digest.ts";
import { viewOf, type ViewScope } from "./view_support.ts";

/** Prefix of every page's address. */
export const PAGES = "ui://budget-tool-server/";

/** Length, in hexadecimal digits, of the content hash in a page's address. */
const DIGEST_LENGTH = 16;

/** The tool that a page is created for, and the page's permissions. */
interface PageOf {
  readonly tool: Pick<Tool, "name" | "writes">;
  readonly scope: ViewScope;
}

/** Returns a function that returns the address of a tool's page. */
export async function pageAddresses(
  scope: ViewScope,
): Promise<(tool: PageOf["tool"]) => string | null> {
  const key = await scope.views.keyOf(scope.principal);
  const bytes = new TextEncoder().encode([PAGE_DIGEST, decides(scope), key].join("\n"));
  const digest = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  return (tool) =>
    viewOf(tool) === null ? null : `${PAGES}${tool.name}-${digest.slice(0, DIGEST_LENGTH)}.html`;
}

/**
 * Returns the tool that a page belongs to, even if the page is from an older version, because old
 * conversations contain old addresses.
 */
export function toolOfPage(address: string): string | null {
  if (!address.startsWith(PAGES)) return null;
  const found = /^(?<tool>[a-z_]+)-[0-9a-f]{4,64}\.html$/u.exec(address.slice(PAGES.length));
  return found?.groups?.["tool"] ?? null;
}

export async function pageText(
  { tool, scope, hasKey }: PageOf & { readonly hasKey: boolean },
): Promise<string> {
  const { PAGE_SCRIPT, PAGE_STYLE } = await import("./built_page.ts");
  const key = hasKey ? await scope.views.keyOf(scope.principal) : "";
  const facts = [
    `data-tool="${tool.name}"`,
    `data-view="${viewOf(tool)}"`,
    `data-decides="${decides(scope)}"`,
    `data-key="${key}"`,
  ];
  return framedPage({ facts, style: PAGE_STYLE, script: PAGE_SCRIPT });
}

export function framedPage({ facts, style, script }: {
  readonly facts: readonly string[];
  readonly style: string;
  readonly script: string;
}): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    "<title>Budget Tool Server</title>",
    `<style>${style}</style></head>`,
    `<body><main id="view" ${facts.join(" ")}></main>`,
    `<script>${script}</script></body>`,
    "</html>",
    "",
  ].join("\n");
}

/**
 * `only` if a change can be confirmed on the card but not with a confirmation code, `yes` if both
 * are possible, or empty if the card can't confirm changes.
 */
function decides({ isWriteAllowed, confirm }: ViewScope): string {
  if (!isWriteAllowed || confirm === "code") return "";
  return confirm === "user" ? "only" : "yes";
}
