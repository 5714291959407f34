import { assertEquals } from "@std/assert";
import { run } from "../../scripts/_run.ts";

/** Returns all npm packages that an entry file can import, whether or not they are loaded. */
async function packagesOf(entry: string): Promise<readonly string[]> {
  const { modules } = JSON.parse(await run(Deno.execPath(), ["info", "--json", entry]));
  const specifiers = (modules as readonly { readonly specifier: string }[])
    .map(({ specifier }) => /^npm:\/?((?:@[^/]+\/)?[^@/]+)/u.exec(specifier)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(specifiers)].toSorted();
}

const onStdio = ["@modelcontextprotocol/server", "zod"];

Deno.test("mod.ts and cli.ts depend only on the MCP SDK and Zod", async () => {
  assertEquals(await packagesOf("mod.ts"), onStdio);
  assertEquals(await packagesOf("cli.ts"), onStdio);
});

Deno.test("http.ts depends on the MCP SDK, Zod and five other npm packages", async () => {
  const more = ["@modelcontextprotocol/node", "jose", "oauth4webapi", "oidc-provider", "saxes"];
  assertEquals(await packagesOf("http.ts"), [...onStdio, ...more].toSorted());
});

Deno.test("postgres.ts depends only on its database driver and Zod", async () => {
  assertEquals(await packagesOf("postgres.ts"), ["pg", "zod"]);
});
