import { assertEquals } from "@std/assert";
import { formatMoney, type MoneyFormat } from "../../domain/base/money_format.ts";
import type { ServerOptions } from "../../mod.ts";
import { transportHere } from "../protocol/_in_process.ts";
import {
  chromiumPath,
  type HandedResult,
  launchBrowser,
  type LaunchedBrowser,
  type Showing,
  type ShownView,
  type ViewBrowser,
} from "./_view_browser.ts";
import { connectViewClient, type ViewClient, type ViewClientOptions } from "./_view_client.ts";
import { sayUntested } from "../_untested.ts";

/** Arguments or fields. */
export type Args = Readonly<Record<string, unknown>>;

/** The date that every server in these tests treats as today. */
export const TODAY = "2026-11-20";

/** Arguments that move money in the demo plan. */
export const MOVE = {
  month: "2026-11",
  from_category_id: "Pets",
  to_category_id: "Dining Out",
  amount: 50,
};

/** Formats an amount in the demo plan's format. */
export const DOLLARS: MoneyFormat = {
  symbol: "$",
  isSymbolFirst: true,
  decimals: 2,
  groupMark: ",",
};

/** The theme, width and locale that leave the least space for labels and long figures. */
export const NARROW = { theme: "dark", width: 320, locale: "ar" } as const;

/** Formats an amount from a tool's response the same way the page does. */
export function money(value: unknown): string {
  return formatMoney(Number(value), DOLLARS).replace(/^-/u, "-\u2060");
}

export function rows(value: unknown): readonly Args[] {
  return (value ?? []) as readonly Args[];
}

/** JavaScript expression that returns the page's visible text. */
export const WORDS = "document.body.innerText";

/**
 * JavaScript expressions that return a card's button labels and the outcome that the card shows for
 * each record.
 */
export const LABELS = textsOf("button");
export const MARKS = textsOf(".outcome");

/** Returns a JavaScript expression for the text of each element that matches a selector. */
export function textsOf(selector: string): string {
  return `[...document.querySelectorAll(${
    JSON.stringify(selector)
  })].map((one) => one.textContent)`;
}

export async function dataOf(client: ViewClient, tool: string, args: Args): Promise<Args> {
  return (await client.call(tool, args))["structuredContent"] as Args;
}

/** An answer, as the server sends it to a page. */
export function handedAnswer(
  structuredContent: Args,
  money: Args | MoneyFormat = DOLLARS,
  facts: Args = {},
): Args {
  const view = { money, today: TODAY, ...facts };
  return {
    content: [{ type: "text", text: "" }],
    structuredContent,
    _meta: { "budget-tool-server/view": view },
  };
}

/** The assigned amounts of categories. */
export async function assignedOf(
  client: ViewClient,
  names: readonly string[],
): Promise<readonly number[]> {
  const args = { month: "2026-11", category_ids: names };
  const { categories: found } = await dataOf(client, "get_category_balances", args);
  const categories = rows(found);
  return names.map((name) => Number(categories.find((one) => one["name"] === name)?.["assigned"]));
}

/** Connects to a server in this process, by default with a 2025 version of MCP. */
export function clientInProcess(
  change: Partial<ServerOptions> = {},
  options: ViewClientOptions = {},
): Promise<ViewClient> {
  return connectViewClient(transportHere(change), { isOld: true, ...options });
}

export interface Stage {
  readonly browser: ViewBrowser;
  readonly client: ViewClient;
  /** Shows a tool's page without sending it the tool's result. */
  readonly open: (tool: string, how?: Omit<Showing, "html">) => Promise<ShownView>;
  /** Shows a tool's page and sends it the tool's result. */
  readonly show: (tool: string, args: Args, how?: Shown) => Promise<ShownAnswer>;
}

export interface Shown extends Omit<Showing, "html"> {
  /** Result to send to the page instead of the result that the server returns. */
  readonly result?: HandedResult;
}

export interface ShownAnswer {
  readonly view: ShownView;
  readonly result: HandedResult;
  readonly structured: Args;
  /** Evaluates an expression in the frame. */
  readonly look: <Seen>(words: string) => Promise<Seen>;
}

const found = chromiumPath(Deno.env.get("CHROMIUM"));
const isRequired = Deno.env.get("REQUIRE_CHROMIUM") === "1";

if (found === null) {
  if (isRequired) {
    throw new Error("Chromium is required here: install it, or set CHROMIUM to its path");
  }
  sayUntested("the views in a browser", "Chromium isn't installed, and CHROMIUM isn't set");
}

/**
 * Browser, page and server that all tests in this isolate share, because opening them takes longer
 * than most tests.
 */
let launched: Promise<LaunchedBrowser> | undefined;
let opened: Promise<ViewBrowser> | undefined;
let served: Promise<ViewClient> | undefined;

Deno.test.afterAll(async () => {
  for (const one of [opened, launched, served]) await (await one)?.[Symbol.asyncDispose]();
});

/** Runs steps on a page. The steps must not change the server's data, which other tests share. */
export function stage(
  name: string,
  run: (stage: Stage, test: Deno.TestContext) => Promise<void>,
): void {
  onPage(name, async (browser, test) => {
    served ??= clientInProcess({ profile: "complete" });
    await run(stageOn(browser, await served), test);
  });
}

/** Runs steps on a page that has its own server, so the steps may change the server's data. */
export function stageOfChanges(
  name: string,
  run: (stage: Stage, test: Deno.TestContext) => Promise<void>,
): void {
  onPage(name, async (browser, test) => {
    await using client = await clientInProcess({ profile: "complete" });
    await run(stageOn(browser, client), test);
  });
}

/** Runs steps on a page without a server. */
export function onPage(
  name: string,
  run: (browser: ViewBrowser, test: Deno.TestContext) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: found === null,
    // Closing the browser also closes its pages.
    sanitizeResources: false,
    sanitizeOps: false,
    fn: async (test) => {
      launched ??= launchBrowser(found ?? "");
      opened ??= (await launched).openPage();
      const browser = await opened;
      try {
        await run(browser, test);
        assertQuiet(browser);
        await browser.page.evaluate("document.querySelector('iframe')?.remove()");
      } catch (error) {
        // The next test must not see messages or requests from this test.
        opened = undefined;
        await browser[Symbol.asyncDispose]();
        throw error;
      }
    },
  });
}

/** Shows a server's answers in a browser. */
export function stageOn(browser: ViewBrowser, client: ViewClient): Stage {
  const pages = new Map<string, Promise<string>>();
  const open: Stage["open"] = async (tool, how = {}) => {
    const page = pages.get(tool) ?? client.page(tool);
    pages.set(tool, page);
    return await browser.show({ html: await page, call: client.call, ...how });
  };
  const show: Stage["show"] = async (tool, args, { result: given, ...how } = {}) => {
    const view = await open(tool, how);
    const result = given ?? await client.call(tool, args);
    await view.input(args);
    await view.result(result);
    await view.until(SETTLED);
    return {
      view,
      result,
      structured: (result["structuredContent"] ?? {}) as Args,
      look: (words) => view.frame.evaluate(words) as Promise<never>,
    };
  };
  return { browser, client, open, show };
}

/** JavaScript expression that is true once the page isn't waiting for an answer. */
export const SETTLED =
  "document.querySelector('section:not([aria-busy=true]), .error, .nothing, .cancelled')";

/** Asserts that the frame sent no request and that the console has no errors. */
function assertQuiet(browser: ViewBrowser): void {
  assertEquals([browser.takeRequests(), browser.takeComplaints()], [[], []]);
}

/** Asserts that no content is cut off or wider than the frame. */
export async function assertFits({ view: { frame } }: ShownAnswer): Promise<void> {
  assertEquals(await frame.evaluate(CUT_OFF), []);
}

/**
 * Asserts that the content fits and that axe-core finds no problem. axe-core spends most of its
 * time checking contrast. Contrast depends only on a view's elements and theme, so check contrast
 * once for each combination of elements and theme.
 */
export async function assertSound(
  shown: ShownAnswer,
  { contrast = false }: { readonly contrast?: boolean } = {},
): Promise<void> {
  const { view: { frame } } = shown;
  const axe = await axeSource();
  const violations = await frame.evaluate(`(async () => {
    if (!globalThis.axe) { ${axe} }
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ["violations"],
      rules: { "color-contrast": { enabled: ${contrast} } },
    });
    return violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" "));
  })()`);
  assertEquals(violations, []);
  await assertFits(shown);
}

/** Returns labels that extend beyond their chart or the page. */
const CUT_OFF = `(() => {
  const width = document.documentElement.clientWidth;
  const cut = document.documentElement.scrollWidth > width ? ["the page is too wide"] : [];
  for (const label of document.querySelectorAll("svg text")) {
    const box = label.getBoundingClientRect();
    const around = label.ownerSVGElement.getBoundingClientRect();
    const isOut = box.left < around.left - 1 || box.right > around.right + 1 ||
      box.top < around.top - 2 || box.bottom > around.bottom + 2;
    if (isOut) cut.push(label.textContent);
    if (parseFloat(getComputedStyle(label).fontSize) < 11) cut.push("small: " + label.textContent);
  }
  const labels = [...document.querySelectorAll(".months text")]
    .map((one) => one.getBoundingClientRect());
  labels.slice(1).forEach((box, at) => {
    if (box.left < labels[at].right) cut.push("labels run into each other");
  });
  return cut;
})()`;

let source: Promise<string> | undefined;

async function axeSource(): Promise<string> {
  source ??= import("npm:axe-core@^4.14.1/axe.min.js").then((axe) =>
    (axe as unknown as { default: { source: string } }).default.source
  );
  return await source;
}

/** JavaScript expression that returns the cells of the table below a chart, row by row. */
export const TABLE = `[...document.querySelectorAll(".table tbody tr")]
  .map((row) => [...row.children].map((cell) => cell.textContent))`;

/** Names with markup, which a page must show as plain text. */
export const HOSTILE = [
  '<img src=x onerror="alert(1)">',
  "<script>alert(1)</script>",
  "</script><b>bold</b><!--",
  "\u202eevil\u202c \u2066x\u2069",
  "{{constructor.constructor('alert(1)')()}}",
  "w".repeat(3000),
];

/** Whether an element shows the given texts in order from left to right. */
export function inOrder(
  { look }: ShownAnswer,
  element: string,
  texts: readonly string[],
): Promise<boolean> {
  return look(`(() => {
    const nodes = document.createTreeWalker(document.querySelector(${JSON.stringify(element)}), 4);
    const all = [];
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) all.push(node);
    let [place, from] = [0, 0];
    const boxes = ${JSON.stringify(texts)}.map((text) => {
      for (; place < all.length; place += 1, from = 0) {
        const at = all[place].data.indexOf(text, from);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(all[place], at);
        range.setEnd(all[place], from = at + text.length);
        return range.getBoundingClientRect();
      }
      throw new Error("There is no " + text);
    });
    return boxes.slice(1).every(({ left }, at) => boxes[at].right <= left + 1);
  })()`);
}
