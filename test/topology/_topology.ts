import { fileURLToPath } from "node:url";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { householdOn } from "../_household.ts";
import { type HttpProcess, startScript } from "../remote/http/_runtimes.ts";
import { type Books, booksOf } from "../remote/http/_replicas.ts";
import { composed, rewritten } from "./_compose.ts";
import { HTTP_TOKEN } from "../remote/http/_demo_options.ts";

/** The current day on every replica. */
export const TODAY = "2026-11-20";

/** YNAB's hourly limit. */
export const HOURLY_REQUESTS = 200;

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** Starts a replica with an environment from a compose file. */
export function startReplica(
  env: Readonly<Record<string, string>>,
  upstream: string,
): Promise<HttpProcess> {
  const command = [Deno.execPath(), "run", "--quiet", "-A", "--no-check", CLI];
  return startScript(command, { ...env, BUDGET_API_URL: upstream, BUDGET_TODAY: TODAY });
}

export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly operation?: string;
  readonly status?: number | null;
}

export function logOf({ stderr }: HttpProcess): readonly LogLine[] {
  return stderr.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}

export interface Household extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  readonly planId: string;
  /** Starts a replica with a service's environment from the compose file. */
  startReplica(service: string): Promise<HttpProcess>;
  journal(): Promise<Books>;
}

/**
 * Creates a household with an empty cache and a unique token. The token must be unique, because it
 * determines the owner of data in the shared database.
 */
export async function aHousehold(databaseUrl: string): Promise<Household> {
  const token = `a-token-${crypto.randomUUID()}`;
  const plan = householdOn(TODAY);
  const upstream = new DemoUpstream({
    plans: [plan],
    token,
    now: () => new Date(`${TODAY}T12:00:00Z`),
    rateLimit: HOURLY_REQUESTS,
  });
  const served = await serveDemo(upstream, { port: 0 });
  const secrets = await Deno.makeTempDir();
  const password = "a-password";
  const { services } = await composed({ POSTGRES_PASSWORD: password, BUDGET_WRITE: "1" });
  await Deno.writeTextFile(`${secrets}/access_token`, token, { mode: 0o600 });
  await Deno.writeTextFile(`${secrets}/http_token`, HTTP_TOKEN, { mode: 0o600 });
  return {
    upstream,
    planId: plan.id,
    startReplica(service): Promise<HttpProcess> {
      const told = JSON.stringify(services[service]?.environment);
      const env = JSON.parse(rewritten(told, {
        "0.0.0.0:8103": "127.0.0.1:0",
        [`postgres://budget:${password}@database/budget?sslmode=disable`]: databaseUrl,
        "/run/secrets/": `${secrets}/`,
      }));
      return startReplica({ ...env, BUDGET_LOG: "debug" }, served.url);
    },
    journal: () => booksOf(databaseUrl, { secret: token, baseUrl: served.url, planId: plan.id }),
    async [Symbol.asyncDispose](): Promise<void> {
      await served.close();
      await Deno.remove(secrets, { recursive: true });
    },
  };
}
