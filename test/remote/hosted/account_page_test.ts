import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  ACCOUNT,
  formsOf,
  hostedTest,
  type HostedWorld,
  signedIn,
  statusWith,
} from "./_hosted_world.ts";
import { everyRow, opened } from "./_rows.ts";
import type { Browser } from "../sign_in/_browser.ts";

const HOUR_MS = 3_600_000;

async function twoPrograms(world: HostedWorld): Promise<{
  readonly browser: Browser;
  readonly tokens: readonly (string | undefined)[];
}> {
  const browser = world.browser();
  const hosts = [
    await signedIn(world, "ana", { browser }),
    await signedIn(world, "ana", { browser }),
  ];
  return { browser, tokens: hosts.map((host) => host.tokens()?.access_token) };
}

hostedTest("the account page lists a user's programs, and no one else's", async (world) => {
  const { browser } = await twoPrograms(world);
  const ben = world.browser();
  await signedIn(world, "ben", { browser: ben });
  const page = await browser.visit(ACCOUNT);
  assertEquals([page.status, formsOf(page).ids.length], [200, 2]);
  assertMatch(page.text, /may read and change; first used 2026-11-19, last used 2026-11-19/u);
  assertMatch(page.text, /can't show your plans or the journal: they are encrypted/u);
  assertEquals(formsOf(await ben.visit(ACCOUNT)).ids.length, 1);
  const list = await browser.visit(new URL("?list=json", ACCOUNT));
  const { programs } = JSON.parse(list.text);
  assertEquals(programs.length, 2);
  assertMatch(list.headers.get("content-disposition") ?? "", /attachment/u);
  assertEquals([programs[0].access, programs[0].first_day], ["change", "2026-11-19"]);
});

hostedTest("Remove signs out one program and keeps the other", async (world) => {
  const { browser, tokens } = await twoPrograms(world);
  const { form, ids: [id = ""] } = formsOf(await browser.visit(ACCOUNT));
  const page = await browser.visit(ACCOUNT, { form, remove: id });
  assertEquals([page.status, formsOf(page).ids.length], [200, 1]);
  const statuses = await Promise.all(tokens.map((token) => statusWith(world, token)));
  assertEquals(statuses.toSorted(), [200, 401]);
});

hostedTest("Remove all deletes every row of the user and closes the page", async (world) => {
  const { browser, tokens } = await twoPrograms(world);
  const { form } = formsOf(await browser.visit(ACCOUNT));
  const unsure = await browser.visit(ACCOUNT, { form, everything: "yes" });
  assertEquals([unsure.status, await statusWith(world, tokens[0])], [400, 200]);
  const deleted = await browser.visit(ACCOUNT, { form, everything: "yes", sure: "yes" });
  assertEquals(deleted.status, 200);
  assertStringIncludes(deleted.text, 'href="https://app.ynab.com/settings"');
  assertEquals(await Promise.all(tokens.map((token) => statusWith(world, token))), [401, 401]);
  assertMatch((await browser.visit(ACCOUNT)).text, /Your account page is closed/u);
  const rows = await opened(world, everyRow);
  const kept = /"table":"(?:vaults|users|upstream_tokens|parts|entries|confirmations|budgets)"/u;
  assertEquals(rows.filter((row) => kept.test(row)), []);
});

hostedTest("a form with no token or another user's token removes nothing", async (world) => {
  const { browser, tokens } = await twoPrograms(world);
  const ben = world.browser();
  await signedIn(world, "ben", { browser: ben });
  const foreign = formsOf(await ben.visit(ACCOUNT)).form;
  const { ids: [id = ""] } = formsOf(await browser.visit(ACCOUNT));
  for (const form of ["", foreign]) {
    const refused = await browser.visit(ACCOUNT, { form, remove: id });
    assertEquals(refused.status, 403);
    const all = await browser.visit(ACCOUNT, { form, everything: "yes", sure: "yes" });
    assertEquals(all.status, 403);
  }
  // Ben can't remove Ana's program with his own form.
  await ben.visit(ACCOUNT, { form: foreign, remove: id });
  assertEquals(await Promise.all(tokens.map((token) => statusWith(world, token))), [200, 200]);
});

hostedTest("another site can't post the account page's form", async (world) => {
  const { browser } = await twoPrograms(world);
  const { form, ids: [id = ""] } = formsOf(await browser.visit(ACCOUNT));
  const response = await world.ask(
    new Request(ACCOUNT, {
      method: "POST",
      headers: { cookie: browser.cookies, origin: "https://evil.example" },
      body: new URLSearchParams({ form, remove: id }),
    }),
  );
  assertEquals(response.status, 403);
  assertEquals(formsOf(await browser.visit(ACCOUNT)).ids.length, 2);
});

hostedTest("the account page closes after twelve hours", async (world) => {
  const { browser } = await twoPrograms(world);
  world.clock.ms += 12 * HOUR_MS + 1;
  assertMatch((await browser.visit(ACCOUNT)).text, /open it in the same browser for 12 hours/u);
  assert((await world.browser().visit(ACCOUNT, { everything: "yes" })).status === 403);
});

hostedTest("a program's name can't add anything to the account page", async (world) => {
  const browser = world.browser();
  const host = world.host({});
  host.clientMetadata.client_name = '<script>alert(1)</script>"';
  await signedIn(world, "ana", { browser, host });
  const { text } = await browser.visit(ACCOUNT);
  assert(!text.includes("<script>"));
  assertStringIncludes(text, "&lt;script&gt;");
});
