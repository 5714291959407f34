/**
 * One set of cookies per sign-in, so that two begun in one browser don't overwrite each other:
 * the provider knows only one.
 *
 * @module
 */

const ID_IN_PATH = /^\/(?:authorize|sign-in)\/(?<id>[\w-]+)$/u;
const SET_COOKIE = /^(?<name>[^=]+)=(?<value>[^;]*)/u;

/**
 * Gives the cookies of one sign-in under the names that the provider knows. The provider's
 * session is left out: the owner is asked each time.
 *
 * @param header The browser's cookies.
 * @param path The address that they came to.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const cookies = "sign-in~a=a; sign-in~b=b; sign-in-session=s";
 * assertEquals(cookiesOf(cookies, "/sign-in/b"), "sign-in=b");
 * ```
 */
export function cookiesOf(header: string, path: string): string {
  const ending = `~${idIn(path)}`;
  return header.split(/; */u).flatMap((cookie) => {
    const [name = "", value = ""] = cookie.split("=", 2);
    return name.endsWith(ending) ? `${name.slice(0, -ending.length)}=${value}` : [];
  }).join("; ");
}

/**
 * Names the provider's cookies for the sign-in that they belong to: the one that begins with
 * this answer, or for those that are cleared the one that was asked for.
 *
 * @param cookies The provider's `Set-Cookie` headers.
 * @param path The address that was asked for.
 * @param location Where the browser is sent, if anywhere.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const cookies = ["sign-in=b; path=/sign-in/b"];
 * assertEquals(cookiesNamed(cookies, "/authorize", "/sign-in/b"), ["sign-in~b=b; path=/"]);
 * ```
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
    // `__Host-` allows no other path.
    return cookie.replace(name, `${name}~${id}`).replace(/; *path=[^;]*/iu, "; path=/");
  });
}

function idIn(path: string): string {
  return ID_IN_PATH.exec(path)?.groups?.["id"] ?? "";
}
