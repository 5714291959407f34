import { assertEquals } from "@std/assert";
import { openModern } from "../remote/http/_http_hosts.ts";
import { toolsOf } from "../../server/offered_tools.ts";
import { type Runtime, startHttp } from "../remote/http/_runtimes.ts";
import { freePort } from "../_free_port.ts";
import { OAuthHost } from "../remote/sign_in/_oauth_host.ts";
import { HTTP_TOKEN } from "../remote/http/_demo_options.ts";

/** Asserts that an artifact serves over HTTP, with the owner's token and with a sign-in. */
export async function assertServesHttp(command: readonly string[]): Promise<void> {
  await assertAnswers(command);
  await assertSignsIn({ name: "artifact", command });
}

/** Starts the program, signs in as a user would, and makes a call. */
export async function assertSignsIn(
  runtime: Runtime,
  args: readonly string[] = ["--demo", "--write"],
): Promise<void> {
  const address = `127.0.0.1:${await freePort()}`;
  const signIn = ["--http", address, "--public-url", `http://${address}`, "--sign-in", "owner"];
  await using server = await startHttp(runtime, { args: [...signIn, ...args] });
  const oauth = new OAuthHost(server.url);
  await oauth.signIn({ token: HTTP_TOKEN, access: "change" });
  await using host = await oauth.connect();
  assertEquals((await host.call("list_plans", {})).isError, false);
  const names = (await host.listTools()).map(({ name }) => name);
  assertEquals(names, toolsOf("fuller", true).map(({ name }) => name));
}

async function assertAnswers(command: readonly string[]): Promise<void> {
  await using server = await startHttp({ name: "artifact", command }, { args: ["--demo"] });
  await using host = await openModern(server.url);
  const { isError, structured } = await host.call("list_plans", {});
  assertEquals([isError, (structured?.["plans"] as readonly unknown[]).length], [false, 1]);
}
