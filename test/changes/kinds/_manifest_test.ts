import { assertEquals } from "@std/assert";
import type { WriteId } from "../../../changes/change.ts";
import type { ChangeKind } from "../../../changes/kind.ts";
import { isKindName } from "../../../changes/kinds/_load_kinds.ts";
import { type KindName, kinds } from "../../../changes/kinds/_manifest.ts";
import { UNDO_WRITES } from "../../../changes/undo/way_back.ts";
import { tools } from "../../../tools/_manifest.ts";
import * as flagTransactions from "../../../tools/flag_transactions.ts";
import * as listAccounts from "../../../tools/list_accounts.ts";
import { isChanging, toolOf } from "../../../tools/_tool.ts";

const names = Object.keys(kinds).filter(isKindName);
const loaded = new Map<KindName, ChangeKind>(
  await Promise.all(names.map(async (name) => [name, await kinds[name]()] as const)),
);

const sorted = (operations: Iterable<WriteId>): readonly WriteId[] =>
  [...new Set(operations)].toSorted();
const stepsOf = ({ steps }: ChangeKind): readonly WriteId[] => Object.keys(steps) as WriteId[];

Deno.test("every kind is that of a changing tool, and every changing tool has one", () => {
  const changing = tools.filter(isChanging);
  assertEquals(names, changing.map(({ name }) => name));
  assertEquals(names, changing.map(({ kind }) => kind));
});

Deno.test("a tool that changes the plan does not compile without a kind", () => {
  // @ts-expect-error: there is no kind of this name.
  assertEquals(toolOf("no_such_kind", flagTransactions).kind, null);
  assertEquals(toolOf("no_such_kind", listAccounts).kind, null);
});

for (const tool of tools.filter(isChanging)) {
  Deno.test(`the kind of ${tool.name} has steps of every operation that the tool declares`, () => {
    const kind = tool.kind === null ? undefined : loaded.get(tool.kind);
    assertEquals(sorted(kind === undefined ? [] : stepsOf(kind)), sorted(tool.writes.complete));
  });
}

Deno.test("undoing may use just the operations that ways back need", () => {
  const needed = [...loaded].flatMap(([name, { steps }]) =>
    name === "undo_operation"
      ? []
      : Object.values(steps).flatMap(({ undo }) => undo === null ? [] : [undo.operation])
  );
  assertEquals(sorted(UNDO_WRITES.complete), sorted(needed));
});

Deno.test("undoing changes no category in the reduced profile", () => {
  assertEquals(UNDO_WRITES.fuller.filter((one) => !UNDO_WRITES.reduced.some((id) => id === one)), [
    "updateCategory",
  ]);
});
