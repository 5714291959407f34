import { assert, assertMatch } from "@std/assert";
import type { Frame, Page } from "npm:puppeteer-core@^25.16.0";
import { giveFile, type Way } from "./_giving_files.ts";
import { chromiumPath, launchChromium } from "./_view_browser.ts";

/**
 * Folder with the npm packages `@modelcontextprotocol/inspector` and `@mcp-use/inspector`. If
 * VIEW_HOSTS is set, the tests open the statement view in both inspectors and import a statement.
 */
const VIEW_HOSTS = Deno.env.get("VIEW_HOSTS");

const SERVER = [
  "run",
  "-A",
  "--no-check",
  new URL("../../mod.ts", import.meta.url).href,
  "serve",
  ...["--demo", "--write", "--profile", "complete", "--today", "2026-11-20"],
];
const TOOL = "compare_statement";
const ACCOUNT = "Checking";
/** Token for the HTTP server, which serves only made-up data. */
const TOKEN = "a-token-of-the-demo-server-0123456789";

const CSV = "Date;Payee;Amount\n2026-11-17;Kite Repair;-31.40\n2026-11-18;Toy Library;-12.60\n";

interface ForeignHost {
  /** Starts the host with the server, and returns the address of the host's page. */
  readonly start: (run: (program: string, args: readonly string[]) => Run) => Promise<string>;
  readonly callTool: (page: Page) => Promise<void>;
  /** Accepts the form that asks about a change. */
  readonly accept: (page: Page) => Promise<void>;
}

interface Run {
  /** Waits for a match in the program's output. */
  readonly says: (pattern: RegExp) => Promise<string>;
}

const HOSTS: Readonly<Record<string, ForeignHost>> = {
  "MCP Inspector": {
    start: async (run) => {
      const entry = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
      const inspector = run("node", [packaged(entry), "--web", "--", Deno.execPath(), ...SERVER]);
      return await inspector.says(/http:\S+API_TOKEN=\w+/u);
    },
    callTool: async (page) => {
      await press(page, /connect/iu);
      await press(page, /^Apps/u);
      await press(page, /^Compare a bank statement/u);
      const field = await page.waitForSelector("::-p-aria(account_id)");
      await field?.type(ACCOUNT);
      await press(page, /^Open App/iu);
    },
    accept: async (page) => {
      await press(page, /^Yes, make this change/u);
      await press(page, /^Submit$/u);
    },
  },
  "mcp-use Inspector": {
    start: async (run) => {
      const url = await run(Deno.execPath(), [...SERVER, "--http", "0"])
        .says(/http:\/\/\S+\/mcp/u);
      const inspector = run("node", [packaged("@mcp-use/inspector/dist/cli.js"), "--no-open"]);
      const address = await inspector.says(/http:\/\/\S+\/inspector/u);
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const server = {
        url,
        name: "budget",
        transportType: "http",
        connectionType: "Direct",
        headers,
        customHeaders: headers,
      };
      return `${address}?autoConnect=${encodeURIComponent(JSON.stringify(server))}`;
    },
    callTool: async (page) => {
      await press(page, new RegExp(`^${TOOL}`, "u"));
      const field = await page.waitForSelector('[data-testid="tool-param-account_id"]');
      await field?.type(ACCOUNT);
      await press(page, /^(?:Execute|Run|Call)/u);
    },
    accept: async (page) => {
      await press(page, /^View Details/u);
      await press(page, /^Yes, make this change/u);
      await press(page, /^(?:Submit|Accept)/u);
    },
  },
};

function packaged(path: string): string {
  return `${VIEW_HOSTS}/node_modules/${path}`;
}

/** Clicks the innermost visible control whose text or label matches. */
async function press(page: Page, words: RegExp): Promise<void> {
  const controls = "button,[role=tab],[role=radio],[role=switch],[role=button],label,input,li,div";
  const found = await page.waitForFunction(
    `(() => {
      const all = [...document.querySelectorAll("${controls}")].filter((one) =>
        [one.innerText, one.getAttribute("aria-label")].some((text) => ${words}.test((text ?? "").trim()))
      );
      const chosen = all.find(({ tagName }) => !["LI", "DIV"].includes(tagName)) ?? all.at(-1);
      chosen?.click();
      return chosen !== undefined;
    })()`,
    { polling: 500, timeout: 30_000 },
  );
  await found.dispose();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

async function viewIn(page: Page): Promise<Frame> {
  for (let tries = 0; tries < 60; tries++) {
    for (const frame of page.frames()) {
      const root = await frame.$(`main#view[data-tool=${TOOL}]`).catch(() => null);
      if (root !== null) return frame;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`No view: ${await page.evaluate("document.body.innerText")}`);
}

const GIVEN: readonly Way[] = ["choose", "drop", "paste a file"];

for (const [name, host] of Object.entries(HOSTS)) {
  const chromium = chromiumPath(Deno.env.get("CHROMIUM"));
  Deno.test({
    name: `${name} imports a statement that is chosen, dropped or pasted`,
    ignore: VIEW_HOSTS === undefined || chromium === null,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      const running: Deno.ChildProcess[] = [];
      const browser = await launchChromium(chromium ?? "");
      try {
        const address = await host.start((program, args) => started(program, args, running));
        const page = await browser.newPage();
        await page.setViewport({ width: 1500, height: 1100 });
        await page.goto(address, { waitUntil: "networkidle2", timeout: 60_000 });
        await host.callTool(page);
        const view = await viewIn(page);
        const until = (seen: string): Promise<unknown> =>
          view.waitForFunction(seen, { polling: 200, timeout: 30_000 });
        for (const [at, way] of GIVEN.entries()) {
          await until(`document.querySelector("input[type=file]:enabled")`);
          const more = Array.from({ length: at }, (_, row) => `2026-11-19;Row ${row};-1.00\n`);
          await giveFile(way, view, CSV + more.join(""));
          await until(`document.body.innerText.includes("${2 + at} rows")`);
        }
        const boxes = `document.querySelectorAll("input[type=checkbox]")`;
        await view.evaluate(`for (const one of [...${boxes}].slice(1)) one.click()`);
        await view.evaluate(`[...document.querySelectorAll("button")]
          .find(({ textContent }) => textContent === "Preview the changes").click()`);
        await host.accept(page);
        await until(`document.querySelector(".card.applied")`);
        const card = await view.evaluate(`document.querySelector(".card").innerText`);
        assertMatch(String(card), /Enter(?:ed)? 1 transaction in Checking/u);
        assert(!String(card).includes("Row 0"));
      } finally {
        await browser.close();
        await Promise.all(running.map(stop));
      }
    },
  });
}

/** Stops a program, which may already have exited. */
async function stop(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGTERM");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  await child.status;
}

function started(program: string, args: readonly string[], running: Deno.ChildProcess[]): Run {
  const child = new Deno.Command(program, {
    args: [...args],
    env: {
      BUDGET_HTTP_TOKEN: TOKEN,
      MCP_AUTO_OPEN_ENABLED: "false",
      MCP_INSPECTOR_SECRET_STORE: "memory",
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  running.push(child);
  let text = "";
  const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    for await (const part of stream.pipeThrough(new TextDecoderStream())) text += part;
  };
  const output = Promise.all([read(child.stdout), read(child.stderr)]);
  let hasEnded = false;
  void output.finally(() => hasEnded = true);
  return {
    says: async (pattern) => {
      for (let tries = 0; tries < 300 && !hasEnded; tries++) {
        const found = pattern.exec(text);
        if (found !== null) return found[0];
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`${program} ${hasEnded ? "ended, and " : ""}said: ${text}`);
    },
  };
}
