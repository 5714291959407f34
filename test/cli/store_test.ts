import { assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { storePlace } from "../../cli/_store_place.ts";
import { openSignIns } from "../../remote/sign_in_store/sign_in_store.ts";
import { DEMO, type Ended, runAt } from "./_a_terminal.ts";
import { type Home, openHome } from "./_home.ts";
import { household, TODAY } from "../tools/_plan.ts";

interface StoreHome extends Home {
  call(tool: string, args?: object, ...flags: readonly string[]): Promise<Ended>;
}

async function aHome(): Promise<StoreHome> {
  const home = await openHome({ plans: [household()], today: TODAY });
  return {
    ...home,
    call: (tool, args = {}, ...flags) => home.run(["call", tool, JSON.stringify(args), ...flags]),
  };
}

const MOVE = {
  ...{ month: "current", amount: 5 },
  ...{ from_category_id: "Dining", to_category_id: "Rent" },
};

Deno.test("the store command shows the location, size and age of the store's files", async () => {
  await using home = await aHome();
  const nothing = await home.run(["store", "clear"]);
  assertEquals(nothing.out, `There is nothing to clear in ${home.folder}\n`);
  const before = await home.run(["store"]);
  assertEquals(before.status, 0);
  assertMatch(before.out, /copy\.db: none yet\n.*journal\.db: none yet/);
  await home.call("find_transactions");
  const { out } = await home.run(["store"]);
  assertStringIncludes(out, home.folder);
  assertMatch(out, /local copy {2}copy\.db: \d+(\.\d)? [kM]B, changed just now/);
  assertMatch(out, /journal {5}journal\.db: \d+ kB, changed just now/);
  const { files } = JSON.parse((await home.run(["store", "--json"])).out);
  assertEquals(files.map(({ name }: { name: string }) => name), ["copy", "journal", "sign_ins"]);
});

Deno.test("store clear empties the cache and keeps the journal", async () => {
  await using home = await aHome();
  const preview = await home.call("move_money", MOVE, "--write", "--json");
  const { confirmation } = JSON.parse(preview.out);
  await home.call("move_money", { ...MOVE, confirmation }, "--write");
  await home.call("find_transactions");
  const cleared = await home.run(["store", "clear"]);
  assertEquals(cleared.out, "Cleared the local copy; the journal was kept.\n");
  home.upstream.clearRequests();
  await home.call("find_transactions");
  const whole = home.upstream.requests.filter(({ query }) =>
    !("last_knowledge_of_server" in query)
  );
  assertEquals(whole.some(({ operationId }) => operationId === "getTransactions"), true);
  const undo = await home.call("undo_operation", {}, "--write");
  assertMatch(undo.out, /Undo "/);
});

Deno.test("store clear --journal also empties the journal", async () => {
  await using home = await aHome();
  await home.call("import_transactions", {}, "--write");
  const cleared = await home.run(["store", "clear", "--journal", "--json"]);
  assertMatch(cleared.err, /can no longer be undone/);
  assertEquals(JSON.parse(cleared.out).folder, home.folder);
  const undo = await home.call("undo_operation", {}, "--write");
  assertMatch(undo.err, /^not_found: nothing to undo: none of the changes made/);
});

Deno.test("the store command rejects unknown arguments", async () => {
  assertEquals((await runAt(["store", "empty"])).status, 2);
  assertEquals((await runAt(["store", "--journal"])).status, 2);
  assertEquals((await runAt(["store", "--store", "memory"])).status, 0);
  const memory = await runAt(["store", "--store", "memory", "--json"]);
  assertEquals(JSON.parse(memory.out), { folder: null, files: [], set_aside: [] });
  const homeless = await runAt(["store"]);
  assertEquals(homeless.status, 1);
  assertMatch(homeless.err, /no home folder was found/);
  const file = await runAt(["store", "--store", `sqlite:${Deno.execPath()}`]);
  assertEquals([file.status, file.err], [
    1,
    "budget-tool-server: can't read or write a file, folder or output stream (ENOTDIR)\n",
  ]);
});

Deno.test("a terminal shows the progress of the first load", async () => {
  await using home = await openHome();
  const shown: string[] = [];
  let time = 0;
  const { err } = await home.run(["call", "find_transactions"], {
    status: (text) => void shown.push(text),
    clock: { now: () => (time += 1000), every: () => () => {} },
  });
  assertMatch(shown[0] ?? "", /^Loading all transactions/);
  assertEquals([shown.at(-1), err], ["", ""]);
});

Deno.test("the default store is in the operating system's state folder", () => {
  const at = (platform: string, env: Readonly<Record<string, string>>): unknown =>
    storePlace(undefined, (name) => env[name], platform).storeFolder;
  const home = { HOME: "/home/me" };
  const [program, own] = ["budget-tool-server", "/home/me/.local/state/budget-tool-server"];
  assertEquals(at("linux", home), own);
  assertEquals(at("linux", { ...home, XDG_STATE_HOME: "/var/me" }), `/var/me/${program}`);
  assertEquals(at("linux", { ...home, XDG_STATE_HOME: "relative" }), own);
  assertEquals(at("darwin", home), `/home/me/Library/Application Support/${program}`);
  assertEquals(at("linux", {}), undefined);
  // A relative path would depend on where the host starts the server.
  assertEquals([at("linux", { HOME: "me" }), at("darwin", { HOME: "." })], [undefined, undefined]);
  const locked = (name: string): never => {
    throw new Error(`${name} may not be read`);
  };
  assertEquals(storePlace(undefined, locked, "win32"), { storeProblem: "no_home" });
});

Deno.test("--store sqlite:PATH requires an absolute path, and 'sqlite:' alone means the default folder", async () => {
  for (const folder of ["~/state", "$HOME/state", "state"]) {
    const { status, err } = await runAt(["store", "--store", `sqlite:${folder}`]);
    assertEquals(status, 2);
    assertMatch(err, /is not an absolute path: write it in full/);
  }
  assertMatch((await runAt(["store", "--store", "sqlite:"])).err, /no home folder was found/);
});

Deno.test("the store command lists quarantined files", async () => {
  await using home = await aHome();
  await home.call("list_accounts");
  await Deno.writeTextFile(join(home.folder, "copy.db"), "no database at all ".repeat(500));
  for (const ending of ["-wal", "-shm"]) {
    await Deno.remove(join(home.folder, `copy.db${ending}`)).catch(() => {});
  }
  const { err } = await home.call("list_accounts");
  assertMatch(err, /"event":"store_set_aside","file":"copy\.db\.damaged-/);
  const { out } = await home.run(["store"]);
  assertMatch(out, /damaged file, set aside: copy\.db\.damaged-\S+ \(you can delete it\)/);
});

Deno.test("store clear signs everyone out and says so", async () => {
  await using home = await aHome();
  const signIns = await openSignIns({
    folder: home.folder,
    secret: "ynab owner",
    baseUrl: "https://api.example.com",
    now: Date.now,
    onNote: () => {},
  });
  const token = { kind: "AccessToken", id: "a-token" };
  const entry = { payload: {}, grantId: null, expiresAt: Date.now() + 3_600_000 };
  await signIns.upsert(token, entry);
  assertMatch((await home.run(["store"])).out, /sign-ins {4}sign_in\.db: \d+ kB/);
  const { status, out } = await home.run(["store", "clear"]);
  assertEquals(status, 0);
  assertMatch(out, /signed in over HTTP has been signed out/);
  // A server that has the file open continues to use it.
  assertEquals(await signIns.find(token), null);
  await signIns.upsert(token, entry);
  assertNotEquals(await signIns.find(token), null);
  await signIns.close();
});

Deno.test("without a store, the call command warns that a confirmation code is lost when the command ends", async () => {
  await using home = await aHome();
  const lost = await home.call("move_money", MOVE, "--write", "--store", "memory");
  assertMatch(lost.err, /the confirmation code is lost when the command ends/);
  assertMatch((await home.run(["store"])).out, /copy\.db: none yet/);
  const kept = await home.call("move_money", MOVE, "--write");
  assertEquals(kept.err, "");
  const words = ["month=current", "amount=5", "from_category_id=Coffee", "to_category_id=Fuel"];
  const demo = await runAt(["call", "move_money", ...words, "--write", ...DEMO]);
  assertMatch(demo.out, /^status: confirmation_required/);
  assertMatch(
    demo.err,
    /the demo saves nothing, so the confirmation code is lost when the command ends/,
  );
  assertEquals(demo.err.includes("--store"), false);
});

Deno.test("demo-upstream rejects a port, host or redirect URI that it can't use", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { status, err } = await runAt(["demo-upstream", "--port", `${listener.addr.port}`]);
  listener.close();
  assertEquals(status, 2);
  assertMatch(
    err,
    /port \d+ is in use: choose another with --port, or use --port 0 for any free port/,
  );
  // The second address is reserved for documentation, so no machine has it.
  const mistakes = [
    ["--host", "no-host.invalid", "--host: no-host.invalid is not one of this machine's addresses"],
    ["--host", "192.0.2.1", "--host: 192.0.2.1 is not one of this machine's addresses"],
    ["--oauth-redirect", "back", "--oauth-redirect must be a URL"],
  ] as const;
  for (const [flag, value, says] of mistakes) {
    const ended = await runAt(["demo-upstream", "--port", "0", flag, value]);
    assertEquals([ended.status, ended.err], [2, `budget-tool-server: ${says}\n`]);
  }
});
