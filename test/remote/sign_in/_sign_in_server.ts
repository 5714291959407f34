// deno-lint-ignore-file no-console
import { type AddressInfo, createServer } from "node:net";
import { demoFetch } from "../../../demo/demo_fetch.ts";
import { serveHttp } from "../../../remote/http/node_server.ts";
import { readClientDocument } from "./_client_documents.ts";

const today = "2026-11-20";

/** The token of the household. */
export const OWNER_TOKEN = "the-owner-of-this-household-alone-knows-it";

// Its metadata contains its address, which must be known beforehand.
const free = createServer();
await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
const { port } = free.address() as AddressInfo;
await new Promise((resolve) => free.close(resolve));

const server = await serveHttp({
  token: "demo-token",
  httpToken: OWNER_TOKEN,
  publicUrl: `http://127.0.0.1:${port}`,
  signIn: "owner",
  fetch: demoFetch({ today }),
  today,
  write: true,
  log: (entry) => console.error(JSON.stringify(entry)),
}, { host: "127.0.0.1", port, fetchMetadata: readClientDocument });
console.error(`listening at ${server.url}`);
