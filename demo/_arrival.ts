/** A request as it would arrive. */
export interface Arrival {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** Text of the body; `null` without one. */
  readonly body: string | null;
}

/** Turns the arguments of `fetch` into what would arrive. */
export async function arrivalOf(
  input: Request | URL | string,
  init: RequestInit = {},
): Promise<Arrival> {
  const request = input instanceof Request ? input : null;
  const body = init.body ?? request?.body ?? null;
  return {
    method: (init.method ?? request?.method ?? "GET").toUpperCase(),
    url: new URL(request?.url ?? String(input)),
    headers: new Headers(init.headers ?? request?.headers),
    body: body === null ? null : await new Response(body).text(),
  };
}
