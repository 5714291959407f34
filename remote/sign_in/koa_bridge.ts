import { Buffer } from "node:buffer";
import { type IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

export interface Bridged {
  readonly request: Request;
  /** The body, which has already been read and is within the size limit. */
  readonly body: string;
  /** The server's public URL, which doesn't depend on request headers. */
  readonly publicUrl: string;
  readonly address: string;
}

type Callback = (request: unknown, response: unknown) => Promise<void>;

export async function answerOfKoa(callback: Callback, bridged: Bridged): Promise<Response> {
  const request = requestFor(bridged);
  const response = new CollectedResponse(request as unknown as IncomingMessage);
  // If Koa streamed the body, the body would be incomplete when `collected()` is called.
  response.on("pipe", () => {
    throw new Error("Koa must send the whole response body at once");
  });
  await callback(request, response);
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

/** A `ServerResponse` that has no socket and keeps the body that Koa sends. */
class CollectedResponse extends ServerResponse {
  #body: unknown = null;

  override end(body?: unknown): this {
    if (this.finished) return this;
    this.finished = true;
    this.#body = body;
    this.emit("finish");
    return this;
  }

  collected(): Response {
    const headers = new Headers();
    for (const [name, value = ""] of Object.entries(this.getHeaders())) {
      if (name === "content-length") continue;
      for (const one of [value].flat()) headers.append(name, String(one));
    }
    const body = (this.#body || null) as BodyInit | null;
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
 * Adds a sign-in's id to each cookie's name. If the response clears a cookie, the cookie's sign-in
 * id is taken from the request's path. If the response sets a cookie, the cookie's sign-in id is
 * taken from the redirect URL.
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
