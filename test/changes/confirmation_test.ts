import { assertEquals, assertRejects } from "@std/assert";
import type { ChangeDraft } from "../../changes/change.ts";
import { compareDrafts, Confirmations, type ConfirmingCall } from "../../changes/confirmation.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { ChangeStore } from "../../sync/store/change_records.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { aDraft } from "./_change_environment.ts";
import { aTarget } from "./_journal_entry.ts";

const binding = { tool: "flag_transactions", planId: "p", asked: "digest" };
const byCode: ConfirmingCall = { ...binding, channel: "code" };
const WRITTEN = "nothing was written: call again without confirmation for a new preview";

interface TestConfirmations {
  readonly store: ChangeStore;
  readonly confirmations: Confirmations;
  /** Sets the clock in milliseconds. */
  readonly at: (time: number) => void;
}

function confirmationsOf(): TestConfirmations {
  let now = 0;
  const store = createMemoryStore(() => now).changes;
  return {
    store,
    confirmations: new Confirmations(store, () => now),
    at: (time) => void (now = time),
  };
}

function drafted(flag: string | null, id = "0a1b2c3d-1"): ChangeDraft {
  const targets = [aTarget({ id, label: "Rent", before: { flag_color: flag } })];
  return aDraft({ steps: [{ operation: "updateTransactions", args: {}, targets }] as never });
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await assertRejects(() => call, ToolError);
  assertEquals(error.code, "invalid_input");
  return error.message;
}

const others: readonly (readonly [what: string, call: Partial<ConfirmingCall>, why: string])[] = [
  ["with another tool", { tool: "move_money" }, "belongs to flag_transactions, not to this tool"],
  ["for another plan", { planId: "q" }, "belongs to another plan"],
  ["with other arguments", { asked: "other" }, "was issued for different arguments"],
  ["by a card", { channel: "card" }, "can't be used on the card"],
  ["by a form", { channel: "form" }, "requires the user's own answer"],
  ["by another user", { principal: "somebody" }, "was issued to another user or client"],
];
for (const [what, call, why] of others) {
  Deno.test(`a code is rejected if it is used ${what}`, async () => {
    const { confirmations } = confirmationsOf();
    const { code } = await confirmations.issue({ ...binding, method: "code" }, aDraft());
    assertEquals(
      await refusalOf(confirmations.check(code, { ...byCode, ...call })),
      `this confirmation ${why}, so ${WRITTEN}`,
    );
  });
}

Deno.test("a code expires after ten minutes or when it is declined", async () => {
  const { confirmations, at } = confirmationsOf();
  const { code } = await confirmations.issue({ ...binding, method: "code" }, aDraft());
  at(599_999);
  await confirmations.checkOpen(code);
  at(600_000);
  assertEquals(
    await refusalOf(confirmations.checkOpen(code)),
    `this confirmation has expired, so ${WRITTEN}`,
  );
  at(0);
  await confirmations.decline(code);
  assertEquals(
    await refusalOf(confirmations.check(code, byCode)),
    `this confirmation was declined, so ${WRITTEN}`,
  );
});

Deno.test("a draft that differs from its preview causes a conflict that names the changed records", async () => {
  const { confirmations } = confirmationsOf();
  const { code } = await confirmations.issue({ ...binding, method: "code" }, drafted(null));
  const previewed = await confirmations.check(code, byCode);
  await compareDrafts(previewed, drafted(null));

  for (
    const [now, rows] of [
      [drafted("red"), ["Rent (0a1b2c3d)"]],
      [drafted(null, "ffffffff-2"), ["Rent (0a1b2c3d)", "Rent (ffffffff)"]],
      [{ ...drafted(null), preview: [{ id: "x" } as never] }, []],
    ] as const
  ) {
    const error = await assertRejects(() => compareDrafts(previewed, now), ToolError);
    assertEquals([error.code, error.rows], ["conflict", rows]);
    assertEquals(
      error.message,
      "the plan has changed since the preview, so nothing was written: call again without " +
        "confirmation for a new preview",
    );
  }
});
