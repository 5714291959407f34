import { assertEquals } from "@std/assert";
import { run } from "../../scripts/_run.ts";

/** Everything from npm that is named on the way from an entry, whether or not it is reached. */
async function packagesOf(entry: string): Promise<readonly string[]> {
  const { modules } = JSON.parse(await run(Deno.execPath(), ["info", "--json", entry]));
  const specifiers = (modules as readonly { readonly specifier: string }[])
    .map(({ specifier }) => /^npm:\/?((?:@[^/]+\/)?[^@/]+)/u.exec(specifier)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(specifiers)].toSorted();
}

const onStdio = ["@modelcontextprotocol/server", "zod"];

Deno.test("a first start on stdio downloads two packages, however HTTP is served", async () => {
  assertEquals(await packagesOf("mod.ts"), onStdio);
  assertEquals(await packagesOf("cli.ts"), onStdio);
});

Deno.test("a first start over HTTP downloads three more", async () => {
  const more = ["@modelcontextprotocol/node", ...onStdio, "jose", "oidc-provider"].toSorted();
  assertEquals(await packagesOf("http.ts"), more);
});

Deno.test("a program that opens a database downloads its driver", async () => {
  assertEquals(await packagesOf("postgres.ts"), ["pg", "zod"]);
});
