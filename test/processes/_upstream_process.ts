import { fileURLToPath } from "node:url";
import { householdOn } from "../_household.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";

/** The current day in every process. */
const TODAY = "2026-11-20";
export const TOKEN = "demo-token";
const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

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
  const command = (args: readonly string[]): Deno.Command =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "-A", "--no-check", CLI, ...args],
      env: {
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
    run: (...args) => said(command(args)),
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
