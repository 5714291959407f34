import { dirname, join } from "node:path";
import { householdOn } from "../_household.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream, type DemoUpstreamOptions } from "../../demo/upstream.ts";
import { type Ended, type Parts, runAt } from "./_a_terminal.ts";

/** A folder that is removed at the end of a test. */
export interface TestFolder extends AsyncDisposable {
  readonly path: string;
  /** Writes a file and returns its path. */
  file(name: string, content: string | Uint8Array): Promise<string>;
}

export async function aFolder(): Promise<TestFolder> {
  const path = await Deno.makeTempDir();
  return {
    path,
    async file(name, content): Promise<string> {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(join(path, name), bytes);
      return join(path, name);
    },
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

/** A user's setup: the program, a simulated YNAB on loopback, and a store and files on disk. */
export interface Home extends Pick<TestFolder, "file">, AsyncDisposable {
  readonly upstream: DemoUpstream;
  /** Path of the store's folder, which the program creates when it is needed. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * Runs the program with this setup's settings; environment variables in `parts` override them.
   */
  run(args: readonly string[], parts?: Parts): Promise<Ended>;
}

export async function openHome(
  {
    today = "2026-11-20",
    plans = [householdOn(today)],
    ...options
  }: Partial<DemoUpstreamOptions> & {
    readonly today?: string;
    readonly plans?: readonly PlanRecords[];
  } = {},
): Promise<Home> {
  const now = (): Date => new Date(`${today}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans, now, ...options });
  const server = await serveDemo(upstream, { port: 0 });
  const base = await aFolder();
  const folder = join(base.path, "state");
  const [plan, ...others] = plans;
  const env = {
    BUDGET_ACCESS_TOKEN: "demo-token",
    BUDGET_API_URL: server.url,
    BUDGET_STORE: `sqlite:${folder}`,
    BUDGET_TODAY: today,
    ...(plan === undefined || others.length > 0 ? {} : { BUDGET_PLAN_ID: plan.id }),
  };
  return {
    upstream,
    folder,
    env,
    run: (args, parts = {}) => runAt(args, { ...parts, env: { ...env, ...parts.env } }),
    file: base.file,
    async [Symbol.asyncDispose](): Promise<void> {
      await server.close();
      await base[Symbol.asyncDispose]();
    },
  };
}

let shared: Promise<Home> | undefined;

/**
 * Runs a read-only command on the demo household. All tests share the household's cache, because
 * loading the transactions again takes longer than most commands.
 */
export async function runAtHome(args: readonly string[], parts: Parts = {}): Promise<Ended> {
  shared ??= openHome();
  const { run, folder } = await shared;
  globalThis.onunload = (): void => Deno.removeSync(dirname(folder), { recursive: true });
  return await run(args, parts);
}
