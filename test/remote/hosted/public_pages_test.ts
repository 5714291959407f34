import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { consentPageOf, hostedTest, PUBLIC_URL } from "./_hosted_world.ts";

/** From YNAB's API terms of service. */
const REQUIRED =
  "We are not affiliated, associated, or in any way officially connected with YNAB or any of its " +
  "subsidiaries or affiliates. The official YNAB website can be found at https://www.ynab.com. " +
  "The names YNAB and You Need A Budget, as well as related names, tradenames, marks, trademarks, " +
  "emblems, and images are registered trademarks of YNAB.";

hostedTest("every page names the operator and contains YNAB's required text", async (world) => {
  const browser = world.browser();
  const paths = ["/", "/privacy", "/terms", "/account", "/sign-in/back?state=x", "/authorize?x=1"];
  const pages = [
    await consentPageOf(world, browser),
    ...await Promise.all(paths.map((path) => browser.visit(new URL(path, PUBLIC_URL)))),
  ];
  for (const { url, text, headers } of pages) {
    assertStringIncludes(text, REQUIRED, url.pathname);
    assertStringIncludes(text, "The Tests (tests@example.com)", url.pathname);
    assertStringIncludes(text, 'href="/privacy"', url.pathname);
    assertMatch(headers.get("content-security-policy") ?? "", /default-src 'none'/u);
  }
});

hostedTest(
  "the privacy page says what is stored, where, for how long, and who could read it",
  async (world) => {
    const { status, text } = await world.browser().visit(new URL("/privacy", PUBLIC_URL));
    assertEquals(status, 200);
    for (
      const words of [
        "Purpose",
        "a journal of the changes",
        "run here: Hetzner &amp; Co, Finland.",
        "hasn&#39;t been used for 14 days, its data is deleted",
        "Backups are kept for 30 days",
        "How to delete your data",
        "under 13",
        "The operator could change the software on this server",
        "Last updated: 20",
      ]
    ) assertStringIncludes(text, words);
  },
  { hosted: { retentionDays: 14, region: "Hetzner & Co, Finland" } },
);

hostedTest("the start page shows the connector's address", async (world) => {
  const browser = world.browser();
  const { text } = await browser.visit(new URL("/", PUBLIC_URL));
  assertStringIncludes(text, `${PUBLIC_URL}/mcp`);
  assertStringIncludes(text, "It cannot pay, transfer or trade real money.");
  const { text: terms } = await browser.visit(new URL("/terms", PUBLIC_URL));
  assert(/without any warranty/u.test(terms));
});
