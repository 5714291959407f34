/**
 * A preload for Node that leads requests for YNAB's address to another one: for servers
 * that have the address written into them.
 *
 * @module
 */

/**
 * Gives what the environment of a Node process needs for that.
 *
 * @param api Where the requests go instead, such as `http://127.0.0.1:8787/v1`.
 */
export function redirectingEnv(api: string): Readonly<Record<string, string>> {
  const { origin } = new URL(api);
  const source = `
    const origin = ${JSON.stringify(origin)};
    const isYnab = (name) => name === "api.ynab.com" || name === "api.youneedabudget.com";
    const plain = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const url = new URL(typeof input === "object" && "url" in input ? input.url : input);
      if (!isYnab(url.hostname)) return plain(input, init);
      const there = origin + url.pathname + url.search;
      return typeof input === "object" && "url" in input
        ? plain(new Request(there, input), init)
        : plain(there, init);
    };
  `;
  return {
    NODE_OPTIONS: `--import data:text/javascript,${
      encodeURIComponent(source.replaceAll(/\n\s+/gu, "\n"))
    }`,
  };
}
