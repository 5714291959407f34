// deno-lint-ignore-file no-console
import process from "node:process";
import { demoFetch } from "../../../demo/demo_fetch.ts";
import { serveHttp } from "../../../remote/http/node_server.ts";

const today = "2026-11-20";

/** What is given to start it. */
export const LIMITED: { readonly token: string; readonly headMs: number } = {
  token: "the-owner-of-this-household-alone-knows-it",
  headMs: 400,
};

const server = await serveHttp({
  token: "demo-token",
  httpToken: LIMITED.token,
  publicUrl: "https://budget.example.com",
  fetch: demoFetch({ today }),
  today,
  write: true,
  log: (entry) => console.error(JSON.stringify(entry)),
}, {
  host: "127.0.0.1",
  port: 0,
  limits: {
    headMs: LIMITED.headMs,
    requestMs: 2 * LIMITED.headMs,
    connections: 8,
    wrongTokens: 30,
  },
});
console.error(`listening at ${server.url}`);

process.on("SIGUSR2", () => {
  // Twice: what a first round frees may hold on to more.
  for (let round = 0; round < 2; round += 1) (globalThis as { gc?: () => void }).gc?.();
  console.log(process.memoryUsage().heapUsed);
});
