import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { ToolError } from "../../../../domain/base/tool_error.ts";
import { createMemoryDatabase } from "../../../../sync/store/sqlite_backend.ts";
import type { JournalRows } from "../../../../sync/store/backend.ts";
import { storeOver } from "../../_sqlite_store.ts";
import { createSealer } from "../../../../sync/store/sealer.ts";
import type { Store } from "../../../../sync/store/store.ts";
import { UnansweredCommitError } from "../../../../sync/store/store_errors.ts";

/**
 * The outcome of a write: `answered` if it succeeds and gets a response, `written` if it succeeds
 * without a response, and `lost` if it fails without a response.
 */
type Fate = "answered" | "written" | "lost";

const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });
const entry = { operationId: "o", planId: "p", at: 1, body: "begun" };

/** Creates a store whose next writes to the journal have the given outcomes. */
async function aStore(...fates: Fate[]): Promise<Store> {
  const blobs = createMemoryDatabase(() => 0).connect().of(sealer.owner);
  const write: JournalRows["write"] = async (...asked) => {
    const fate = fates.shift() ?? "answered";
    const outcome = fate === "lost" ? "written" : await blobs.journal.write(...asked);
    if (fate === "answered" || outcome !== "written") return outcome;
    throw new UnansweredCommitError({ cause: new Error("connection reset") });
  };
  const store = storeOver({ ...blobs, journal: { ...blobs.journal, write } }, {
    sealer,
    now: () => 0,
  });
  await store.changes.saveConfirmation({ code: "c", planId: "p", body: "" }, 600_000);
  return store;
}

for (const fate of ["written", "lost"] as const) {
  for (const code of ["c", null]) {
    Deno.test(`begin() succeeds if its first attempt was ${fate}, ${code === null ? "without" : "with"} a code`, async () => {
      const { changes } = await aStore(fate);
      assertEquals(await changes.begin({ code, entry }), true);
      assertEquals(await changes.entries("p"), [entry]);
      assertEquals(await changes.openEntries("p"), [entry]);
      const spentBy = code === null ? null : "o";
      assertEquals((await changes.findConfirmation("c"))?.spentBy, spentBy);
    });
  }

  Deno.test(`saveEntry() succeeds if its first attempt was ${fate}`, async () => {
    const { changes } = await aStore("answered", fate);
    await changes.begin({ code: null, entry });
    await changes.saveEntry({ ...entry, body: "over" }, true);
    assertEquals(await changes.entries("p"), [{ ...entry, body: "over" }]);
    assertEquals(await changes.openEntries("p"), []);
  });
}

Deno.test("begin() returns false if its code was already used, even if the response is lost", async () => {
  const { changes } = await aStore("lost");
  await changes.spendConfirmation("c");
  assertEquals(await changes.begin({ code: "c", entry }), false);
  assertEquals(await changes.entries("p"), []);
});

Deno.test("begin() reports an unknown outcome if it never gets a response", async () => {
  for (const fates of [["lost", "lost"], ["written", "lost"]] as const) {
    const { changes } = await aStore(...fates);
    const error = await assertRejects(() => changes.begin({ code: "c", entry }), ToolError);
    assertEquals(error.code, "unavailable");
    assertInstanceOf(error.cause, UnansweredCommitError);
  }
});
