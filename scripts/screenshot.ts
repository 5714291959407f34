/**
 * Takes the picture of the demo in a terminal that README and directories show.
 *
 * Usage: deno task screenshot
 */

import { demoScenes } from "./_readme.ts";
import { EXAMPLE_DAY } from "./_examples.ts";
import { SCREENSHOT_FILE } from "./_project.ts";
import { ROOT } from "./_run.ts";
import { chromiumPath, launchBrowser } from "./_view_browser.ts";

const SCENES = 2;
const MOST_ROWS = 14;
const STYLE = "body{margin:0;padding:20px 24px;background:#0f172a;color:#cbd5e1;" +
  "font:14px/19px 'DejaVu Sans Mono',monospace}b{color:#f8fafc}i{color:#67e8f9;font-style:normal}" +
  "pre{font:inherit;margin:0 0 16px}";

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const executable = chromiumPath(Deno.env.get("CHROMIUM"));
if (executable === null) throw new Error("Chromium is not installed: set CHROMIUM to its path");
const scenes = (await demoScenes(EXAMPLE_DAY)).slice(0, SCENES);
const html = scenes.map(({ question, call, answer, requests }) => {
  const more = answer.length - MOST_ROWS;
  const shown = more > 1 ? [...answer.slice(0, MOST_ROWS), `... and ${more} more lines`] : answer;
  const rest = escaped([...shown, requests].map((line) => `  ${line}`).join("\n"));
  return `<pre><b>${escaped(question)}</b>\n<i>  ${escaped(call)}</i>\n${rest}</pre>`;
});
await using browser = await launchBrowser(executable);
await using opened = await browser.openPage();
await opened.page.setViewport({ width: 900, height: 600, deviceScaleFactor: 2 });
await opened.page.setContent(`<!doctype html><style>${STYLE}</style>${html.join("")}`);
const path = new URL(SCREENSHOT_FILE, ROOT).pathname as `${string}.png`;
await opened.page.screenshot({ path, fullPage: true });
