import { assert, assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";
import { statusError } from "../../client/response.ts";
import type { UpstreamErrorCode } from "../../client/upstream_error.ts";
import {
  callSome,
  errorReply,
  failureOf,
  htmlReply,
  type Reply,
  scriptedClient,
} from "./_scripted_client.ts";

type Case = readonly [
  reply: () => Response,
  code: UpstreamErrorCode,
  errorId: string | null,
  /** Part of the message. */
  says: string,
  /** What becomes of a write that is answered so. */
  outcome: "refused" | "uncertain",
];

const redirect = { status: 302, headers: { Location: "https://else.example" } };

const cases: Readonly<Record<string, Case>> = {
  "400": [() => errorReply("400"), "rejected", "400", "did not accept the request", "refused"],
  "401": [() => errorReply("401"), "unauthorized", "401", "access token", "refused"],
  "403.1": [() => errorReply("403.1"), "forbidden", "403.1", "subscription has lapsed", "refused"],
  "403.2": [() => errorReply("403.2"), "forbidden", "403.2", "trial has expired", "refused"],
  "403.3": [() => errorReply("403.3"), "forbidden", "403.3", "scope", "refused"],
  "403.4": [() => errorReply("403.4"), "forbidden", "403.4", "data limit", "refused"],
  "403 with an id of its own": [
    () => errorReply("403.9"),
    "forbidden",
    "403.9",
    "does not allow this",
    "refused",
  ],
  "404.1": [() => errorReply("404.1"), "not_found", "404.1", "API URL", "refused"],
  "404.2": [() => errorReply("404.2"), "not_found", "404.2", "no such record", "refused"],
  "409": [() => errorReply("409"), "conflict", "409", "conflicts", "refused"],
  "422": [() => errorReply("422"), "rejected", "422", "refused", "refused"],
  "429": [() => errorReply("429"), "rate_limited", "429", "10 minutes", "refused"],
  "429 as a page": [() => htmlReply(429), "rate_limited", null, "no more requests", "uncertain"],
  "404 as a page": [() => htmlReply(404), "unavailable", null, "Something other", "uncertain"],
  "400 without a body": [
    () => new Response(null, { status: 400 }),
    "unavailable",
    null,
    "Something other",
    "uncertain",
  ],
  "401 as a page": [() => htmlReply(401), "unauthorized", null, "access token", "uncertain"],
  "302": [() => new Response(null, redirect), "unavailable", null, "points elsewhere", "uncertain"],
  "300": [
    () => new Response(null, { status: 300 }),
    "unavailable",
    null,
    "points elsewhere",
    "uncertain",
  ],
  "400 with a detail of another kind": [
    () => Response.json({ error: { id: "400", name: "x", detail: 7 } }, { status: 400 }),
    "unavailable",
    null,
    "Something other",
    "uncertain",
  ],
  "302 that looks like a refusal": [
    () => errorReply("302"),
    "unavailable",
    "302",
    "points elsewhere",
    "uncertain",
  ],
  "400 with an id of another kind": [
    () => Response.json({ error: { id: 400, name: "x", detail: "y" } }, { status: 400 }),
    "unavailable",
    null,
    "Something other",
    "uncertain",
  ],
  "304": [
    () => new Response(null, { status: 304 }),
    "unavailable",
    null,
    "points elsewhere",
    "uncertain",
  ],
  "500": [
    () => errorReply("500"),
    "unavailable",
    "500",
    "status 500: try again in a few minutes",
    "uncertain",
  ],
  "503": [() => errorReply("503"), "unavailable", "503", "status 503", "uncertain"],
  "503 as a page": [() => htmlReply(503), "unavailable", null, "status 503", "uncertain"],
};

const thrice = (reply: Reply): readonly Reply[] => [reply, reply, reply];

for (const [name, [reply, code, errorId, says, outcome]] of Object.entries(cases)) {
  const isUncertain = outcome === "uncertain";

  Deno.test(`${name} on a read is ${code}`, async () => {
    const { client } = scriptedClient({ replies: thrice(reply) });

    const error = await failureOf(callSome(client, "getAccounts"));

    assertEquals([error.code, error.errorId, error.uncertain], [code, errorId, false]);
    assertEquals(error.status, reply().status);
    assertStringIncludes(error.message, says);
    assertMatch(error.message, /^[A-Z].*[^.]$/);
  });

  Deno.test(`${name} on a create is ${outcome}`, async () => {
    const { client, sent } = scriptedClient({ replies: [reply] });

    const error = await failureOf(callSome(client, "createTransaction"));

    assertEquals([error.code, error.uncertain, sent.length], [code, isUncertain, 1]);
    assertEquals(error.message.includes("may have been applied"), isUncertain);
    assertFalse(isUncertain && error.message.includes("try again"));
  });
}

Deno.test("an error keeps upstream's detail raw and reads the index out of it", async () => {
  const detail = "payee must be formatted as a uuid (index: 12)";
  const { client } = scriptedClient({ replies: [errorReply("400", detail)] });

  const error = await failureOf(callSome(client, "updateTransactions"));

  assertEquals([error.detail, error.index], [detail, 12]);
  assertFalse(error.message.includes("payee"));
});

Deno.test("an error without an index has none", async () => {
  const { client } = scriptedClient({
    replies: [errorReply("400", "date must not be over 5 years ago")],
  });

  assertEquals((await failureOf(callSome(client, "createTransaction"))).index, null);
});

for (const id of ["constructor", "403.1", "404.2 <script>"]) {
  Deno.test(`an id that is none of its status (${id}) decides nothing`, async () => {
    const body = { error: { id, name: "x", detail: "y" } };
    const { client } = scriptedClient({ replies: [Response.json(body, { status: 404 })] });

    const error = await failureOf(callSome(client, "getAccounts"));

    assertEquals([error.code, error.errorId], ["not_found", null]);
    assert(error.message.includes("no such record"));
  });
}

Deno.test("statusError() of too many requests without a time says later", () => {
  const { message } = statusError({ status: 429, text: "", token: "a", retryAfterMs: null });

  assertEquals(message, "YNAB wants no more requests for now: try again later");
});
