import { assertEquals } from "@std/assert";
import type { Elicitation } from "../../server/tool_call.ts";
import { elicitationOf } from "../../server/asker.ts";

interface Asked {
  /** What the client has said of forms; nothing where it has not. */
  readonly elicitation?: object | undefined;
  /** What the request comes back with. */
  readonly state?: unknown;
  readonly responses?: object | undefined;
}

function asked({ elicitation, state, responses }: Asked): Elicitation {
  const capabilities = elicitation === undefined ? {} : { elicitation };
  const server = { server: { getClientCapabilities: () => capabilities } };
  const mcpReq = { requestState: () => state, inputResponses: responses };
  return elicitationOf(server as never, { mcpReq } as never);
}

/** What a user is taken to have said. */
function answered(confirm: unknown): unknown {
  const responses = confirm === undefined ? undefined : { confirm };
  return asked({ elicitation: {}, state: "code", responses }).response?.answered;
}

Deno.test("a client shows forms when it says so, in the old way or in the new one", () => {
  const shows = (elicitation?: object): boolean => asked({ elicitation }).isSupported;
  assertEquals([shows(), shows({}), shows({ form: {} }), shows({ url: {} })], [
    false,
    true,
    true,
    false,
  ]);
});

Deno.test("a first call has no answer, and one that comes back has the code of its question", () => {
  assertEquals(asked({ elicitation: {} }).response, null);
  assertEquals(asked({ elicitation: {}, state: "code" }).response?.code, "code");
});

const answers: readonly (readonly [what: string, confirm: unknown, answered: string])[] = [
  ["the ticked box", { action: "accept", content: { confirm: true } }, "confirmed"],
  ["the empty box", { action: "accept", content: { confirm: false } }, "declined"],
  ["a form without the box", { action: "accept", content: {} }, "unanswered"],
  ["a word in place of the box", { action: "accept", content: { confirm: "yes" } }, "unanswered"],
  ["a form that came back without content", { action: "accept" }, "unanswered"],
  ["a no", { action: "decline" }, "declined"],
  ["a form that was closed", { action: "cancel" }, "cancelled"],
  ["nothing", undefined, "unanswered"],
];
for (const [what, confirm, told] of answers) {
  Deno.test(`${what} is taken for ${told}`, () => {
    assertEquals(answered(confirm), told);
  });
}
