import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { ownDatabase } from "../_own_database.ts";
import { postgresForTests } from "../_postgres_server.ts";
import { withinDeadline } from "../protocol/_deadline.ts";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const url = await postgresForTests("the start of a hosted server");

for (
  const [flag, variable] of [["--http", "BUDGET_HTTP"], ["--metrics", "BUDGET_METRICS"]] as const
) {
  Deno.test({
    name: `a hosted server exits if the port of ${flag} is in use`,
    ignore: url === null,
    fn: async () => {
      await using database = await ownDatabase(url ?? "");
      using used = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const sealKey = await Deno.makeTempFile();
      await Deno.writeTextFile(sealKey, crypto.randomUUID());
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "-A", "--no-check", CLI],
        env: {
          BUDGET_HTTP: "127.0.0.1:0",
          BUDGET_PUBLIC_URL: "https://budget.example.com",
          BUDGET_SIGN_IN: "ynab",
          BUDGET_OPERATOR: "The Tests",
          BUDGET_OPERATOR_CONTACT: "tests@example.com",
          BUDGET_OAUTH_CLIENT_ID: "application",
          BUDGET_OAUTH_CLIENT_SECRET: "a-secret",
          BUDGET_SEAL_KEY_FILE: sealKey,
          BUDGET_INVITATION: "an-invitation-of-tests",
          BUDGET_STORE: database.url,
          [variable]: `127.0.0.1:${used.addr.port}`,
        },
        stdin: "null",
        stdout: "null",
        stderr: "piped",
      }).spawn();
      try {
        const { code, stderr } = await withinDeadline(child.output(), "the end of the server");
        assertEquals(code, 2);
        assertMatch(new TextDecoder().decode(stderr), new RegExp(`is in use: .*${flag}`, "u"));
      } finally {
        try {
          child.kill("SIGKILL");
        } catch { /* It has ended. */ }
        await Deno.remove(sealKey);
      }
    },
  });
}
