import { assertEquals, assertRejects } from "@std/assert";
import { ChangesUnderWay } from "../../changes/changes_under_way.ts";
import { ToolError } from "../../domain/base/tool_error.ts";

Deno.test("a server that ends waits for the changes that have begun, also for one that fails", async () => {
  const changes = new ChangesUnderWay();
  assertEquals(changes.hasBegun, false);
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const first = changes.run(() => one.promise);
  const second = changes.run(() => other.promise);
  assertEquals(changes.hasBegun, true);
  let hasEnded = false;
  const ended = changes.end().then(() => void (hasEnded = true));

  one.resolve("applied");
  assertEquals(await first, "applied");
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  assertEquals(hasEnded, false);
  other.reject(new Error("refused"));
  await assertRejects(() => second, Error, "refused");
  await ended;
});

Deno.test("a server that ends begins no change any more", async () => {
  const changes = new ChangesUnderWay();
  await changes.end();
  const error = await assertRejects(() => changes.run(() => Promise.resolve("done")), ToolError);
  assertEquals([error.code, error.message], [
    "unavailable",
    "the server is ending, nothing was written: call again after it has restarted",
  ]);
  assertEquals(changes.hasBegun, false);
});
