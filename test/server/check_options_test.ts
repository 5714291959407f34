import { assertEquals, assertThrows } from "@std/assert";
import { checkOptions, type ServerOptions } from "../../server/server_options.ts";

const usable: readonly Partial<ServerOptions>[] = [
  {},
  { token: "aB3-_~!" },
  { apiUrl: "http://127.0.0.1:8080/v1" },
  { profile: "fuller" },
  { profile: "complete" },
  { confirm: "user" },
  { confirm: "code" },
  { confirm: "auto" },
  { views: "off" },
  { views: "auto" },
  { answers: "text" },
  { maxAgeMs: 0 },
  { planId: null as never },
  { apiUrl: null as never },
  { profile: null as never },
  { today: null as never },
  { today: undefined as never },
  { today: "2026-02-28" },
];
for (const options of usable) {
  Deno.test(`checkOptions() accepts ${JSON.stringify(options)}`, () => {
    assertEquals(checkOptions({ token: null, ...options }), undefined);
  });
}

const wrong: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ token: "a b" }, "token has characters that no access token has: copy it again"],
  [{ token: "'quoted'" }, "token has characters that no access token has: copy it again"],
  [{ token: "t\u00f6ken" }, "token has characters that no access token has: copy it again"],
  [{ apiUrl: "nowhere" }, "apiUrl is refused: write it like https://api.ynab.com/v1"],
  [
    { apiUrl: "http://api.ynab.com" },
    "apiUrl is refused: it must be https, or http to this machine",
  ],
  [{ profile: "all" }, "profile must be fuller, reduced or complete"],
  [{ confirm: "never" }, "confirm must be auto, user or code"],
  [{ views: "on" }, "views must be auto or off"],
  [{ answers: "json" }, "answers must be auto, both or text"],
  [{ maxAgeMs: -1 }, "maxAgeMs must be 0 or more milliseconds"],
  [{ maxAgeMs: NaN }, "maxAgeMs must be 0 or more milliseconds"],
  [{ today: "2026-02-30" }, "today must be a day as YYYY-MM-DD"],
  [{ planId: "last-used" }, "planId is wrong: last-used"],
];
for (const [options, words] of wrong) {
  Deno.test(`checkOptions() rejects ${JSON.stringify(options)}`, () => {
    const error = assertThrows(
      () => checkOptions({ token: null, ...options } as ServerOptions),
      TypeError,
    );

    assertEquals(error.message.startsWith(words), true, error.message);
  });
}
