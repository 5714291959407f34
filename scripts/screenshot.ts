/**
 * Takes the screenshots in README, the guide and directories: a conversation that contains the
 * pictures of the views (`deno task pictures`), and the bundle's form, rendered from its manifest.
 *
 * Usage: deno task screenshot
 */

import { Buffer } from "node:buffer";
import { SCREENSHOT_FILE, TITLE } from "./_project.ts";
import { ROOT } from "./_run.ts";
import { type Choice, choices } from "./_server_json.ts";
import { chromiumPath, launchBrowser } from "../test/views/_view_browser.ts";

const TURNS: readonly (readonly [question: string, view: string])[] = [
  ["Can we afford a 900 washing machine in December?", "forecast_light"],
  ["Move 50 from Pets to Dining Out.", "card_light"],
];
const STYLE =
  "body{margin:0;padding:24px;background:#f4f1ea;font:17px/24px 'Noto Sans',sans-serif}" +
  "p{margin:0 0 16px auto;width:fit-content;padding:10px 18px;border-radius:18px;" +
  "background:#e5dfd0}img{display:block;box-sizing:border-box;width:760px;padding:8px;" +
  "margin:0 0 24px;background:#fff;border:1px solid #ddd6c6;border-radius:14px}" +
  "form{width:712px;padding:24px;background:#fff;border:1px solid #ddd6c6;border-radius:14px}" +
  "h1{font-size:22px;margin:0 0 20px}b{float:right;width:44px;border-radius:12px;color:#fff;" +
  "background:#c9c1ae;padding:0 3px}b:after{content:'\\25cf'}small{display:block;color:#6b6555}" +
  "input{box-sizing:border-box;width:100%;margin:6px 0 0;padding:8px;border:1px solid #c9c1ae;" +
  "border-radius:8px;font:inherit}label{display:block;margin:0 0 18px}";

async function conversation(): Promise<string> {
  const turns = TURNS.map(async ([question, view]) => {
    const bytes = await Deno.readFile(new URL(`docs/images/views/${view}.png`, ROOT));
    const url = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    return `<p>${question}</p><img src="${url}">`;
  });
  return (await Promise.all(turns)).join("");
}

function field({ title, description, type, fallback }: Choice): string {
  const input = type === "boolean" ? "" : `<input value="${fallback}">`;
  return `<label>${type === "boolean" ? "<b></b>" : ""}${title}` +
    `<small>${description}</small>${input}</label>`;
}

const executable = chromiumPath(Deno.env.get("CHROMIUM"));
if (executable === null) throw new Error("Chromium is not installed: set CHROMIUM to its path");
await using browser = await launchBrowser(executable);
await using opened = await browser.openPage();
await opened.page.setViewport({ width: 808, height: 600, deviceScaleFactor: 2 });
const pages = {
  [SCREENSHOT_FILE]: await conversation(),
  "docs/images/form.png": `<form><h1>${TITLE}</h1>${choices.map(field).join("")}</form>`,
};
for (const [file, content] of Object.entries(pages)) {
  await opened.page.setContent(`<!doctype html><style>${STYLE}</style>${content}`);
  const path = new URL(file, ROOT).pathname as `${string}.png`;
  await opened.page.screenshot({ path, fullPage: true });
}
