import { isRecord, parseJson } from "./_json.ts";
import { faultOf, type Part } from "./answers/form.ts";
import { answerParts } from "./answers/operation_parts.ts";
import type { CoveredOperation } from "./calls.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An answer that is not what its operation answers. The message holds nothing of it. */
export class UnreadableAnswer extends TypeError {
  override readonly name = "UnreadableAnswer";
  /** The field that is wrong or missing; `null` when there is no data at all. */
  readonly field: string | null;

  /** Makes the error. */
  constructor(field: string | null) {
    super(`Cannot read the answer: ${field ?? "its data"} is missing or of another kind`);
    this.field = field;
  }
}

/**
 * Reads the `data` of an answer.
 *
 * @throws {UnreadableAnswer} When it is not what the operation answers.
 */
export function readAnswer(operation: CoveredOperation, text: string): unknown {
  const body = parseJson(text);
  if (!isRecord(body) || !isRecord(body.data)) throw new UnreadableAnswer(null);
  const data = withoutNulls(body.data);
  refuseFaults(data, answerParts[operation]);
  return data;
}

/** Upstream writes null where it has nothing; our types leave such a field out. */
function withoutNulls(data: Fields): Fields {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

function refuseFaults(data: Fields, expected: Readonly<Record<string, Part>>): void {
  for (const [field, part] of Object.entries(expected)) {
    const fault = faultOf(data[field], part);
    if (fault !== null) throw new UnreadableAnswer(field + fault);
  }
}
