/**
 * The page of a view: where it is, and its text. Its address changes with its content, as
 * hosts keep pages by their address.
 *
 * @module
 */

import { hexOf } from "../../domain/base/hex.ts";
import type { Tool } from "../../tools/_tool.ts";
import type { ViewScope } from "./view_support.ts";
import { PAGE_DIGEST } from "./built_page_digest.ts";
import { viewOf } from "./view_of.ts";

/** What stands before the name of every page. */
export const PAGES = "ui://budget-tool-server/";

/** Hexadecimal digits of an address that tell its content. */
const DIGEST_LENGTH = 16;

/** What a page is made for. */
interface PageOf {
  readonly tool: Pick<Tool, "name" | "writes">;
  readonly scope: ViewScope;
}

/**
 * Gives what the addresses of pages are made with.
 *
 * @param scope What the pages may do, and for whom.
 * @returns Gives the address of a tool's page; `null` for a tool without a view.
 */
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
 * Tells which tool a page is for, whichever version of the page: old conversations name
 * old addresses.
 *
 * @param address The whole address.
 * @returns The tool's name; `null` for no page of ours.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toolOfPage(`${PAGES}move_money-0a1b2c3d4e5f6071.html`), "move_money");
 * assertEquals(toolOfPage(`${PAGES}../move_money`), null);
 * ```
 */
export function toolOfPage(address: string): string | null {
  if (!address.startsWith(PAGES)) return null;
  const found = /^(?<tool>[a-z_]+)-[0-9a-f]{4,64}\.html$/u.exec(address.slice(PAGES.length));
  return found?.groups?.["tool"] ?? null;
}

/**
 * Writes a page.
 *
 * @param page What it is for, and whether it is to hold the key with which views ask.
 * @returns HTML that loads nothing.
 */
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
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    "<title>Budget Tool Server</title>",
    `<style>${PAGE_STYLE}</style></head>`,
    `<body><main id="view" ${facts.join(" ")}></main>`,
    `<script>${PAGE_SCRIPT}</script></body>`,
    "</html>",
    "",
  ].join("\n");
}

/** Whether the card decides: `yes`, `only` where nothing else does, or empty. */
function decides({ isWriteAllowed, confirm }: ViewScope): string {
  if (!isWriteAllowed || confirm === "code") return "";
  return confirm === "user" ? "only" : "yes";
}
