import { assert, assertEquals } from "@std/assert";

/** The page that a visit reached after redirects. */
export interface Page {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
}

/** The user's input in a form. */
export type Form = Readonly<Record<string, string>>;

type Fetch = (request: Request) => Promise<Response>;

export class Browser {
  readonly #fetch: Fetch;
  readonly #cookies = new Map<string, string>();

  /** Creates a browser that sends requests with `fetch`. */
  constructor(fetch: Fetch = (request) => globalThis.fetch(request)) {
    this.#fetch = fetch;
  }

  /** The value of the Cookie header that the browser sends. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Adds a cookie from another source. */
  put(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Visits a URL or submits a form, and follows redirects. */
  async visit(to: URL, form?: Form): Promise<Page> {
    const response = await this.#fetch(
      new Request(to, {
        redirect: "manual",
        headers: {
          accept: "text/html",
          ...(this.#cookies.size === 0 ? {} : { cookie: this.cookies }),
          ...(form === undefined ? {} : { origin: to.origin }),
        },
        ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
      }),
    );
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie, to);
    const { status, headers } = response;
    const text = await response.text();
    const location = headers.get("location");
    if (status < 300 || status > 399 || location === null) {
      return { status, headers, text, url: to };
    }
    const next = new URL(location, to);
    return next.origin === to.origin
      ? await this.visit(next)
      : { status, headers, text, url: next };
  }

  #keep(cookie: string, { protocol }: URL): void {
    const [pair = "", ...attributes] = cookie.split(/; */u);
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/u.exec(pair) ?? [];
    const said = attributes.map((attribute) => attribute.toLowerCase());
    assert(said.includes("httponly") && (value === "" || said.includes("samesite=lax")), cookie);
    assert(said.includes("path=/") && !said.some((one) => one.startsWith("domain")), cookie);
    assertEquals(said.includes("secure"), protocol === "https:");
    assertEquals(name.startsWith("__Host-"), protocol === "https:");
    if (value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
