import { main } from "../cli.ts";
import { UsageError } from "../cli/_terminal.ts";
import { loadCamtWith } from "../statements/load_camt.ts";
import { choices } from "./_settings.ts";

loadCamtWith(async () => (await import("../statements/camt.ts")).readCamt);

// The desktop bundle excludes HTTP, sign-in and PostgreSQL.
main({
  http: () => leftOut("HTTP"),
  postgres: () => leftOut("PostgreSQL"),
  settingsForm: Object.fromEntries(choices.map(({ variable, title }) => [variable, title])),
});

function leftOut(what: string): Promise<never> {
  const instead = "install the npm package @budget-tools/server";
  return Promise.reject(
    new UsageError(`the desktop extension doesn't include ${what}: ${instead}`),
  );
}
