import { assert, assertEquals, assertMatch } from "@std/assert";
import { gzipSync } from "node:zlib";
import { Buffer } from "node:buffer";
import { ids } from "../../tools/_plan.ts";
import {
  type Args,
  aViewWorld,
  type ConnectedClient,
  PLAIN,
  type Result,
  type ViewWorld,
} from "./_view_world.ts";

const CSV = "Date;Payee;Amount\n" +
  "2026-03-02;Corner Bakery;-4.50\n2026-03-03;Book Shop;-17.25\n2026-03-13;Refund;20.00\n";

const TOOL = "compare_statement";
const ARGUMENTS = { plan_id: ids.plan, account_id: ids.checking };

function world(): ViewWorld {
  return aViewWorld({ profile: "complete" });
}

async function handed(client: ConnectedClient, change: Args = {}): Promise<Result> {
  return await client.call("hand_statement", {
    tool: TOOL,
    arguments: ARGUMENTS,
    key: await client.key(),
    name: "march.csv",
    data: base64(gzipSync(CSV)),
    ...change,
  });
}

function base64(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString("base64");
}

Deno.test("hand_statement compares the account's transactions with a file sent by a page, and later calls refer to the file by a handle", async () => {
  await using here = world();
  const client = await here.connect();
  const { structured, text, meta } = await handed(client);
  assertEquals(structured["status"], "compared", text);
  assertEquals((structured["read"] as Args)["rows"], 3);
  assert("budget-tool-server/view" in meta);
  const later = await client.call(TOOL, {
    plan_id: ids.plan,
    statement: structured["statement"],
    decide: [{ row: 1, as: "skip" }],
  });
  assertEquals(later.structured["status"], "compared", later.text);
  assertEquals(later.structured["statement"], structured["statement"]);
  // A browser that can't compress sends the file uncompressed.
  const plain = await handed(client, { data: base64(CSV) });
  assertEquals(plain.structured["status"], "compared", plain.text);
  assertEquals(here.writes(), 0);
});

Deno.test("a file is refused if the page key is wrong or the client can't show views", async () => {
  await using here = world();
  const client = await here.connect();
  for (const key of ["", "0".repeat(32)]) {
    const { text, isError } = await handed(client, { key });
    assert(isError);
    assertMatch(text, /^forbidden: this page's key isn't valid on this server/u);
  }
  const plain = await here.connect(PLAIN);
  const { text } = await handed(plain, { key: await client.key() });
  assertMatch(text, /^forbidden: this tool is only for views/u);
});

Deno.test("a caller can't use another caller's key or handle", async () => {
  await using here = world();
  const [one, other] = [
    await here.connect(undefined, "anna"),
    await here.connect(undefined, "ben"),
  ];
  assertMatch((await handed(other, { key: await one.key() })).text, /^forbidden: this page's key/u);
  const { structured: { statement }, text } = await handed(one);
  assert(statement !== undefined, text);
  const stolen = await other.call(TOOL, { ...ARGUMENTS, statement });
  assertMatch(stolen.text, /^not_found: this statement is unknown or was read/u);
});

Deno.test("a damaged, oversized or unreadable file is refused", async () => {
  await using here = world();
  const client = await here.connect();
  const gzip = gzipSync(CSV);
  const bomb = base64(gzipSync(new Uint8Array(60_000_000)));
  assert(bomb.length < 600_000);
  for (
    const [data, expected] of [
      [base64(gzip.subarray(0, gzip.length - 12)), /the file was corrupted in transit/u],
      ["A".repeat(600_004), /data/u],
      ["not base64!", /data/u],
      [base64("%PDF-1.7\n"), /PDF/u],
      ["", /./u],
      [bomb, /the file is larger than 5 MB/u],
    ] as const
  ) {
    const { text, isError } = await handed(client, { data });
    assert(isError, text);
    assertMatch(text, /^invalid_input: /u);
    assertMatch(text, expected);
  }
});

Deno.test("only compare_statement accepts a file sent by a page", async () => {
  await using here = world();
  const client = await here.connect();
  for (const tool of ["import_statement", "move_money", "forecast_balance"]) {
    const { text } = await handed(client, { tool, arguments: {} });
    assertMatch(text, /^invalid_input: \w+ takes no file/u);
  }
  assertEquals(here.writes(), 0);
});

Deno.test("profiles without compare_statement don't offer hand_statement", async () => {
  const listedIn = async (profile: "fuller" | "complete", write: boolean): Promise<boolean> => {
    await using here = aViewWorld({ profile, write });
    const { client } = await here.connect();
    return (await client.listTools()).tools.some(({ name }) => name === "hand_statement");
  };
  assertEquals(await listedIn("fuller", true), false);
  assertEquals(await listedIn("complete", true), true);
  assertEquals(await listedIn("complete", false), true);
});
