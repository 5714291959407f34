/**
 * Runs MCP's own conformance tests against the server over HTTP. A baseline lists expected failures
 * with reasons. A listed test that passes is an error.
 *
 * Usage: deno task conformance
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { fileURLToPath } from "node:url";
import { demoFetch } from "../demo/demo_fetch.ts";
import { serveHttp } from "../remote/http/node_server.ts";
import { freePort } from "../test/_free_port.ts";
import { findNode } from "../test/_node.ts";
import { installNpmPackage, ROOT } from "./_run.ts";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

const PACKAGE = "@modelcontextprotocol/conformance";
const TOKEN = "conformance-conformance-conformance";
const TODAY = "2026-11-20";

interface Round {
  readonly version: string;
  readonly args: readonly string[];
}

// The port must be known first, because the sign-in's metadata contains its address.
const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const server = await serveHttp({
  token: "demo-token",
  httpToken: TOKEN,
  publicUrl,
  signIn: "owner",
  fetch: demoFetch({ today: TODAY }),
  today: TODAY,
  write: true,
}, { host: "127.0.0.1", port });
const proxy = await openBearerProxy(new URL(server.url), TOKEN);
const rounds: readonly Round[] = [
  { version: "0.1.16", args: serverRound("conformance_2025.yaml") },
  {
    version: "0.2.0-alpha.12",
    args: [...serverRound("conformance_2026.yaml"), "--requirements", "2026-07-28"],
  },
  {
    version: "0.2.0-alpha.12",
    // The other scenario requires a user in a browser; test/remote/sign_in covers it.
    args: [
      ...["authorization", "--url", publicUrl],
      ...["--scenario", "authorization-server-metadata-endpoint"],
    ],
  },
];
const node = await findNode();
if (node === null) throw new Error("The tests need Node 24 or later");
let isPassed = true;
for (const { version, args } of rounds) {
  const folder = await installNpmPackage(PACKAGE, version);
  if (folder === null) throw new Error(`npm could not install ${PACKAGE} ${version}`);
  console.log(`\n${PACKAGE} ${version} ${args.join(" ")}`);
  const { success } = await new Deno.Command(node, {
    args: [fileURLToPath(new URL("dist/index.js", folder)), ...args],
  }).output().then(({ success, stdout, stderr }) => {
    console.log(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    return { success };
  });
  isPassed &&= success;
}
await proxy[Symbol.asyncDispose]();
await server.close();
process.exitCode = isPassed ? 0 : 1;

/** Runs the scenarios for servers. A file in `scripts/` lists expected failures with reasons. */
function serverRound(baseline: string): readonly string[] {
  const expected = fileURLToPath(new URL(`scripts/${baseline}`, ROOT));
  return ["server", "--url", proxy.url, "--expected-failures", expected];
}

/** A listening proxy. */
export interface BearerProxy extends AsyncDisposable {
  readonly url: string;
}

async function openBearerProxy(target: URL, token: string): Promise<BearerProxy> {
  const server = createServer((incoming, outgoing) => {
    const onward = ask({
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, authorization: `Bearer ${token}` },
    }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    async [Symbol.asyncDispose](): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
