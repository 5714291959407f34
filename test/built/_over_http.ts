import { assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { type Runtime, startHttp } from "../remote/http/_runtimes.ts";
import { freePort } from "../_free_port.ts";
import { OAuthHost } from "../remote/sign_in/_oauth_host.ts";
import { HTTP_TOKEN } from "../remote/http/_demo_options.ts";

/** Starts the program, signs in as a user would, and makes a call. */
export async function assertServesHttp(
  command: Runtime["command"],
  args: readonly string[] = ["--demo", "--write"],
): Promise<void> {
  const address = `127.0.0.1:${await freePort()}`;
  const signIn = ["--http", address, "--public-url", `http://${address}`, "--sign-in", "owner"];
  await using server = await startHttp({ name: "artifact", command }, {
    args: [...signIn, ...args],
  });
  const oauth = new OAuthHost(server.url);
  await oauth.signIn({ token: HTTP_TOKEN, access: "change" });
  await using host = await oauth.connect();
  assertEquals((await host.call("list_plans", {})).isError, false);
  const names = (await host.listTools()).map(({ name }) => name);
  assertEquals(names, toolsOf("fuller", true).map(({ name }) => name));
}
