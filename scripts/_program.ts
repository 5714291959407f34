import { main as mainApart } from "../cli.ts";
import { loadCamtWith } from "../statements/load_camt.ts";

/** Runs the program in this process. */
export function main(): Promise<void> {
  loadCamtWith(async () => (await import("../statements/camt.ts")).readCamt);
  return mainApart({
    http: async () => (await import("../cli/serve_http.ts")).serveOverHttp,
    postgres: async () => (await import("../remote/postgres/open_postgres.ts")).openPostgres,
  });
}
