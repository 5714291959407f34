import { type OperationId, operationIds, operations } from "../client/operations.ts";

/** An operation with the parameters of its path. */
export interface Route {
  readonly operationId: OperationId;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly operationId: OperationId;
  readonly method: string;
  readonly segments: readonly string[];
}

const patterns: readonly Pattern[] = operationIds.map((operationId) => ({
  operationId,
  method: operations[operationId].method,
  segments: operations[operationId].path.split("/").slice(1),
}));

/** Finds the operation for a method and a path below the base address. */
export function routeOf(method: string, path: string): Route | null {
  const segments = decoded(path);
  if (segments === null) return null;
  for (const pattern of patterns) {
    if (pattern.method !== method) continue;
    const params = paramsOf(pattern.segments, segments);
    if (params !== null) return { operationId: pattern.operationId, params };
  }
  return null;
}

function decoded(path: string): readonly string[] | null {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? "";
    if (!expected.startsWith("{")) {
      if (expected !== actual) return null;
    } else if (actual === "") {
      return null;
    } else {
      params[expected.slice(1, -1)] = actual;
    }
  }
  return params;
}
