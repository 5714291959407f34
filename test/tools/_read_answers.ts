import { rowsOf, type World } from "./_world.ts";

export type Row = Readonly<Record<string, unknown>>;

export async function ask(world: World, tool: string, args: object = {}): Promise<Row> {
  const { structured, text, isError } = await world.call(tool, args);
  if (isError || structured === undefined) throw new Error(`${tool}: ${text}`);
  return structured;
}

export function list(structured: Row, field: string): readonly Row[] {
  return rowsOf<Row>({ structured }, field);
}
