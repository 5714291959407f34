import { assertEquals } from "@std/assert";
import { UpstreamError } from "../../client/upstream_error.ts";

Deno.test("an UpstreamError knows nothing that it was not told", () => {
  const error = new UpstreamError("It failed", { code: "unavailable" });

  assertEquals(`${error}`, "UpstreamError: It failed");
  assertEquals({ ...error }, {
    name: "UpstreamError",
    code: "unavailable",
    status: null,
    errorId: null,
    detail: null,
    index: null,
    retryAfterMs: null,
    uncertain: false,
  });
  assertEquals(Object.hasOwn(error, "cause"), false);
});

Deno.test("an UpstreamError keeps all that it is told, zeros too", () => {
  const cause = new Error("before");
  const facts = {
    code: "rejected",
    status: 400,
    errorId: "400",
    detail: "",
    index: 0,
    retryAfterMs: 0,
    uncertain: true,
  } as const;
  const error = new UpstreamError("It failed", { ...facts, cause });

  assertEquals({ ...error }, { name: "UpstreamError", ...facts });
  assertEquals(error.cause, cause);
});
