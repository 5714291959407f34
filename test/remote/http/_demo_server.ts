// deno-lint-ignore-file no-console
import process from "node:process";
import type { HttpLimits } from "../../../remote/request_limits.ts";
import { serveHttp } from "../../../remote/http/node_server.ts";
import { freePort } from "../../_free_port.ts";
import { readClientDocument } from "../sign_in/_client_documents.ts";
import { demoOptions } from "./_demo_options.ts";

/** Options for this script, passed to it as a JSON argument. */
export interface DemoServerOptions {
  readonly limits?: Partial<HttpLimits>;
  readonly signIn?: "owner";
}

const { limits, signIn }: DemoServerOptions = JSON.parse(process.argv[2] ?? "{}");
// Choose the port before the server starts, because the sign-in's metadata contains the address.
const port = await freePort();
const publicUrl = signIn === undefined ? "https://budget.example.com" : `http://127.0.0.1:${port}`;
const server = await serveHttp({
  ...demoOptions(),
  publicUrl,
  signIn,
  log: (entry) => console.error(JSON.stringify(entry)),
}, { host: "127.0.0.1", port, limits, fetchMetadata: readClientDocument });
console.error(`listening at ${server.url}`);
