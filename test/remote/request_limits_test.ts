import { assertEquals, assertStringIncludes } from "@std/assert";
import { limitsOf, Load } from "../../remote/request_limits.ts";

Deno.test("limitsOf() returns the limits in docs/http.md", async () => {
  const url = new URL("../../docs/http.md", import.meta.url);
  const page = (await Deno.readTextFile(url)).replaceAll(/\s+/gu, " ");
  const one = limitsOf("owner");
  const many = limitsOf("ynab");
  const count = (number: number): string => number.toLocaleString("en-US");
  const documented = [
    `After ${one.wrongSignIns} wrong tokens from one address in a minute`,
    `more than ${one.beginnings} new sign-ins per minute from one address, or ` +
    `${one.beginningsInAll} from all addresses`,
    `more than ${one.wrongTokens} wrong tokens per minute from one address`,
    `more than ${one.callsOfOne} concurrent calls from one user or client, or ${one.calls} in all`,
    `more than ${one.tokenRequests} concurrent requests to \`/token\` and \`/revoke\``,
    `more than ${one.pageRequests} concurrent requests to the other sign-in endpoints`,
    `request body | ${one.bodyBytes / 2 ** 20} MiB, or ${one.formBytes / 2 ** 10} KiB for sign-in`,
    `request headers | ${one.headBytes / 2 ** 10} kB`,
    `time to receive a request | ${one.headMs / 1_000} s for the headers, ` +
    `${one.requestMs / 1_000} s for the whole request`,
    `connections | ${one.connections}; idle ones are closed after ${one.idleMs / 1_000} s`,
    `per user, ${many.callsOfOne} concurrent calls and ${many.callsOfUser} calls per minute; ` +
    `per address, ${many.beginnings} new sign-ins and ${many.beginnings} registrations per ` +
    `minute; and in total, ${many.calls} concurrent calls, ${count(many.beginningsInAll)} ` +
    `new sign-ins and registrations combined per minute, and ${count(many.connections)} ` +
    "connections",
  ];
  for (const text of documented) assertStringIncludes(page, text);
  // docs/http.md omits the limits that only an attacker would reach.
  const { arrivingForms, arrivingFormsOfOne, exchanges } = one;
  assertEquals({ arrivingForms, arrivingFormsOfOne, exchanges }, {
    arrivingForms: 128,
    arrivingFormsOfOne: 64,
    exchanges: 32,
  });
  assertEquals([many.arrivingForms, many.wrongSignIns], [1_024, 5]);
});

Deno.test("the Load class reserves slots for networks that have no call in progress", () => {
  const load = new Load({ calls: 1, callsOfOne: Infinity, reserved: 2 });
  const [first, second, third] = [0, 1, 2].map(() => new AbortController());
  const enter = (id: string, call = new AbortController()): string | null =>
    load.enter(id, call.signal);
  assertEquals([enter("192.0.2.1", first), enter("192.0.2.9")], [null, "calls"]);
  assertEquals([enter("198.51.100.1", second), enter("198.51.100.2")], [null, "calls"]);
  first?.abort();
  assertEquals([enter("192.0.2.9", third), enter("192.0.2.1")], [null, "calls"]);
});
