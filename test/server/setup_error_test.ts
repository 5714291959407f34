import { assertEquals } from "@std/assert";
import { noToken, setupError, setupSentence } from "../../server/setup_error.ts";
import { planWordsProblem } from "../../server/server_options.ts";

const MAKE = "make one at https://app.ynab.com/settings/developer";
const PLACE = "put it into BUDGET_ACCESS_TOKEN (or the token file, or the extension's settings)";

Deno.test("a server without a token explains where to create one and where to put it", () => {
  assertEquals(noToken(), `no access token is set, ${MAKE} and ${PLACE}`);
  assertEquals(
    setupSentence({ token: null }),
    `no access token is set: ${MAKE}, ${PLACE} and restart the server, or start it with --demo`,
  );
  assertEquals(setupError({ token: null })?.code, "unauthorized");
});

Deno.test("a server names a placeholder its host left as the token", () => {
  const left = "no access token is set, the host did not replace ${TOKEN}";
  assertEquals(noToken("${TOKEN}"), `${left}, ${MAKE} and ${PLACE}`);
  assertEquals(
    setupSentence({ token: null, tokenPlaceholder: "${TOKEN}" })?.startsWith(`${left}: make`),
    true,
  );
});

Deno.test("a server with a token and no problem returns no setup error", () => {
  assertEquals(setupSentence({ token: "a" }), null);
  assertEquals(setupError({ token: "a", problems: [] }), null);
});

Deno.test("a server names its invalid settings", () => {
  assertEquals(
    setupSentence({ token: "a", problems: ["--plan is wrong"] }),
    "a server setting can't be used: --plan is wrong: correct it and restart the server",
  );
  assertEquals(
    setupSentence({ token: null, problems: ["one is wrong", "another is, too"] }),
    "server settings can't be used: one is wrong; another is, too: correct them and " +
      "restart the server",
  );
  assertEquals(setupError({ token: "a", problems: ["x"] })?.code, "invalid_input");
});

Deno.test("planWordsProblem() rejects only words that can mean another plan later", () => {
  const why =
    "may mean a different plan on the next call: leave it out, or use the plan's id or name";
  assertEquals(planWordsProblem(" Last-Used "), `Last-Used ${why}`);
  assertEquals(planWordsProblem("default"), `default ${why}`);
  for (const words of ["", " ", "\u200b"]) {
    assertEquals(planWordsProblem(words), "names no plan: leave it out, or give an id or name");
  }
  assertEquals(planWordsProblem("Defaults"), null);
});
