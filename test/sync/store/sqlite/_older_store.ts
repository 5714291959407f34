import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import older from "./older_store.json" with { type: "json" };
import undeflated from "./undeflated_store.json" with { type: "json" };

/** When the store was written, in milliseconds since 1970. */
export const OLDER_NOW = Date.parse("2026-11-22T12:00:00Z");

type Statements = Readonly<Record<string, readonly string[]>>;

/** Writes the two files into a folder. */
export function writeOlderStore(folder: string): void {
  write(folder, older);
}

/** Writes a cache of format 4 whose data isn't deflated, with 70 transactions. */
export function writeUndeflatedCache(folder: string): void {
  write(folder, undeflated);
}

function write(folder: string, files: Statements): void {
  for (const [file, statements] of Object.entries(files)) {
    const database = new DatabaseSync(join(folder, file));
    for (const statement of statements) database.exec(statement);
    database.close();
  }
}
