/**
 * Builds the views' page and writes it as a module, so that every transport serves the same bytes
 * without reading a file at run time.
 *
 * Usage: deno task views [--check]
 */

import { type Derived, settle } from "./_derived.ts";
import { bundleForBrowser, PAGE_LICENSES, pageNotices } from "./_bundle.ts";
import { ROOT } from "./_run.ts";
import { framedPage } from "../server/views/view_page.ts";
import { hexOf } from "../domain/base/hex.ts";

/** Maximum size of the page in bytes. */
export const MAX_BYTES = 90_000;

/** Placeholder that is at least as long as anything the server writes into a page. */
const MAX_FACTS_LENGTH = ["x".repeat(200)];

const HEADING = "Written by scripts/views.ts from views/.\n *\n * @module\n */\n\n";

/**
 * Builds the page.
 *
 * @throws {Error} If the page exceeds its maximum size.
 */
export async function builtPage(root: URL = ROOT): Promise<readonly Derived[]> {
  const script = escaped(await bundleForBrowser("page.tsx", { root, flags: ["--minify"] }));
  const style = slimStyle(await Deno.readTextFile(new URL("views/style.css", root)));
  const size =
    new TextEncoder().encode(framedPage({ facts: MAX_FACTS_LENGTH, style, script })).length;
  if (size > MAX_BYTES) throw new Error(`The page has ${size} bytes, more than ${MAX_BYTES}`);
  // The digest includes the HTML around the script and the style.
  const frame = await Deno.readTextFile(new URL("server/views/view_page.ts", root));
  const bytes = new TextEncoder().encode([script, style, frame].join("\n"));
  const digest = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  return [
    {
      path: "server/views/built_page.ts",
      text: `/**\n * The views' page, as served. ${HEADING}` +
        "/** The page's styles. */\nexport const PAGE_STYLE =\n" +
        `  ${JSON.stringify(style)};\n\n` +
        "/** The page's script. */\nexport const PAGE_SCRIPT =\n" +
        `  ${JSON.stringify(script)};\n`,
    },
    {
      path: "server/views/built_page_digest.ts",
      text: `/**\n * Identifies the content of the views' page. ${HEADING}` +
        "/** Digest of the page. */\n" +
        `export const PAGE_DIGEST = "${digest.slice(0, 32)}";\n`,
    },
    { path: PAGE_LICENSES, text: await pageNotices(root) },
  ];
}

/** Escapes everything that could close the surrounding element. */
function escaped(script: string): string {
  return script.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

function slimStyle(style: string): string {
  return style.replace(/\/\*[^]*?\*\//gu, "").replace(/\s+/gu, " ")
    .replace(/ ?([{};,]) ?/gu, "$1").replace(/: /gu, ":")
    .replaceAll(";}", "}").trim();
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  if (settle(await builtPage(), { isCheck, task: "views" })) Deno.exit(1);
}
