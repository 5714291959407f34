/**
 * Runs MCP's official conformance tests against the server over HTTP. A baseline lists the tests
 * that are expected to fail, and the reasons. The run fails if a test passes that was expected to
 * fail, because the baseline is then out of date.
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

const PACKAGE = "@modelcontextprotocol/conformance";
const TOKEN = "conformance-conformance-conformance";
const TODAY = "2026-11-20";

interface Round {
  readonly version: string;
  readonly args: readonly string[];
}

// Choose the port in advance, because the sign-in metadata contains the server's address.
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
const proxy = serveWithToken(server.url);
const rounds: readonly Round[] = [
  { version: "0.1.16", args: serverRound("conformance_2025.yaml") },
  {
    version: "0.2.0-alpha.12",
    args: [...serverRound("conformance_2026.yaml"), "--requirements", "2026-07-28"],
  },
  {
    version: "0.2.0-alpha.12",
    // test/remote/sign_in covers the other authorization scenario, which needs a user in a browser.
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
  const { success, stdout, stderr } = await new Deno.Command(node, {
    args: [fileURLToPath(new URL("dist/index.js", folder)), ...args],
  }).output();
  console.log(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  isPassed &&= success;
}
await proxy.shutdown();
await server.close();
process.exitCode = isPassed ? 0 : 1;

/** Returns the arguments for the server scenarios. `baseline` names a file in `scripts/`. */
function serverRound(baseline: string): readonly string[] {
  const expected = fileURLToPath(new URL(`scripts/${baseline}`, ROOT));
  const url = new URL(`http://127.0.0.1:${proxy.addr.port}${new URL(server.url).pathname}`);
  return ["server", "--url", url.href, "--expected-failures", expected];
}

/** Listens on another port and adds the token to each request, because the tests send none. */
function serveWithToken(url: string): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${TOKEN}`);
    headers.delete("host");
    const { method, body, signal } = request;
    return await fetch(url, { method, headers, body, signal, redirect: "manual" });
  });
}
