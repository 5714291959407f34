import { Database } from "../remote/postgres/database.ts";

/** A test's own database, which is dropped when the object is disposed. */
export interface OwnDatabase extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
}

/** Creates an empty database. */
export async function ownDatabase(server: string): Promise<OwnDatabase> {
  const name = `budget_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await ask(server, `CREATE DATABASE ${name}`);
  return {
    name,
    url: databaseIn(server, name),
    [Symbol.asyncDispose]: () => ask(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The URL of another database on the same server, whether or not that database exists. */
export function databaseIn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function ask(server: string, statement: string): Promise<void> {
  const database = new Database(server);
  await database.all(statement).finally(() => database.close());
}
