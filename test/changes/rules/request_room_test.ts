import { assertEquals, assertThrows } from "@std/assert";
import { refuseWithoutRoom } from "../../../changes/rules/assigned.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";

Deno.test("refuseWithoutRoom() lets a change through that leaves room for its undo", () => {
  refuseWithoutRoom(3, 6);
  refuseWithoutRoom(0, 0);
});

Deno.test("refuseWithoutRoom() says what is needed and what is free", () => {
  const error = assertThrows(() => refuseWithoutRoom(3, 5), ToolError);
  assertEquals([error.code, error.message], [
    "rate_limited",
    "nothing was written, this needs 3 requests and its undo as many, and 5 of this hour's are " +
    "free: change less, or call again later",
  ]);
});
