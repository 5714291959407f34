import process from "node:process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, delay } from "../../client/timers.ts";
import { anOrderedServer } from "./_ordered_server.ts";

// A file that contains the current time, so that the test can advance the server's clock even while
// the server process is paused.
const file = process.env["CLOCK_FILE"];
const clocks = file === undefined ? {} : {
  clocks: { after, delay, monotonicMs: (): number => Number(readFileSync(file, "utf8")) },
};
const server = anOrderedServer(({ url }) => ({ apiUrl: url }), clocks);

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await server.follow(JSON.parse(line)))}\n`);
}
