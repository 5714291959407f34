const ID_IN_PATH = /^\/(?:authorize|sign-in)\/(?<id>[\w-]+)$/u;
const SET_COOKIE = /^(?<name>[^=]+)=(?<value>[^;]*)/u;

/**
 * Gives the cookies of one sign-in under the names that the provider knows. The provider's
 * session is left out: the owner is asked each time.
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
