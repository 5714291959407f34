import { assert, assertEquals, assertRejects } from "@std/assert";
import { UnauthorizedError } from "@modelcontextprotocol/client";
import { toolsOf } from "../../../server/offered_tools.ts";
import { scriptRuntimes, startScript } from "./_runtimes.ts";
import { Browser } from "../sign_in/_browser.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";
import { OAuthHost } from "../sign_in/_oauth_host.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";

const runtimes = await scriptRuntimes("test/remote/http/_demo_server.ts");

const namesOf = (mayChange: boolean): readonly string[] =>
  toolsOf("fuller", mayChange).map(({ name }) => name);

for (const { name: runtime, command } of runtimes) {
  Deno.test(`a host can sign in over HTTP on ${runtime}`, async (t) => {
    await using server = await startScript([...command, JSON.stringify({ signIn: "owner" })]);
    const { url } = server;
    const secrets: string[] = [HTTP_TOKEN];
    const form = { token: HTTP_TOKEN, access: "change" };
    const tokensOf = (host: OAuthHost): readonly string[] => {
      const { access_token: access = "", refresh_token: refresh = "" } = host.tokens() ?? {};
      secrets.push(access, refresh);
      return [access, refresh];
    };
    const offered = async (oauth: OAuthHost): Promise<readonly string[]> => {
      await using host = await oauth.connect();
      return (await host.listTools()).map(({ name }) => name);
    };

    await t.step(
      "a host can register itself, sign in, make calls and refresh its token",
      async () => {
        const oauth = new OAuthHost(url);
        await oauth.signIn(form);
        assertEquals(oauth.tokens()?.scope, "budget:read budget:write");
        assertEquals(oauth.tokens()?.expires_in, 3600);
        await using host = await oauth.connect();
        assertEquals((await host.call("list_plans", {})).isError, false);
        const [access] = tokensOf(oauth);
        oauth.wearOut();
        assertEquals(await offered(oauth), namesOf(true));
        assert(tokensOf(oauth)[0] !== access);
      },
    );

    await t.step(
      "a host that publishes its metadata and is granted read-only access gets no tools that change the plan",
      async () => {
        const oauth = new OAuthHost(url, { metadataUrl: KNOWN_CLIENT });
        await oauth.signIn({ ...form, access: "read" });
        assertEquals(oauth.clientInformation()?.client_id, KNOWN_CLIENT);
        for (let uses = 0; uses < 2; uses++) {
          assertEquals(oauth.tokens()?.scope, "budget:read");
          assertEquals(await offered(oauth), namesOf(false));
          tokensOf(oauth);
          oauth.wearOut();
        }
      },
    );

    await t.step("a declined sign-in grants no access", async () => {
      const oauth = new OAuthHost(url);
      const browser = new Browser();
      const { url: page } = await browser.visit(await oauth.begin());
      const back = await browser.visit(page, { answer: "decline" });
      assertEquals(back.url.searchParams.get("error"), "access_denied");
      await assertRejects(() => oauth.finish(back));
      await assertRejects(() => oauth.connect(), UnauthorizedError);
    });

    await t.step("sign-in prints nothing to stdout", () => assertEquals(server.lines, []));

    await t.step("the log contains no token", () => {
      const said = server.stderr;
      assertEquals(secrets.filter((secret) => secret !== "" && said.includes(secret)), []);
      assertEquals(said.includes("http_failed"), false, said);
    });
  });
}
