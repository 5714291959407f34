import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import type { ChangeDraft } from "../../changes/change.ts";
import type { ChangeRequest } from "../../changes/change_request.ts";
import { compareDrafts, Confirmations, type ConfirmingCall } from "../../changes/confirmation.ts";
import { Journal, repeatWarning, usedCodeWords } from "../../changes/journal.ts";
import { runChange } from "../../changes/run_change.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import type { Args } from "../model/_world.ts";
import { aStoreFolder } from "../sync/_sqlite_store.ts";
import { confirm, stateOf } from "../tools/_confirm.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { type Answer, aWorld, type World } from "../tools/_world.ts";
import { aDraft, anEnvironment, flagBinding } from "./_change_environment.ts";
import { anEntry, aTarget } from "./_journal_entry.ts";

const rows: Args = {
  plan_id: ids.plan,
  account_id: "Checking",
  transactions: [{ date: "2026-03-14", amount: -12.5, payee_name: "Bakery" }],
};
const flag: Args = {
  plan_id: ids.plan,
  flags: [{ transaction_id: idOf("73"), color: "blue" }],
};

/** Makes a change, then repeats the confirming call with the same code. */
async function replayed(
  world: World,
  tool: string,
  args: Args,
): Promise<{ readonly operationId: string; readonly again: Answer; readonly confirmed: Args }> {
  const { preview, applied } = await confirm(world, tool, args);
  const operationId = String(applied.structured?.["operation_id"]);
  const confirmed = { ...args, confirmation: preview.structured?.["confirmation"] };
  world.pass(40);
  return { operationId, again: await world.call(tool, confirmed), confirmed };
}

Deno.test("reusing a confirmation code reports the change's outcome and writes nothing", async () => {
  await using world = await aWorld({ write: true });
  const { operationId, again } = await replayed(world, "create_transactions", rows);
  const after = stateOf(world);
  assertEquals(again.isError, true);
  const words = `^invalid_input: this confirmation was already used for operation ${operationId} ` +
    ".* was applied 40 seconds ago: don't repeat it$";
  assertMatch(again.text, new RegExp(words));
  assertEquals(stateOf(world), after);
});

Deno.test("reusing a confirmation code after a lost response reports that the change may have been applied", async () => {
  await using world = await aWorld({ write: true });
  world.upstream.setFaults([{ operation: "createTransaction", then: { cut: "after" } }]);
  const { operationId, again } = await replayed(world, "create_transactions", rows);
  assertMatch(again.text, new RegExp(`operation ${operationId} .* may have been applied`));
});

Deno.test("reusing the code of an undone change reports that the change was undone", async () => {
  await using world = await aWorld({ write: true });
  const { operationId, confirmed } = await replayed(world, "flag_transactions", flag);
  await confirm(world, "undo_operation", { plan_id: ids.plan });
  const { text } = await world.call("flag_transactions", confirmed);
  assertMatch(text, new RegExp(`operation ${operationId} .* undone later`));
});

Deno.test("when two calls use the same code, one applies the change and the other reports that it was already applied", async () => {
  await using world = await aWorld({ write: true });
  const { structured } = await world.call("create_transactions", rows);
  const confirmed = { ...rows, confirmation: structured?.["confirmation"] };
  const both = await Promise.all([1, 2].map(() => world.call("create_transactions", confirmed)));
  const applied = both.find(({ isError }) => !isError);
  const refused = both.find(({ isError }) => isError);
  const operationId = String(applied?.structured?.["operation_id"]);
  assertMatch(
    refused?.text ?? "",
    new RegExp(`operation ${operationId} .* was applied 1 second ago`),
  );
});

Deno.test("declining a change that is already confirmed reports that its code was used", async () => {
  const store = createMemoryStore(Date.now).changes;
  const environment = anEnvironment({ store, canAsk: true });
  const request: ChangeRequest = {
    kind: "flag_transactions",
    planId: "p",
    asked: {},
    build: () => Promise.resolve({ draft: aDraft() }),
  };
  const { question } = await runChange(request, environment);
  const code = question?.code ?? "";
  // Confirms the change while the call to decline it is in progress: that call has found the code
  // but hasn't consumed it yet.
  const racing = {
    ...store,
    spendConfirmation: async (spent: string): Promise<boolean> => {
      await runChange(request, {
        ...environment,
        answer: { code, answered: "confirmed", by: "form" },
      });
      return await store.spendConfirmation(spent);
    },
  };
  await assertRejects(
    () =>
      runChange(request, {
        ...environment,
        store: racing,
        answer: { code, answered: "declined", by: "form" },
      }),
    ToolError,
    "was already used for operation",
  );
});

Deno.test("the error about an unknown confirmation code tells the caller to check the plan before retrying", async () => {
  await using world = await aWorld({ write: true });
  const { text } = await world.call("flag_transactions", { ...flag, confirmation: "0123456789ab" });
  assertMatch(text, /^invalid_input: this confirmation is unknown .* check the plan first/);
  assertEquals(text.includes("nothing was written"), false);
});

Deno.test("a code that expires during the re-check is reported as expired", async () => {
  let time = 0;
  const request: ChangeRequest = {
    kind: "flag_transactions",
    planId: "p",
    asked: {},
    // The re-check starts after 599 seconds and takes two seconds.
    build: () => {
      if (time > 0) time += 2_000;
      return Promise.resolve({ draft: aDraft() });
    },
  };
  const environment = anEnvironment({ now: () => time });
  const { reply } = await runChange(request, environment);
  time = 599_000;
  const confirmation = reply?.confirmation ?? "";
  await assertRejects(
    () => runChange({ ...request, confirmation }, environment),
    ToolError,
    "this confirmation has expired, so nothing was written",
  );
});

Deno.test("if only the user may confirm changes, the server rejects a confirmation code from another server", async () => {
  await using folder = await aStoreFolder();
  const shared = { write: true, storeFolder: folder.path };
  await using issuing = await aWorld({ ...shared, confirm: "code" });
  await using asking = await aWorld({ ...shared, confirm: "user" });
  const { structured } = await issuing.call("flag_transactions", flag);
  const before = stateOf(asking);
  const { text } = await asking.call("flag_transactions", {
    ...flag,
    confirmation: structured?.["confirmation"],
  });
  assertMatch(
    text,
    /^forbidden: on this server, the user must approve changes in a form or on a confirmation card/,
  );
  assertEquals(stateOf(asking), before);
});

Deno.test("if a change may have been applied, usedCodeWords() names its operation and says how long ago it ran", () => {
  for (const state of ["applied", "partly", "uncertain", "intended"] as const) {
    const words = usedCodeWords(anEntry({ state }), 40_000);
    assertMatch(words, /^for operation o1 \("A change"\), which .* 40 seconds ago/);
    assertEquals(words.includes("nothing was written"), false);
  }
});

const byCode: ConfirmingCall = { ...flagBinding, channel: "code" };

function someConfirmations(): Confirmations {
  return new Confirmations(createMemoryStore(() => 0).changes, () => 0);
}

function drafted(flag: string | null, id = "0a1b2c3d-1"): ChangeDraft {
  const targets = [aTarget({ id, label: "Rent", before: { flag_color: flag } })];
  return aDraft({ steps: [{ operation: "updateTransactions", args: {}, targets }] as never });
}

Deno.test("a confirmation code is rejected if it comes from a call to a different tool, from a card, or from a form", async () => {
  const confirmations = someConfirmations();
  const issued = { ...flagBinding, method: "code", shown: null } as const;
  const { preview } = await confirmations.issue(issued, aDraft());
  for (
    const [call, why] of [
      [{ tool: "move_money" }, "belongs to flag_transactions, not to this tool"],
      [{ channel: "card" }, "can't be used on a confirmation card"],
      [{ channel: "form" }, "can only come from the user"],
    ] as const
  ) {
    await assertRejects(
      () => confirmations.check(preview, { ...byCode, ...call }),
      ToolError,
      `this confirmation ${why}, so nothing was written: call again without \`confirmation\``,
    );
  }
});

Deno.test("a draft that differs from its preview causes a conflict that names the changed records", async () => {
  const confirmations = someConfirmations();
  const { preview } = await confirmations.issue(
    { ...flagBinding, method: "code", shown: null },
    drafted(null),
  );
  const previewed = await confirmations.check(preview, byCode);
  compareDrafts(previewed, drafted(null));

  for (
    const [now, rows] of [
      [drafted("red"), ["Rent (0a1b2c3d)"]],
      [drafted(null, "ffffffff-2"), [
        "only in the preview: Rent (0a1b2c3d)",
        "new since the preview: Rent (ffffffff)",
      ]],
      [{ ...drafted(null), preview: [{ id: "x" } as never] }, []],
    ] as const
  ) {
    const error = assertThrows(() => compareDrafts(previewed, now), ToolError);
    assertEquals([error.code, error.rows], ["conflict", rows]);
  }
});

Deno.test("a change repeated within ten minutes is previewed with a warning that names the earlier operation", async () => {
  await using world = await aWorld({ write: true });
  const { applied } = await confirm(world, "create_transactions", rows);
  const repeated = async (args: Args): Promise<string | undefined> => {
    const { structured } = await world.call("create_transactions", args);
    const warnings = (structured?.["warnings"] ?? []) as readonly string[];
    return warnings.find((one) => one.startsWith("the same change"));
  };
  world.pass(40);
  const operationId = String(applied.structured?.["operation_id"]);
  assertMatch(
    await repeated(rows) ?? "",
    new RegExp(`^the same change was applied 40 seconds ago as operation ${operationId}: confirm`),
  );
  assertEquals(await repeated({ ...rows, account_id: ids.checking }), undefined);
  world.pass(601);
  assertEquals(await repeated(rows), undefined);
});

Deno.test("repeatWarning() warns if the same change may have been applied, but not if it failed or was undone", async () => {
  const request = { kind: "flag_transactions", planId: "p", asked: "asked" };
  const about = /^the same change .* 10 minutes ago as operation o1: confirm only/;
  for (
    const [state, warned] of [
      ...[["partly", about], ["uncertain", about], ["intended", about]] as const,
      ...[["failed", /^$/], ["undone", /^$/]] as const,
    ]
  ) {
    const store = createMemoryStore(Date.now).changes;
    await new Journal(store).save(anEntry({ asked: "asked", state }));
    const warnings = await repeatWarning(request, { store, now: () => 600_000 });
    assertMatch(warnings.join(), warned, state);
  }
});
