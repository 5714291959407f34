/** The head of a request. */
export interface RequestHead {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Gives a header's value by its name in small letters; `null` where there is none. */
  readonly header: (name: string) => string | null;
  /** Whom failed credentials are counted for; empty where that is not known. */
  readonly address: string;
}

/** Gives the head of a web-standard request; its body is left alone. */
export function headOf(request: Request): RequestHead {
  const { pathname, host } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    // Who hands a request on inside one process may leave the header out.
    header: (name) => request.headers.get(name) ?? (name === "host" ? host : null),
    address: "",
  };
}
