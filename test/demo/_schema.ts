import { Ajv2020 } from "npm:ajv@^8.20.0/dist/2020.js";
import { parse } from "npm:yaml@^2.9.1";

const DESCRIPTION = new URL("../../../shared/upstream/openapi-1.86.0.yaml", import.meta.url);

/** Properties that an operation returns only for some requests. */
const SOMETIMES: ReadonlySet<string> = new Set([
  "accounts",
  "transaction",
  "transactions",
  "duplicate_import_ids",
]);

/**
 * Operations whose responses are checked without requiring every property. The schema `PlanDetail`
 * includes `PlanSummary`, whose accounts have properties that a full plan's accounts lack.
 */
const LOOSE: ReadonlySet<string> = new Set(["getPlanById"]);

/** Returns what is wrong with a response, or `null` if the response is valid. */
export type AnswerCheck = (operationId: string, status: number, body: unknown) => string | null;

/** Creates a response validator from YNAB's API specification, or `null` if the file is missing. */
export function loadAnswerCheck(): AnswerCheck | null {
  const text = textOf(DESCRIPTION);
  if (text === null) return null;
  const description = parse(text) as Description;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  for (const isComplete of [true, false]) {
    const components = widened(description.components, isComplete);
    ajv.addSchema({ $id: isComplete ? "complete" : "loose", components });
  }
  const references = schemaReferences(description);
  return (operationId, status, body) => {
    const reference = references.get(`${operationId} ${status}`) ?? references.get(
      `${operationId} default`,
    );
    if (reference === undefined) return `${operationId} does not answer ${status}`;
    const validate = ajv.getSchema((LOOSE.has(operationId) ? "loose" : "complete") + reference);
    if (validate === undefined) return `${reference} is missing`;
    return validate(body) ? null : ajv.errorsText(validate.errors, { separator: "\n" });
  };
}

interface Description {
  readonly components: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly responses?: Readonly<Record<string, Answer>>;
}

interface Answer {
  readonly content?: { readonly "application/json"?: { readonly schema?: { $ref?: string } } };
}

function textOf(url: URL): string | null {
  try {
    return Deno.readTextFileSync(url);
  } catch {
    return null;
  }
}

function schemaReferences({ paths }: Description): Map<string, string> {
  const references = new Map<string, string>();
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const [status, answer] of Object.entries(operation.responses ?? {})) {
      const reference = answer.content?.["application/json"]?.schema?.$ref;
      if (reference !== undefined) references.set(`${operation.operationId} ${status}`, reference);
    }
  }
  return references;
}

/**
 * Converts `nullable: true`, which JSON Schema doesn't support, to a union with null. With
 * `isComplete`, requires every property, because YNAB returns `null` instead of omitting a
 * property.
 */
function widened(value: unknown, isComplete: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => widened(item, isComplete));
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = value as Readonly<Record<string, unknown>>;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [key, widened(item, isComplete)]),
  );
  if (isComplete && rest.type === "object" && typeof rest.properties === "object") {
    const names = Object.keys(rest.properties ?? {}).filter((name) => !SOMETIMES.has(name));
    schema.required = [...new Set([...names, ...(rest.required as string[] | undefined ?? [])])];
  }
  return nullable === true ? { anyOf: [schema, { type: "null" }] } : schema;
}
