import { fileURLToPath } from "node:url";
import { householdOn } from "../_household.ts";
import { type Output, outputOf } from "../_output_of.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";

/** The date that the upstream and every server process treat as today. */
const TODAY = "2026-11-20";
export const TOKEN = "demo-token";
const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** An upstream, a folder for the store, and server processes that use both. */
export interface SharedUpstream extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  readonly url: string;
  readonly planId: string;
  readonly folder: string;
  /** Runs the CLI in a separate process. */
  run(...args: readonly string[]): Promise<Output>;
}

/** Starts an upstream server and creates a store folder, for several processes to share. */
export async function aSharedUpstream(): Promise<SharedUpstream> {
  const plan = householdOn(TODAY);
  const upstream = new DemoUpstream({
    plans: [plan],
    now: () => new Date(`${TODAY}T12:00:00Z`),
    rateLimit: Infinity,
  });
  const server = await serveDemo(upstream, { port: 0 });
  const folder = await Deno.makeTempDir();
  const env = {
    BUDGET_ACCESS_TOKEN: TOKEN,
    BUDGET_API_URL: server.url,
    BUDGET_PLAN_ID: plan.id,
    BUDGET_STORE: `sqlite:${folder}`,
    BUDGET_TODAY: TODAY,
  };
  return {
    upstream,
    url: server.url,
    planId: plan.id,
    folder,
    run: (...args) =>
      outputOf(Deno.execPath(), ["run", "--quiet", "-A", "--no-check", CLI, ...args], { env }),
    async [Symbol.asyncDispose](): Promise<void> {
      await server.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
