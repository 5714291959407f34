import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  connectionSettings,
  databaseName,
  databaseUrlProblem,
} from "../../../remote/postgres/connection_url.ts";
import { Database } from "../../../remote/postgres/database.ts";
import { freePort } from "../../_free_port.ts";
import { sayWithoutPostgres, startPostgres } from "../../_postgres_server.ts";
import { runAt } from "../../cli/_a_terminal.ts";

const usable: readonly string[] = [
  "postgres://db.example.com/budget",
  "postgresql://me:secret@db:5433/budget?sslmode=require&application_name=x",
  "postgres:///budget?host=/run/postgresql",
  "postgres://db/budget?sslmode=verify-ca&sslrootcert=ca.pem&channel_binding=require",
  "postgres://db/budget?sslmode=disable",
  "postgres://db/budget?sslmode=verify-full",
];

const MODES = "has an sslmode other than disable, require, verify-ca or verify-full";
const PERCENT = "has a % that isn't part of a valid percent-encoding: write a literal % as %25";
const wrong: Readonly<Record<string, string>> = {
  "": "is not a postgres: URL",
  "db.example.com": "is not a postgres: URL",
  "mysql://db/budget": "is not a postgres: URL",
  "xpostgres://db/budget": "is not a postgres: URL",
  "postgresqlx://db/budget": "is not a postgres: URL",
  "postgres://db/budget?password=secret": "has an unknown parameter (password)",
  "postgres://me:100%secret@db/budget": PERCENT,
  "postgres://db/50%": PERCENT,
  "postgres://db/budget?sslmode=prefer": MODES,
  "postgres://db/budget?sslmode=": MODES,
  "postgres:///budget": "has neither a host nor a socket directory",
  "postgres://db/budget?host=one,two": "names several hosts",
};
Deno.test("databaseUrlProblem() describes what is wrong with a URL", () => {
  for (const [url, problem] of Object.entries(wrong)) {
    assertEquals(databaseUrlProblem(url), problem);
  }
  for (const url of usable) assertEquals(databaseUrlProblem(url), null, url);
});

Deno.test("connectionSettings() decodes every part of a URL, and leaves missing parts to the driver", () => {
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
  assertEquals(connectionSettings("postgres://localhost?channel_binding=prefer"), {
    host: "localhost",
    port: 5432,
    ssl: false,
    application_name: "budget-tool-server",
  });
  assertEquals(connectionSettings("postgres://[::1]:5433/b").host, "::1");
});

Deno.test("databaseName() returns the database's name and host, without secrets", () => {
  assertEquals(databaseName("postgres://me:secret@db/b?sslrootcert=/nowhere.pem"), "b at db:5432");
  assertEquals(databaseName("postgres://me:secret@db"), "me at db:5432");
  assertEquals(databaseName("postgres://db"), "(default) at db:5432");
});

const port = await freePort();

/** Creates a key, and a certificate valid only for localhost. */
async function certify(folder: string): Promise<void> {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const { success } = await new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-days", "2", "-keyout", `${folder}/key.pem`, "-out", `${folder}/cert.pem`, ...subject],
    ],
    stdout: "null",
    stderr: "null",
  }).output();
  if (!success) throw new Error("openssl made no certificate");
}

/** Creates the database's certificate and an unrelated one. Returns the database's TLS settings. */
async function certified(home: string): Promise<Readonly<Record<string, string>>> {
  await Deno.mkdir(`${home}/other`);
  await certify(`${home}/other`);
  await certify(home);
  return {
    listen_addresses: "127.0.0.1",
    port: String(port),
    ssl: "on",
    ssl_key_file: `${home}/key.pem`,
    ssl_cert_file: `${home}/cert.pem`,
  };
}

const server = await startPostgres(certified);
if (server === null) sayWithoutPostgres("TLS to PostgreSQL");
else globalThis.addEventListener("unload", () => server.remove());

const home = server === null ? "" : new URL(server.url()).searchParams.get("host") ?? "";
const authority = `sslrootcert=${encodeURIComponent(`${home}/cert.pem`)}`;

function at(host: string, parameters: string): string {
  return `postgres://owner@${host}:${port}/postgres?${parameters}`;
}

/** Whether a connection is encrypted, according to the database. */
async function isEncrypted(url: string): Promise<unknown> {
  const database = new Database(url);
  try {
    const [row] = await database.all(
      "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
    );
    return row?.["ssl"];
  } finally {
    await database.close();
  }
}

function check(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `TLS to PostgreSQL: ${name}`, ignore: server === null, fn });
}

check("a connection to this machine isn't encrypted unless the URL requests TLS", async () => {
  assertEquals(await isEncrypted(at("127.0.0.1", "")), false);
  assertEquals(await isEncrypted(at("127.0.0.1", "sslmode=disable")), false);
});

check("sslmode=require encrypts without verification", async () => {
  assertEquals(await isEncrypted(at("127.0.0.1", "sslmode=require")), true);
});

check("sslmode=require with an authority verifies the certificate, as libpq does", async () => {
  assertEquals(await isEncrypted(at("127.0.0.1", `sslmode=require&${authority}`)), true);
  const other = `sslrootcert=${encodeURIComponent(`${home}/other/cert.pem`)}`;
  await assertRejects(() => isEncrypted(at("127.0.0.1", `sslmode=require&${other}`)));
});

check("verify-full and verify-ca reject a certificate from an unknown authority", async () => {
  for (const mode of ["verify-full", "verify-ca"]) {
    await assertRejects(() => isEncrypted(at("localhost", `sslmode=${mode}`)));
  }
});

check("verify-full checks the host name and verify-ca doesn't", async () => {
  assertEquals(await isEncrypted(at("localhost", `sslmode=verify-full&${authority}`)), true);
  await assertRejects(() => isEncrypted(at("127.0.0.1", `sslmode=verify-full&${authority}`)));
  assertEquals(await isEncrypted(at("127.0.0.1", `sslmode=verify-ca&${authority}`)), true);
});

check("a server that can't verify TLS prints one sentence and doesn't start", async () => {
  const env = {
    BUDGET_ACCESS_TOKEN: "a-token",
    BUDGET_STORE: at("localhost", "sslmode=verify-full"),
  };
  const { status, err } = await runAt(["call", "list_plans"], { env });
  assertEquals(status, 1, err);
  assertStringIncludes(err, "has a certificate that can't be verified");
  assertStringIncludes(err, "set sslrootcert to a file with the issuing CA's certificate");
});
