/**
 * Whether an artefact serves over HTTP: what only HTTP needs has to be in it.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { openModern } from "../http/_http_hosts.ts";
import { startHttp } from "../http/_runtimes.ts";

/**
 * Starts an artefact over HTTP and asks it.
 *
 * @param command What starts it, without a word of its own.
 */
export async function assertServesHttp(command: readonly string[]): Promise<void> {
  await using server = await startHttp({ name: "artefact", command }, { args: ["--demo"] });
  await using host = await openModern(server.url);
  const { isError, structured } = await host.call("list_plans", {});
  assertEquals([isError, (structured?.["plans"] as readonly unknown[]).length], [false, 1]);
}
