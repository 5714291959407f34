/**
 * Takes the picture of a conversation that README and directories show. The answers are the
 * pictures of the views, which `deno task pictures` takes from the demo.
 *
 * Usage: deno task screenshot
 */

import { Buffer } from "node:buffer";
import { SCREENSHOT_FILE } from "./_project.ts";
import { ROOT } from "./_run.ts";
import { chromiumPath, launchBrowser } from "./_view_browser.ts";

const TURNS: readonly (readonly [question: string, view: string])[] = [
  ["Can we afford a 900 washing machine in December?", "forecast_light"],
  ["Move 50 from Pets to Dining Out.", "card_light"],
];
const STYLE =
  "body{margin:0;padding:24px;background:#f4f1ea;font:17px/24px 'Noto Sans',sans-serif}" +
  "p{margin:0 0 16px auto;width:fit-content;padding:10px 18px;border-radius:18px;" +
  "background:#e5dfd0}img{display:block;box-sizing:border-box;width:760px;padding:8px;" +
  "margin:0 0 24px;background:#fff;border:1px solid #ddd6c6;border-radius:14px}";

async function dataUrl(view: string): Promise<string> {
  const bytes = await Deno.readFile(new URL(`docs/images/views/${view}.png`, ROOT));
  return `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
}

const executable = chromiumPath(Deno.env.get("CHROMIUM"));
if (executable === null) throw new Error("Chromium is not installed: set CHROMIUM to its path");
const turns = await Promise.all(
  TURNS.map(async ([question, view]) => `<p>${question}</p><img src="${await dataUrl(view)}">`),
);
await using browser = await launchBrowser(executable);
await using opened = await browser.openPage();
await opened.page.setViewport({ width: 808, height: 600, deviceScaleFactor: 2 });
await opened.page.setContent(`<!doctype html><style>${STYLE}</style>${turns.join("")}`);
const path = new URL(SCREENSHOT_FILE, ROOT).pathname as `${string}.png`;
await opened.page.screenshot({ path, fullPage: true });
