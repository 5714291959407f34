/**
 * A server that is told line by line what to call, and prints each answer as a line: a
 * process of its own, on Deno or on Node.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import { anOrderedServer } from "./_ordered_server.ts";

const server = anOrderedServer(({ url }) => ({ apiUrl: url }));

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await server.follow(JSON.parse(line)))}\n`);
}
