import { rowsOf, type World } from "./_world.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Calls a tool and returns its structured answer. */
export async function ask(world: World, tool: string, args: object = {}): Promise<Row> {
  const { structured, text, isError } = await world.call(tool, args);
  if (isError || structured === undefined) throw new Error(`${tool}: ${text}`);
  return structured;
}

/** Returns the rows of a list in a structured answer. */
export function list(structured: Row, field: string): readonly Row[] {
  return rowsOf<Row>({ structured }, field);
}
