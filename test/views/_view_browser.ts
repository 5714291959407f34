import { existsSync } from "node:fs";
import type { Browser, BrowserContext, Frame, Page } from "npm:puppeteer-core@^25.16.0";
import { bundleForBrowser } from "../../scripts/_bundle.ts";

/** Paths where Chromium is usually installed. */
const USUAL: readonly string[] = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** A result in the form in which a host forwards it to the page. */
export type HandedResult = Readonly<Record<string, unknown>>;

export interface Showing {
  readonly html: string;
  readonly width?: number;
  /** The host's theme, or `null` if the host sends none. */
  readonly theme?: "light" | "dark" | null;
  readonly locale?: string;
  /** Fixed or maximum height of the frame, in CSS pixels. */
  readonly frame?: { readonly height: number } | { readonly maxHeight: number };
  /** Host capabilities. By default, pages may call tools and update the model's context. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Whether the host never responds to the page. */
  readonly isMute?: boolean;
  /** Handles the page's calls to the server. */
  readonly call?: (name: string, args: Readonly<Record<string, unknown>>) => Promise<HandedResult>;
}

export interface ShownView {
  readonly frame: Frame;
  /** The page's calls to the server so far. */
  readonly called: (readonly [name: string, args: Readonly<Record<string, unknown>>])[];
  /** Returns the visible text. */
  readonly words: () => Promise<string>;
  readonly input: (args: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly result: (result: HandedResult) => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly context: (context: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly teardown: () => Promise<unknown>;
  /** Sends a message from the window that contains the frame. */
  readonly post: (message: unknown) => Promise<void>;
  /** Returns the page's replies to messages sent with `post`. */
  readonly answered: () => Promise<readonly unknown[]>;
  /** Returns the lines that the page added to the model's context. */
  readonly modelLines: () => Promise<readonly string[]>;
  readonly heights: () => Promise<readonly number[]>;
  /** Advances time in a frame whose timers are held by `holdTimers`. */
  readonly elapse: (ms: number) => Promise<void>;
  /** Resolves once `holdTimers` holds a timer that the frame set for this many milliseconds. */
  readonly untilWaiting: (ms: number) => Promise<void>;
  /** Resolves when an expression evaluates to true in the frame. */
  readonly until: (condition: string) => Promise<void>;
  readonly picture: (path: string) => Promise<void>;
}

/** A real browser, where each host page has its own context. */
export interface LaunchedBrowser extends AsyncDisposable {
  readonly openPage: () => Promise<ViewBrowser>;
}

/** A browser context that has a host's page open. */
export interface ViewBrowser extends AsyncDisposable {
  readonly show: (showing: Showing) => Promise<ShownView>;
  readonly page: Page;
  /** Returns the URLs requested since the last check. The list should be empty. */
  readonly takeRequests: () => readonly string[];
  /** Returns console errors and warnings since the last check. */
  readonly takeComplaints: () => readonly string[];
  /** In new frames, holds timers of a second or more until the test advances time. */
  readonly holdTimers: () => Promise<() => Promise<void>>;
}

export function chromiumPath(named: string | undefined): string | null {
  if (named !== undefined && named !== "") return named;
  return USUAL.find((path) => existsSync(path)) ?? null;
}

export async function launchChromium(executablePath: string): Promise<Browser> {
  const { launch } = await import("npm:puppeteer-core@^25.16.0");
  return await launch({
    executablePath,
    timeout: 120_000,
    args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", "--hide-scrollbars"],
  });
}

/** Launches a browser, which is shared because starting one is slow. */
export async function launchBrowser(executablePath: string): Promise<LaunchedBrowser> {
  const browser = await launchChromium(executablePath);
  const host = bundleForBrowser("../test/views/host_page.ts");
  return {
    openPage: async () => await hostPage(await browser.createBrowserContext(), await host),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Opens a host page in its own context. */
async function hostPage(context: BrowserContext, host: string): Promise<ViewBrowser> {
  const page = await context.newPage();
  await page.setViewport({ width: 800, height: 1200, deviceScaleFactor: 1 });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!/^(?:about|data):/u.test(request.url())) requests.push(request.url());
  });
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  let answer: Required<Showing>["call"];
  let shown = 0;
  await page.exposeFunction(
    "callServer",
    // A call from an earlier view may arrive after the next view has been shown.
    (name: string, args: Readonly<Record<string, unknown>>, nth: number) =>
      nth === shown ? answer(name, args) : { content: [], isError: true },
  );
  await page.setContent('<!doctype html><html lang="en"><title>Host</title><body>');
  await page.addScriptTag({ content: host });
  const take = (from: string[]): readonly string[] => from.splice(0);
  return {
    page,
    takeRequests: () => take(requests),
    takeComplaints: () => take(complaints),
    holdTimers: async () => {
      const { identifier } = await page.evaluateOnNewDocument(() => {
        const { setTimeout: wait, clearTimeout: stop } = globalThis;
        const held = new Map<number, Readonly<{ run: () => void; ms: number; at: number }>>();
        let [now, last] = [0, 0];
        Object.assign(globalThis, {
          setTimeout(run: () => void, ms = 0): unknown {
            if (ms < 1000) return wait(run, ms);
            held.set(last -= 1, { run, ms, at: now + ms });
            return last;
          },
          clearTimeout: (id: number): unknown => held.delete(id) || stop(id),
          isWaiting: (ms: number): boolean => [...held.values()].some((one) => one.ms === ms),
          elapse(ms: number): void {
            now += ms;
            for (const [id, { run, at }] of [...held]) {
              if (at <= now && held.delete(id)) run();
            }
          },
        });
      });
      return () => page.removeScriptToEvaluateOnNewDocument(identifier);
    },
    async show(showing: Showing): Promise<ShownView> {
      const called: ShownView["called"] = [];
      const nth = shown += 1;
      answer = (name, args) => {
        called.push([name, args]);
        return showing.call?.(name, args) ?? Promise.resolve({ content: [], isError: true });
      };
      const { html, width = 720, theme = "light", locale = "en-US", isMute = false, call } =
        showing;
      const { capabilities = { ...(call ? { serverTools: {} } : {}), updateModelContext: {} } } =
        showing;
      const context = {
        ...(theme === null ? {} : { theme }),
        ...(showing.frame === undefined ? {} : { containerDimensions: showing.frame }),
        locale,
        displayMode: "inline",
      };
      await inPage(page, "mount", { html, width, capabilities, context, isMute, nth });
      const handle = await page.$("iframe");
      const frame = await handle?.contentFrame();
      if (handle === null || frame === null || frame === undefined) throw new Error("No frame");
      return {
        frame,
        called,
        words: () => frame.evaluate("document.body.innerText") as Promise<string>,
        input: (args) => inPage(page, "input", args),
        result: (result) => inPage(page, "result", result),
        cancel: () => inPage(page, "cancel", null),
        context: (changed) => inPage(page, "context", changed),
        teardown: () => inPage(page, "teardown", null),
        post: (message) => inPage(page, "post", message),
        modelLines: () => inPage(page, "modelLines", null),
        heights: () => inPage(page, "heights", null),
        elapse: async (ms) => {
          await frame.evaluate(`elapse(${ms})`);
        },
        untilWaiting: async (ms) => {
          await frame.waitForFunction(`isWaiting(${ms})`, { polling: 10, timeout: 90_000 });
        },
        answered: () => inPage(page, "answered", null),
        until: async (condition) => {
          await frame.waitForFunction(condition, { polling: "mutation", timeout: 90_000 });
        },
        picture: async (path) => {
          await page.setViewport({ width: width + 16, height: 1200, deviceScaleFactor: 1.5 });
          await handle.screenshot({ path: path as `${string}.png` });
          await page.setViewport({ width: 800, height: 1200, deviceScaleFactor: 1 });
        },
      };
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/**
 * Calls the named function on the host page or, if the name refers to a list, returns what the page
 * recorded in that list.
 */
async function inPage<Result>(page: Page, name: string, given: unknown): Promise<Result> {
  return await page.evaluate(
    (part: string, value: unknown) => {
      const { tested } = globalThis as unknown as { tested: Record<string, unknown> };
      const found = tested[part];
      return typeof found === "function" ? found.call(tested, value) : found;
    },
    name,
    given,
  ) as Result;
}

/** Enters text in a field, or chooses one of its options. */
export async function enter({ frame }: ShownView, field: string, text: string): Promise<void> {
  await frame.evaluate(`(() => {
    const field = document.querySelector(${JSON.stringify(field)});
    field.value = ${JSON.stringify(text)};
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  })()`);
}

/** Clicks a button by its label. */
export async function click({ frame, until }: ShownView, words: string): Promise<void> {
  const found = `[...document.querySelectorAll("button")].find((one) => ` +
    `one.textContent.startsWith(${JSON.stringify(words)}) && !one.disabled)`;
  await until(found);
  await frame.evaluate(`${found}.click()`);
}

/** Clicks the button that applies a change. The button's label describes the change. */
export async function agree({ frame, until }: ShownView): Promise<void> {
  const found = `[...document.querySelectorAll("button.yes")].find((one) => !one.disabled)`;
  await until(found);
  await frame.evaluate(`${found}.click()`);
}

/** Waits until a card shows a given state and isn't busy. */
export async function untilCard({ until }: ShownView, state: string): Promise<void> {
  await until(`document.querySelector(".card.${state}:not([aria-busy=true])")`);
}
