import { fileURLToPath } from "node:url";
import { DemoYnab } from "../../demo/demo_ynab.ts";
import { householdPlan } from "../../demo/household.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { decidedAtYnab, INVITATION } from "../remote/hosted/_hosted_world.ts";
import { type HttpProcess, startScript } from "../remote/http/_runtimes.ts";
import { Browser, type Form } from "../remote/sign_in/_browser.ts";
import type { OAuthHost } from "../remote/sign_in/_oauth_host.ts";
import { type Caddy, freeHost, startCaddy } from "./_caddy.ts";
import { composed, DEPLOY_HOSTED, rewritten } from "./_compose.ts";
import { TODAY } from "./_topology.ts";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const APPLICATION = { id: "application", secret: "a-secret-of-the-application" } as const;

/** Two replicas of a hosted server behind Caddy. */
export interface HostedTopology extends AsyncDisposable {
  /** The address for clients. */
  readonly mcp: URL;
  readonly upstream: DemoUpstream;
  readonly replicas: readonly [HttpProcess, HttpProcess];
  readonly caddy: Caddy;
  /**
   * Signs a user in to a program, filling in the forms of this server and YNAB as the user would.
   */
  readonly signIn: (host: OAuthHost, form: Form) => Promise<void>;
}

/** Starts everything in an empty database, with the environment of the compose file. */
export async function aHostedTopology(databaseUrl: string): Promise<HostedTopology> {
  await using opened = new AsyncDisposableStack();
  const host = await freeHost();
  const upstream = new DemoUpstream({
    plans: [householdPlan({ today: TODAY })],
    token: "a-token",
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const ynab = new DemoYnab({
    users: [{ name: "ana", token: "a-token", upstream }],
    application: { ...APPLICATION, redirectUris: [`https://${host}/sign-in/back`] },
  });
  const served = await serveDemo(ynab, { port: 0 });
  opened.defer(() => served.close());
  const secrets = await secretFiles();
  opened.defer(() => Deno.remove(secrets, { recursive: true }));
  const { services } = await composed({
    BUDGET_HOST: host,
    BUDGET_OPERATOR: "The Tests",
    BUDGET_OPERATOR_CONTACT: "tests@example.com",
    BUDGET_OAUTH_CLIENT_ID: APPLICATION.id,
    POSTGRES_PASSWORD: "a-password",
  }, DEPLOY_HOSTED);
  const startReplica = async (service: string): Promise<HttpProcess> => {
    const env = JSON.parse(rewritten(JSON.stringify(services[service]?.environment), {
      "0.0.0.0:8103": "127.0.0.1:0",
      "postgres://budget:a-password@database/budget?sslmode=disable": databaseUrl,
      "/run/secrets/": `${secrets}/`,
      "172.31.103.0/24": "127.0.0.1",
    }));
    return opened.use(
      await startScript([Deno.execPath(), "run", "--quiet", "-A", "--no-check", CLI], {
        ...env,
        BUDGET_API_URL: served.url,
        BUDGET_TODAY: TODAY,
      }),
    );
  };
  const [first, second] = await Promise.all([startReplica("replica-1"), startReplica("replica-2")]);
  const caddy = opened.use(await startCaddy(host, [first.url, second.url]));
  const signIn = async (program: OAuthHost, form: Form): Promise<void> => {
    const browser = new Browser((request) => caddy.fetch(request));
    const consent = await browser.visit(await program.begin());
    const atYnab = await browser.visit(consent.url, form);
    await program.finish(await browser.visit(await decidedAtYnab({ ynab }, atYnab.url, "ana")));
  };
  const ended = opened.move();
  return {
    mcp: new URL(`https://${host}/mcp`),
    upstream,
    replicas: [first, second],
    caddy,
    signIn,
    [Symbol.asyncDispose]: () => ended.disposeAsync(),
  };
}

/** Creates the secrets that the compose file needs. */
async function secretFiles(): Promise<string> {
  const folder = await Deno.makeTempDir();
  const secrets = {
    client_secret: APPLICATION.secret,
    seal_key: crypto.randomUUID(),
    invitation: INVITATION,
    test_code: crypto.randomUUID(),
  };
  for (const [name, secret] of Object.entries(secrets)) {
    await Deno.writeTextFile(`${folder}/${name}`, secret, { mode: 0o600 });
  }
  return folder;
}
