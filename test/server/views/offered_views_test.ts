import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { connectViewClient, SHOWS_VIEWS } from "../../views/_view_client.ts";
import { toolsOf } from "../../../server/offered_tools.ts";
import { transportHere } from "../../protocol/_in_process.ts";
import { ids } from "../../tools/_plan.ts";
import { addressOf, type Args, aViewWorld, MOVE, pageOf, PLAIN } from "./_view_world.ts";

const READING = [
  "can_afford",
  "compare_statement",
  "find_transactions",
  "forecast_balance",
  "get_budget_vs_actual",
  "get_category_balances",
  "get_money_history",
  "get_monthly_summary",
  "get_spending_trends",
  "suggest_categories",
];
const tools = toolsOf("fuller", true);

async function listedBy(
  capabilities: Args,
  options: Parameters<typeof aViewWorld>[0] = {},
): Promise<readonly Args[]> {
  await using world = aViewWorld(options);
  const { client } = await world.connect(capabilities);
  return (await client.listTools()).tools;
}

Deno.test("all tools that change the plan have views, but only some read-only tools do", async () => {
  const changing = toolsOf("complete", true).filter(({ writes }) => writes.complete.length > 0)
    .map(({ name }) => name);
  const listed = await listedBy(SHOWS_VIEWS, { profile: "complete" });
  const shown = listed.filter(({ _meta }) => {
    const { ui } = (_meta ?? {}) as { readonly ui?: Args };
    return ui?.["resourceUri"] !== undefined;
  });
  assertEquals(shown.map(({ name }) => name), [...READING, ...changing].toSorted());
  for (const { name, _meta } of shown) {
    const { ui, "ui/resourceUri": flat } = _meta as { readonly ui: Args } & Args;
    assertEquals(ui["resourceUri"], flat);
    assertMatch(
      String(flat),
      new RegExp(`^ui://budget-tool-server/${name}-[0-9a-f]{16}\\.html$`, "u"),
    );
  }
});

Deno.test("tools meant only for pages are listed for clients that support views, but are hidden from the model", async () => {
  const hidden = (await listedBy(SHOWS_VIEWS)).filter(({ name }) =>
    !tools.some((tool) => tool.name === name)
  );
  assertEquals(hidden.map(({ name }) => name), ["show_again", "decide_change"]);
  for (const { _meta } of hidden) assertEquals(_meta, { ui: { visibility: ["app"] } });
  assertEquals(hidden.map(({ annotations }) => (annotations as Args)["readOnlyHint"]), [
    true,
    false,
  ]);
  const reading = await listedBy(SHOWS_VIEWS, { write: false });
  assertEquals(reading.at(-1)?.["name"], "show_again");
});

Deno.test("a client isn't offered tools meant only for pages unless it declares the extension and the content type for views", async () => {
  for (
    const extensions of [
      {},
      { "io.modelcontextprotocol/ui": {} },
      { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } },
      { "example.com/other": { mimeTypes: ["text/html;profile=mcp-app"] } },
    ]
  ) {
    const names = (await listedBy({ extensions })).map(({ name }) => name);
    assertEquals(names, tools.map(({ name }) => name));
  }
});

Deno.test("a client that doesn't support views gets the same tools as when views are turned off, except that links to pages may differ", async () => {
  const withoutViews = await listedBy(PLAIN, { views: "off" });
  const plain = await listedBy(PLAIN);
  const told = plain.map((tool) => {
    const { ui: _, "ui/resourceUri": __, ...meta } = (tool["_meta"] ?? {}) as Args;
    return { ...tool, _meta: Object.keys(meta).length === 0 ? undefined : meta };
  });
  assertEquals(JSON.parse(JSON.stringify(told)), JSON.parse(JSON.stringify(withoutViews)));
  assert(!JSON.stringify(withoutViews).includes("ui://"));
});

/** Matches the part of a result that is meant for its view and hidden from models. */
const FACTS = /,"budget-tool-server\/view":\{.*?\},"today":"[\d-]+"\}/u;

for (const profile of ["fuller", "complete"] as const) {
  Deno.test(`with views off, the ${profile} profile gives all clients the same lists and responses`, async () => {
    const said = async (capabilities: Args, views: "auto" | "off"): Promise<readonly string[]> => {
      await using world = aViewWorld({ views, profile });
      const { client, call } = await world.connect(capabilities);
      const preview = await call("move_money", MOVE);
      const { confirmation } = preview.structured;
      return [
        JSON.stringify(await call("get_budget_vs_actual", { plan_id: ids.plan, month: "2026-03" })),
        JSON.stringify(preview).replaceAll(String(confirmation), "code"),
        JSON.stringify(await client.listResourceTemplates()),
        JSON.stringify(await client.listResources()),
        JSON.stringify(client.getInstructions()),
        ...(views === "off"
          ? [
            JSON.stringify(await client.listTools()),
            JSON.stringify(client.getServerCapabilities()),
          ]
          : []),
      ];
    };
    const off = await said(SHOWS_VIEWS, "off");
    assertEquals(off, await said(PLAIN, "off"));
    const auto = await said(PLAIN, "auto");
    assertEquals(off.slice(0, 5), auto.map((text) => text.replace(FACTS, "")));
    assert(!/ui:\/\/|budget-tool-server\/view|"preview"|mcp-app|show_again/u.test(off.join("")));
  });
}

Deno.test("a server advertises views unless they are off", async () => {
  const extensions = async (views: "auto" | "off"): Promise<unknown> => {
    await using world = aViewWorld({ views });
    return (await world.connect()).client.getServerCapabilities()?.extensions;
  };
  assertEquals(await extensions("auto"), { "io.modelcontextprotocol/ui": {} });
  assertEquals(await extensions("off"), undefined);
});

Deno.test("a server with views off has no pages and no tools meant only for pages", async () => {
  await using world = aViewWorld({ views: "off" });
  const { client, call } = await world.connect(SHOWS_VIEWS);
  await assertRejects(() =>
    client.readResource({ uri: "ui://budget-tool-server/move_money-0123456789abcdef.html" })
  );
  const { text } = await call("show_again", { tool: "move_money", arguments: {}, key: "" })
    .catch((error: unknown) => ({ text: String(error) }));
  assertMatch(text, /not found/u);
});

Deno.test("a page makes no network requests, earlier URIs of the page still work, and only clients that show views get the page's key", async () => {
  await using world = aViewWorld();
  const { client } = await world.connect();
  const plain = await world.connect(PLAIN);
  assertMatch(await pageOf(plain.client, "move_money"), / data-key=""/u);
  const uri = await addressOf(client, "move_money");
  const { contents: [content] } = await client.readResource({ uri });
  assertEquals(content?.mimeType, "text/html;profile=mcp-app");
  const page = await pageOf(client, "move_money");
  assertMatch(page, /^<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">\n/u);
  assertEquals(content?._meta, {
    ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
  });
  const old = uri.replace(/-[0-9a-f]+\.html$/u, "-00000000.html");
  const { contents: [again] } = await client.readResource({ uri: old });
  assertEquals([again?.uri, again !== undefined && "text" in again ? again.text : ""], [
    old,
    await pageOf(client, "move_money"),
  ]);
  for (const wrong of ["list_plans-00000000.html", "move_money.html", "move_money-0000.css"]) {
    await assertRejects(
      () => client.readResource({ uri: `ui://budget-tool-server/${wrong}` }),
      Error,
      "not_found: this server has no page at that address: call the tool again to reopen its page",
    );
  }
});

Deno.test("a server without --write has no decide_change tool and no pages for changes", async () => {
  await using world = aViewWorld({ write: false });
  const { client, call, key } = await world.connect();
  const given = { tool: "move_money", arguments: MOVE, key: await key() };
  const { text } = await call("decide_change", { ...given, preview: "p", decision: "apply" })
    .catch((error: unknown) => ({ text: String(error) }));
  assertMatch(text, /not found/u);
  assertMatch(
    (await call("show_again", given)).text,
    /this server has no view for a tool with that name/u,
  );
  const uri = "ui://budget-tool-server/move_money-00000000.html";
  await assertRejects(
    () => client.readResource({ uri }),
    Error,
    "this server has no page at that address",
  );
});

Deno.test("a card can confirm changes only with --write, and never with --confirm code", async () => {
  const addresses = new Set<string>();
  const decides = async (options: Parameters<typeof aViewWorld>[0]): Promise<unknown> => {
    await using world = aViewWorld({ token: null, ...options });
    const { client } = await world.connect();
    addresses.add(await addressOf(client, "forecast_balance"));
    const page = await pageOf(client, "forecast_balance");
    return / data-decides="(?<decides>[a-z]*)"/u.exec(page)?.groups?.["decides"];
  };
  assertEquals(await decides({}), "yes");
  assertEquals(await decides({ confirm: "user" }), "only");
  assertEquals(await decides({ confirm: "code" }), "");
  assertEquals(await decides({ write: false }), "");
  // A page's URI changes when its permissions do.
  assertEquals(addresses.size, 4);
});

Deno.test("a response gives the money format to the view but not to the model", async () => {
  await using world = aViewWorld();
  const args = { plan_id: ids.plan, month: "2026-03" };
  const shown = await (await world.connect()).call("get_budget_vs_actual", args);
  const plain = await (await world.connect(PLAIN)).call("get_budget_vs_actual", args);
  assertEquals(shown.meta["budget-tool-server/view"], {
    money: { symbol: "$", isSymbolFirst: true, decimals: 2, groupMark: "," },
    today: "2026-03-15",
  });
  assertEquals([shown.text, shown.structured], [plain.text, plain.structured]);
  const { meta } = await (await world.connect()).call("list_accounts", { plan_id: ids.plan });
  assertEquals(Object.keys(meta), ["budget-tool-server/ynab-requests"]);
  // The server sends this data to every host, because some hosts show pages without declaring that
  // they do. Sending it is harmless: no host shows this data to its model.
  assertEquals(plain.meta["budget-tool-server/view"], shown.meta["budget-tool-server/view"]);
});

// All other tests in this file use the 2025 protocol.
Deno.test("a client's capabilities determine its tools, pages and previews in protocol 2026-07-28", async () => {
  await using showing = await connectViewClient(transportHere());
  await using plain = await connectViewClient(transportHere(), { capabilities: {} });
  const names = async (client: typeof plain): Promise<readonly string[]> =>
    (await client.tools()).map(({ name }) => name);
  assertEquals(
    (await names(showing)).filter((name) => !tools.some((tool) => tool.name === name)),
    ["show_again", "decide_change"],
  );
  assertEquals(await names(plain), tools.map(({ name }) => name));
  assertMatch(await showing.page("forecast_balance"), / data-key="[0-9a-f]{32}"/u);
  const args = {
    month: "2026-11",
    from_category_id: "Pets",
    to_category_id: "Dining Out",
    amount: 5,
  };
  const given = (await showing.call("move_money", args))["structuredContent"] as Args;
  assert(given["preview"] !== undefined);
  const other = (await plain.call("move_money", args))["structuredContent"] as Args;
  assertEquals(other["preview"], undefined);
});
