import { freePort } from "../_free_port.ts";
import { delay } from "../../client/timers.ts";
import { withinDeadline } from "../protocol/_deadline.ts";
import { DEPLOY_HOSTED, rewritten } from "./_compose.ts";
import { type Program, startProgram } from "./_programs.ts";

/** Lines that Caddy logs once it is listening and once it has obtained a certificate. */
const READY = ["serving initial configuration", "certificate obtained successfully"];

/** Returns a host name with a free port for Caddy. */
export async function freeHost(): Promise<string> {
  return `localhost:${await freePort()}`;
}

/** A running Caddy server with a certificate from its own certificate authority. */
export interface Caddy extends Program {
  /** Like the global `fetch`, but trusts Caddy's certificate authority. */
  readonly fetch: typeof globalThis.fetch;
  /** Address of the container's health check. */
  readonly health: string;
}

/** Starts the hosted deployment's Caddy in front of two replicas. */
export async function startCaddy(
  host: string,
  [first, second]: readonly [first: URL, second: URL],
): Promise<Caddy> {
  const folder = await Deno.makeTempDir({ prefix: "budget-caddy-" });
  const health = `http://127.0.0.1:${await freePort()}`;
  const conf = rewritten(await Deno.readTextFile(new URL("Caddyfile", DEPLOY_HOSTED)), {
    "admin off": "admin off\n auto_https disable_redirects\n skip_install_trust",
    "read_header 10s": "read_header 1s",
    "replica-1:8103": first.host,
    "replica-2:8103": second.host,
    "http://127.0.0.1:8080": health,
  });
  await Deno.writeTextFile(`${folder}/Caddyfile`, conf);
  const caddy = await startProgram(
    ["caddy", "run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"],
    {
      folder,
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, BUDGET_HOST: host },
      ready: READY,
    },
  );
  const authority = `${folder}/caddy/pki/authorities/local/root.crt`;
  const caCerts = [await Deno.readTextFile(authority)];
  // Caddy logs that it has obtained a certificate, but starts using the certificate a moment later.
  // So wait until a TLS handshake succeeds.
  await withinDeadline(untilTrusted(host, caCerts), "Caddy's certificate");
  const client = Deno.createHttpClient({ caCerts });
  return {
    fetch: (input, init) => fetch(input, { ...init, client }),
    said: caddy.said,
    health,
    async [Symbol.asyncDispose](): Promise<void> {
      client.close();
      await caddy[Symbol.asyncDispose]();
    },
  };
}

/** Repeats a TLS handshake with a host until the handshake succeeds. */
async function untilTrusted(host: string, caCerts: string[]): Promise<void> {
  const { hostname, port } = new URL(`https://${host}`);
  for (;;) {
    try {
      const connection = await Deno.connectTls({ hostname, port: Number(port), caCerts });
      await withinDeadline(connection.handshake(), "a handshake", 5_000)
        .finally(() => connection.close());
      return;
    } catch {
      await delay(20);
    }
  }
}
