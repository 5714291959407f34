import { assertEquals } from "@std/assert";
import { userAnswer } from "../../server/asker.ts";

/** What a user is taken to have said. */
function answered(confirm: unknown): unknown {
  const inputResponses = confirm === undefined ? undefined : { confirm };
  const mcpReq = { requestState: () => "code", inputResponses };
  return userAnswer({ mcpReq } as never)?.answered;
}

const answers: readonly (readonly [what: string, confirm: unknown, answered: string])[] = [
  ["a checked box", { action: "accept", content: { confirm: true } }, "confirmed"],
  ["an unchecked box", { action: "accept", content: { confirm: false } }, "declined"],
  ["a form without the box", { action: "accept", content: {} }, "unanswered"],
  ["text instead of the box", { action: "accept", content: { confirm: "yes" } }, "unanswered"],
  ["a form without content", { action: "accept" }, "unanswered"],
  ["a no", { action: "decline" }, "declined"],
  ["a form that was closed", { action: "cancel" }, "cancelled"],
  ["nothing", undefined, "unanswered"],
];
for (const [what, confirm, told] of answers) {
  Deno.test(`${what} is treated as ${told}`, () => {
    assertEquals(answered(confirm), told);
  });
}
