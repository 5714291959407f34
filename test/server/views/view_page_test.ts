import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { pageAddresses, PAGES, pageText, toolOfPage } from "../../../server/views/view_page.ts";
import { type ViewScope, viewSupport } from "../../../server/views/view_support.ts";

const reading = { name: "forecast_balance", writes: { fuller: [], reduced: [], complete: [] } };
const plain = { ...reading, name: "list_plans" };
const views = viewSupport({ token: "a-token", storeFolder: "store" });

function aScope(change: Partial<ViewScope> = {}): ViewScope {
  return { views, principal: null, isWriteAllowed: true, confirm: "auto", ...change };
}

async function addressIn(scope: ViewScope): Promise<string> {
  return String((await pageAddresses(scope))(reading));
}

Deno.test("the address of a page names its tool, and changes with what the page may do and for whom", async () => {
  const address = await addressIn(aScope());
  assertMatch(address, /^ui:\/\/budget-tool-server\/forecast_balance-[0-9a-f]{16}\.html$/u);
  assertEquals(await addressIn(aScope()), address);
  for (
    const other of [
      aScope({ isWriteAllowed: false }),
      aScope({ confirm: "code" }),
      aScope({ principal: "somebody" }),
    ]
  ) assertNotEquals(await addressIn(other), address);
  assertEquals((await pageAddresses(aScope()))(plain), null);
});

Deno.test("toolOfPage() takes addresses of any version, and of nothing else", () => {
  assertEquals(toolOfPage(`${PAGES}move_money-0a1b.html`), "move_money");
  const others = [
    ...["move_money.html", "move_money-0a1b", "move_money-0A1B.html"],
    ...["Move-0a1b.html", "../move_money-0a1b.html", `move_money-${"0".repeat(65)}.html`],
  ];
  for (const other of others) assertEquals(toolOfPage(PAGES + other), null);
  assertEquals(toolOfPage("ui://another-server/move_money-0a1b.html"), null);
});

const told: readonly (readonly [what: string, scope: Partial<ViewScope>, decides: string])[] = [
  ["may decide", {}, "yes"],
  ["decides alone", { confirm: "user" }, "only"],
  ["only shows where nothing may be changed", { isWriteAllowed: false }, ""],
  ["only shows where codes alone decide", { confirm: "code" }, ""],
];
for (const [what, change, decides] of told) {
  Deno.test(`a page that ${what} is whole, and says so to its script`, async () => {
    const scope = aScope(change);
    const key = await views.keyOf(null);
    const html = await pageText({ tool: reading, scope, hasKey: true });
    const frame = html.replace(/<style>[^]*?<\/style>/u, "<style></style>")
      .replace(/<script>[^]*?<\/script>/u, "<script></script>");
    const facts = `data-tool="forecast_balance" data-view="forecast" data-decides="${decides}"`;
    assertEquals(frame.split("\n"), [
      "<!doctype html>",
      '<html lang="en">',
      '<head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      "<title>Budget Tool Server</title>",
      "<style></style></head>",
      `<body><main id="view" ${facts} data-key="${key}"></main>`,
      "<script></script></body>",
      "</html>",
      "",
    ]);
    assertMatch(html, /<style>[^<]+<\/style>/u);
    const without = await pageText({ tool: reading, scope, hasKey: false });
    assertEquals(without, html.replace(key, ""));
  });
}
