import { Buffer } from "node:buffer";
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";

export interface Bridged {
  readonly request: Request;
  /** The body, which was already read within its size limit. */
  readonly body: string;
  /** The server's public URL, which doesn't depend on request headers. */
  readonly publicUrl: string;
  /** The client's address, for limits. */
  readonly address: string;
}

type Callback = (request: unknown, response: unknown) => Promise<void>;

export async function answerOfKoa(callback: Callback, bridged: Bridged): Promise<Response> {
  const response = new CollectedResponse();
  await callback(requestFor(bridged), response);
  return response.collected();
}

function requestFor({ request, body, publicUrl, address }: Bridged): Readable {
  const { pathname, search } = new URL(request.url);
  const { host, protocol } = new URL(publicUrl);
  const bytes = Buffer.from(body);
  const headers = Object.fromEntries(request.headers);
  delete headers["transfer-encoding"];
  headers["cookie"] = cookiesOf(headers["cookie"] ?? "", pathname);
  return Object.assign(Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false }), {
    method: request.method,
    url: `${pathname}${search}`,
    httpVersion: "1.1",
    httpVersionMajor: 1,
    headers: { ...headers, host, "content-length": String(bytes.length) },
    socket: { remoteAddress: address, encrypted: protocol === "https:", writable: true },
  });
}

type HeaderValue = string | number | readonly string[];

/** The part of a `ServerResponse` that Koa uses, which collects the response. */
class CollectedResponse extends EventEmitter {
  statusCode = 404;
  statusMessage = "";
  finished = false;
  readonly socket: null = null;
  readonly #headers = new Map<string, HeaderValue>();
  #body: string | Uint8Array<ArrayBuffer> = "";

  get writableEnded(): boolean {
    return this.finished;
  }

  get headersSent(): boolean {
    return this.finished;
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  getHeaderNames(): readonly string[] {
    return [...this.#headers.keys()];
  }

  getHeaders(): Readonly<Record<string, HeaderValue>> {
    return Object.fromEntries(this.#headers);
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name.toLowerCase());
  }

  setHeader(name: string, value: HeaderValue): void {
    this.#headers.set(name.toLowerCase(), value);
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase());
  }

  end(chunk?: string | Uint8Array<ArrayBuffer> | null): void {
    if (this.finished) return;
    this.#body = chunk ?? "";
    this.finished = true;
    this.emit("finish");
  }

  collected(): Response {
    const headers = new Headers();
    for (const [name, value] of this.#headers) {
      if (name === "content-length") continue;
      for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
    }
    const body = this.#body.length === 0 ? null : this.#body;
    return new Response(body, { status: this.statusCode, headers });
  }
}

const ID_IN_PATH = /^\/(?:authorize|sign-in)\/(?<id>[\w-]+)$/u;
const SET_COOKIE = /^(?<name>[^=]+)=(?<value>[^;]*)/u;

/**
 * Returns the cookies of a sign-in under the names that the provider expects. Omits the provider's
 * session cookie, because the owner signs in each time.
 */
function cookiesOf(header: string, path: string): string {
  const ending = `~${idIn(path)}`;
  return header.split(/; */u).flatMap((cookie) => {
    const [name = "", value = ""] = cookie.split("=", 2);
    return name.endsWith(ending) ? `${name.slice(0, -ending.length)}=${value}` : [];
  }).join("; ");
}

/**
 * Adds a sign-in's id to the names of the provider's cookies. A cleared cookie gets the id of the
 * requested sign-in; any other cookie, the id of the sign-in that this response starts.
 */
export function cookiesNamed(
  cookies: readonly string[],
  path: string,
  location: string | null,
): readonly string[] {
  return cookies.flatMap((cookie) => {
    const { name = "", value = "" } = SET_COOKIE.exec(cookie)?.groups ?? {};
    const id = idIn(value === "" ? path : location ?? "");
    if (id === "" || name.includes("session")) return [];
    // A `__Host-` cookie must have the path `/`.
    return cookie.replace(name, `${name}~${id}`).replace(/; *path=[^;]*/iu, "; path=/");
  });
}

function idIn(path: string): string {
  return ID_IN_PATH.exec(path)?.groups?.["id"] ?? "";
}
