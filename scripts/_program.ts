import { main as mainApart } from "../cli.ts";

/** Runs the program in this process. */
export function main(): Promise<void> {
  return mainApart({
    http: async () => (await import("../cli/serve_http.ts")).serveOverHttp,
    postgres: async () => (await import("../remote/postgres/open_postgres.ts")).openPostgres,
  });
}
