import { fileURLToPath } from "node:url";
import { householdOn } from "../_household.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";

/** The current day in every process. */
export const TODAY = "2026-11-20";
export const TOKEN = "demo-token";

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** An upstream, a folder for the store, and server processes that use both. */
export interface SharedUpstream extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  readonly url: string;
  readonly planId: string;
  readonly folder: string;
  /** Runs the command line in its own process. */
  run(...args: readonly string[]): Promise<Said>;
  /** Runs the command line with a clock that is ahead by this many milliseconds. */
  runLater(aheadMs: number, ...args: readonly string[]): Promise<Said>;
  /** Starts a test script whose output can be read while it runs. */
  start(script: string, ...args: readonly string[]): Deno.ChildProcess;
}

/** Opens an upstream and a folder to share. */
export async function aSharedUpstream(): Promise<SharedUpstream> {
  const plan = householdOn(TODAY);
  const upstream = new DemoUpstream({
    plans: [plan],
    now: () => new Date(`${TODAY}T12:00:00Z`),
    rateLimit: Infinity,
  });
  const server = await serveDemo(upstream, { port: 0 });
  const folder = await Deno.makeTempDir();
  const command = (script: string, args: readonly string[], aheadMs = 0): Deno.Command =>
    new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "-A", "--no-check"],
        ...(aheadMs === 0 ? [] : ["--preload", pathOf("test/processes/_later_clock.ts")]),
        pathOf(script),
        ...args,
      ],
      env: {
        AHEAD_MS: String(aheadMs),
        BUDGET_ACCESS_TOKEN: TOKEN,
        BUDGET_API_URL: server.url,
        BUDGET_PLAN_ID: plan.id,
        BUDGET_STORE: `sqlite:${folder}`,
        BUDGET_TODAY: TODAY,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  return {
    upstream,
    url: server.url,
    planId: plan.id,
    folder,
    run: (...args) => said(command("cli.ts", args)),
    runLater: (aheadMs, ...args) => said(command("cli.ts", args, aheadMs)),
    start: (script, ...args) => command(script, args).spawn(),
    async [Symbol.asyncDispose](): Promise<void> {
      await server.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function said(command: Deno.Command): Promise<Said> {
  const { code, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(`../../${script}`, import.meta.url));
}
