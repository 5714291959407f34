import { assert, assertEquals } from "@std/assert";
import {
  connectionSettings,
  databaseName,
  databaseUrlProblem,
} from "../../../remote/postgres/connection_url.ts";

const usable: readonly string[] = [
  "postgres://db.example.com/budget",
  "postgresql://me:secret@db:5433/budget?sslmode=require&application_name=x",
  "postgres:///budget?host=/run/postgresql",
  "postgres://db/budget?sslmode=verify-ca&sslrootcert=ca.pem&channel_binding=require",
  "postgres://db/budget?sslmode=disable",
  "postgres://db/budget?sslmode=verify-full",
];
for (const url of usable) {
  Deno.test(`databaseUrlProblem() accepts ${url}`, () => {
    assertEquals(databaseUrlProblem(url), null);
  });
}

const MODES = "has an sslmode other than disable, require, verify-ca and verify-full";
const PERCENT = "has a % that isn't followed by a character code: write %25";
const wrong: Readonly<Record<string, string>> = {
  "": "is not a postgres: URL",
  "db.example.com": "is not a postgres: URL",
  "mysql://db/budget": "is not a postgres: URL",
  "xpostgres://db/budget": "is not a postgres: URL",
  "postgresqlx://db/budget": "is not a postgres: URL",
  "postgres://db/budget?password=secret": "has an unknown parameter password",
  "postgres://me:100%secret@db/budget": PERCENT,
  "postgres://db/50%": PERCENT,
  "postgres://db/budget?sslmode=prefer": MODES,
  "postgres://db/budget?sslmode=": MODES,
  "postgres:///budget": "names neither a host nor a socket folder",
  "postgres://db/budget?host=one,two": "names several hosts",
};
for (const [url, problem] of Object.entries(wrong)) {
  Deno.test(`databaseUrlProblem() returns for ${JSON.stringify(url)}: ${problem}`, () => {
    assertEquals(databaseUrlProblem(url), problem);
  });
}

Deno.test("connectionSettings() decodes every part of a URL", () => {
  const url = "postgres://m%40e:s%2Fecret@db.example.com:5433/my%20budget" +
    "?channel_binding=require&application_name=mine&sslmode=disable";
  assertEquals(connectionSettings(url), {
    host: "db.example.com",
    port: 5433,
    database: "my budget",
    user: "m@e",
    password: "s/ecret",
    ssl: false,
    enableChannelBinding: true,
    application_name: "mine",
  });
});

Deno.test("connectionSettings() leaves missing parts to the driver", () => {
  assertEquals(connectionSettings("postgres://localhost?channel_binding=prefer"), {
    host: "localhost",
    port: 5432,
    ssl: false,
    application_name: "budget-tool-server",
  });
});

Deno.test("connectionSettings() removes brackets from an IPv6 address", () => {
  assertEquals(connectionSettings("postgres://[::1]:5433/b").host, "::1");
});

Deno.test("databaseName() returns the database and host without secrets", () => {
  assertEquals(databaseName("postgres://me:secret@db/b?sslrootcert=/nowhere.pem"), "b at db:5432");
  assertEquals(databaseName("postgres://me:secret@db"), "me at db:5432");
  const unnamed = databaseName("postgres://db");
  assertEquals(unnamed, "(default) at db:5432");
  assert(!unnamed.includes("secret"));
});
