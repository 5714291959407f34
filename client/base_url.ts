export const DEFAULT_API_URL = "https://api.ynab.com/v1";

/** Advice for a failure that may be due to a wrong base URL, if the user has set one. */
export function addressAdvice(baseUrl: string, otherwise: string): string {
  return baseUrl === DEFAULT_API_URL ? otherwise : `check the API URL, or ${otherwise}`;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Validates a base URL. Requests contain the token, so the URL must use `https:` or refer to this
 * machine. The error message never repeats the URL, because it may contain a password.
 */
export function parseBaseUrl(text: string): string {
  if (!URL.canParse(text)) {
    throw new TypeError("Cannot use the API URL: it must look like https://api.ynab.com/v1");
  }
  const { protocol, hostname, username, password, origin, pathname } = new URL(text);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.test(hostname))) {
    throw new TypeError(
      "Cannot use the API URL: it must use https, or http if it points to this machine",
    );
  }
  if (username !== "" || password !== "") {
    throw new TypeError("Cannot use the API URL: it must not contain a user name or password");
  }
  if (/[?#]/.test(text)) {
    throw new TypeError('Cannot use the API URL: remove the "?" or "#" and everything after it');
  }
  return origin + pathname.replace(/\/+$/, "");
}
