import { assertEquals, assertStringIncludes } from "@std/assert";
import { confirm, editRecord, rowOf } from "./_confirm.ts";
import { aTransaction } from "../_builders.ts";
import { idOf } from "./_plan.ts";
import { aWorld, rowsOf } from "./_world.ts";

const args = { transaction_ids: [idOf("78"), idOf("79")] };
const short = { transaction_ids: ["00000078", "00000079"] };

Deno.test("approve_transactions approves immediately with one request and no read", async () => {
  await using world = await aWorld({ write: true });
  const { structured, isError, text } = await world.call("approve_transactions", args);
  assertEquals([structured, isError], [{
    status: "applied",
    confirmed_by: "none",
    message: "Approved 2 transactions. This can't be undone: this server hadn't read the " +
      "transactions, so it is unknown which of them were already approved.",
    changes: args.transaction_ids.map((id) => ({
      id,
      label: `transaction ${id}`,
      field: "approved",
      before: "not known",
      after: true,
      outcome: "done",
    })),
  }, false]);
  assertStringIncludes(text, "Approved 2 transactions.");
  assertEquals(world.sent(), ["updateTransactions"]);
});

Deno.test("if the transactions are cached, approve_transactions reports its changes and can be undone", async () => {
  await using world = await aWorld({ write: true });
  await world.call("find_transactions");
  world.sent();
  const transaction_ids = [...short.transaction_ids, "00000073"];
  const { structured, text } = await world.call("approve_transactions", { transaction_ids });
  assertEquals(world.sent(), ["updateTransactions"]);
  const shown = { field: "approved", after: true, outcome: "done" };
  assertEquals(structured?.["changes"], [
    { id: "00000078", label: "2026-03-10 Amazon -$20.00 Checking", ...shown },
    { id: "00000079", label: "2024-01-10 Amazon -$7.00 Checking", ...shown },
  ]);
  assertEquals(
    structured?.["message"],
    "Approved 2 transactions; already approved: 1. You can undo this until the server stops.",
  );
  assertStringIncludes(text, "no|");
  const { operation_id } = structured ?? {};
  const { preview } = await confirm(world, "undo_operation", { operation_id });
  assertEquals(args.transaction_ids.map((id) => rowOf(world, id)?.approved), [false, false]);
  const reason = "it was already approved before this change";
  assertStringIncludes(preview.text, `2 of 3 transactions; 1 skipped because ${reason}`);
  assertEquals(rowsOf(preview, "left_alone").map((one) => one["reason"]), [reason]);
});

Deno.test("undo_operation returns nothing_to_do for an approval that changed nothing, and calling it again undoes the change made before the approval", async () => {
  await using world = await aWorld({ write: true });
  await world.call("find_transactions");
  await world.call("approve_transactions", short);
  world.pass(1);
  await world.call("approve_transactions", { transaction_ids: ["00000073"] });
  const { structured } = await world.call("undo_operation");
  assertEquals(structured?.["status"], "nothing_to_do");
  await confirm(world, "undo_operation");
  assertEquals(args.transaction_ids.map((id) => rowOf(world, id)?.approved), [false, false]);
});

Deno.test("approve_transactions rejects short ids if no transactions have been read", async () => {
  await using world = await aWorld({ write: true });
  const { text } = await world.call("approve_transactions", short);
  assertEquals(
    text.split("\n").slice(1),
    short.transaction_ids.map((id) =>
      `"${id}": no transactions have been read yet, so this short id is unknown: ` +
      "call find_transactions first, or pass the full id"
    ),
  );
  assertEquals(world.sent(), []);
});

Deno.test("approve_transactions reports unknown short ids and deleted transactions together", async () => {
  await using world = await aWorld({ write: true });
  await world.call("find_transactions");
  editRecord(world, "transactions", idOf("72"), { deleted: true });
  world.pass(31);
  await world.call("find_transactions");
  world.sent();
  const transaction_ids = ["ffffffff", idOf("72"), "00000078"];
  const { text } = await world.call("approve_transactions", { transaction_ids });
  assertEquals(text.split("\n").slice(1), [
    '"ffffffff": this plan has no transaction "ffffffff": see find_transactions',
    `"${idOf("72")}": transaction "${idOf("72")}" has been deleted: see find_transactions`,
  ]);
  assertEquals(world.sent(), []);
});

Deno.test("approve_transactions lists only failures when part of the batch failed", async () => {
  await using world = await aWorld({ write: true });
  await world.call("find_transactions");
  const transactions = [
    aTransaction({ id: idOf("78"), approved: true }),
    aTransaction({ id: idOf("79"), approved: false }),
  ];
  const body = { data: { transaction_ids: [], transactions, server_knowledge: 11 } };
  world.upstream.setFaults([{ operation: "updateTransactions", then: { status: 200, body } }]);
  const { structured, isError } = await world.call("approve_transactions", short);
  assertEquals([structured?.["status"], isError], ["partly", true]);
  const rows = rowsOf({ structured });
  assertEquals(rows.map(({ id, outcome }) => [id, outcome]), [["00000079", "not_done"]]);
});
