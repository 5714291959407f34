import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ToolError } from "../../../domain/base/tool_error.ts";
import type { ChangeStore } from "../../../sync/store/change_records.ts";
import { journalError, leaseLost, withJournalErrors } from "../../../sync/store/journal_error.ts";
import { BlockedStoreError, reasonOf, UnsafeStoreError } from "../../../sync/store/store_errors.ts";

Deno.test("journalError() says what can be done, and keeps what went wrong", () => {
  const cause = new Error("disk full");
  const error = journalError(cause, "make room on the disk");
  assertEquals([error.code, error.message], [
    "unavailable",
    "the journal of changes can't be used now, so nothing more is written: make room on the " +
    "disk, then try again",
  ]);
  assertStrictEquals(error.cause, cause);
});

Deno.test("leaseLost() says that another server may be at work", () => {
  assertEquals([leaseLost().code, leaseLost().message], [
    "unavailable",
    "this server stood still for so long that another one may be changing the plan, so nothing " +
    "more is written: look at the plan before trying again",
  ]);
});

Deno.test("withJournalErrors() words the failures of records, and of nothing else", async () => {
  const fault = new Error("disk full");
  const lost = leaseLost();
  const store = withJournalErrors({
    entries: () => Promise.reject(fault),
    saveEntry: () => Promise.reject(lost),
    openEntries: () => Promise.resolve([]),
    refusal: () => Promise.reject(fault),
    withPlanLock: () => Promise.reject(fault),
  } as unknown as ChangeStore, "make room");

  const worded = await assertRejects(() => store.entries("p"), ToolError, "make room");
  assertStrictEquals(worded.cause, fault);
  assertStrictEquals(await store.saveEntry({} as never).catch((error) => error), lost);
  assertEquals(await store.openEntries("p"), []);
  assertStrictEquals(await store.refusal().catch((error) => error), fault);
  const locked = store.withPlanLock("p", () => Promise.resolve());
  assertStrictEquals(await locked.catch((error) => error), fault);
});

const reasons: readonly (readonly [error: unknown, reason: string])[] = [
  [new UnsafeStoreError("the folder is not private"), "the folder is not private"],
  [new BlockedStoreError("locked"), "locked"],
  [new BlockedStoreError("newer"), "newer"],
  [Object.assign(new Error("x"), { code: "ENOSPC" }), "ENOSPC"],
  [Object.assign(new Error("x"), { code: 0 }), "0"],
  [new RangeError("x"), "RangeError"],
  [null, "unknown"],
  [undefined, "unknown"],
  ["text", "unknown"],
];
for (const [error, reason] of reasons) {
  Deno.test(`reasonOf() says ${reason} of ${error}`, () => assertEquals(reasonOf(error), reason));
}

Deno.test("store errors are told by their names", () => {
  const cause = new Error("held");
  const blocked = new BlockedStoreError("locked", { cause });
  assertEquals(`${blocked}`, "BlockedStoreError: The store is locked");
  assertStrictEquals(blocked.cause, cause);
  assertEquals(`${new UnsafeStoreError("open to all")}`, "UnsafeStoreError: open to all");
});
