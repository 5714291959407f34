import { main } from "../cli.ts";
import { loadCamtWith } from "../statements/load_camt.ts";

loadCamtWith(async () => (await import("../statements/camt.ts")).readCamt);

main({
  http: async () => (await import("../cli/serve_http.ts")).serveOverHttp,
  postgres: async () => (await import("../remote/postgres/open_postgres.ts")).openPostgres,
});
