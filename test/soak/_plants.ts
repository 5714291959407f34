import type { Outcome } from "../../demo/api/answer.ts";
import type { Arrival } from "../../demo/api/transport.ts";
import type { Plant } from "./_soak_upstream.ts";

type Data = Record<string, unknown>;

/** A delta never includes a deleted transaction. */
export const lostTombstone: Plant = (respond) => async (arrival) => {
  const outcome = await respond(arrival);
  if (!isRead(arrival, /\/transactions$/u) || !isDelta(arrival)) return outcome;
  return withData(outcome, (data) => {
    const rows = (data["transactions"] ?? []) as readonly { readonly deleted: boolean }[];
    return { ...data, transactions: rows.filter(({ deleted }) => !deleted) };
  });
};

/** A create request whose response was lost is sent again. */
export const doubledRetry: Plant = (respond) => async (arrival) => {
  const outcome = await respond(arrival);
  const isLost = outcome.kind !== "answer" || outcome.answer.status >= 500;
  return arrival.method === "POST" && isLost ? await respond(arrival) : outcome;
};

/** Once read, a month never changes. */
export function staleMonth(): Plant {
  const first = new Map<string, Outcome>();
  return (respond) => async (arrival) => {
    if (!isRead(arrival, /\/months\/[\d-]+$/u)) return await respond(arrival);
    const known = first.get(arrival.url.pathname);
    if (known !== undefined) return known;
    const outcome = await respond(arrival);
    if (outcome.kind === "answer" && outcome.answer.status === 200) {
      first.set(arrival.url.pathname, outcome);
    }
    return outcome;
  };
}

function isRead({ method, url }: Arrival, path: RegExp): boolean {
  return method === "GET" && path.test(url.pathname);
}

function isDelta({ url }: Arrival): boolean {
  return url.searchParams.has("last_knowledge_of_server");
}

function withData(outcome: Outcome, change: (data: Data) => Data): Outcome {
  if (outcome.kind !== "answer" || outcome.answer.status !== 200) return outcome;
  const body = JSON.parse(outcome.answer.body) as { readonly data: Data };
  const changed = JSON.stringify({ ...body, data: change(body.data) });
  return { ...outcome, answer: { ...outcome.answer, body: changed } };
}
