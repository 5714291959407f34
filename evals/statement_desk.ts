import type { Answer, Desk } from "./desk.ts";
import type { Turn } from "./question.ts";

export interface Compared {
  readonly answer: Answer;
  /** Handle of what was read. */
  readonly statement: string;
  /** What the file leaves open. */
  readonly questions: readonly string[];
}

/** The latest comparison of each desk. */
const latest = new WeakMap<Desk, Compared>();

export async function compared(
  desk: Desk,
  { account, text }: { readonly account: string; readonly text: string },
): Promise<Compared> {
  const answer = await desk.call("compare_statement", { account_id: account, text });
  const found = {
    answer,
    statement: answer.text("statement"),
    questions: answer.rows("questions").map((question) => question.text("about")),
  };
  latest.set(desk, found);
  return found;
}

export function last(desk: Desk): Compared {
  const found = latest.get(desk);
  if (found === undefined) throw new Error("Nothing was compared");
  return found;
}

/** Compares again with the user's answer. */
export function answersQuestion(readAs: Readonly<Record<string, string>>): Turn["rehearsed"] {
  return async (desk) => {
    const { statement } = last(desk);
    const answer = await desk.call("compare_statement", { statement, read_as: readAs });
    const rows = answer.within("matched").number("count");
    return `${rows} / ${rows} OK`;
  };
}

export async function previewed(
  desk: Desk,
  statement: string,
  further: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return (await desk.call("import_statement", { statement, ...further })).text("message");
}

export async function confirms(desk: Desk): Promise<string> {
  return (await desk.confirm()).text("message");
}
