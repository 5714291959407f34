// deno-lint-ignore-file no-console
import { isPostgresFound } from "./_postgres_server.ts";

if (!isPostgresFound()) {
  console.error(
    "\n!!!!! NOT TESTED: the store on PostgreSQL and servers that share it: PostgreSQL is not " +
      "installed (or name one in BUDGET_TEST_POSTGRES) !!!!!\n",
  );
}
