import { assertEquals } from "@std/assert";
import { ReservedIds } from "../../../sync/plan/plan_notes.ts";

interface Kept {
  readonly ids: ReservedIds;
  readonly heard: readonly string[];
  readonly asked: readonly string[];
  readonly failures: readonly unknown[];
}

function reserved(
  { kept = [], isBroken = false }: { readonly kept?: string[]; readonly isBroken?: boolean } = {},
): Kept {
  const [heard, asked, failures]: [string[], string[], unknown[]] = [[], [], []];
  const or = <Result>(result: Result): Promise<Result> =>
    isBroken ? Promise.reject(new Error("disk full")) : Promise.resolve(result);
  const store = {
    reserveIds: (planId: string, ids: readonly string[]) => {
      asked.push(`reserve ${planId} ${ids.join()}`);
      return or(undefined);
    },
    reservedIds: (planId: string) => {
      asked.push(`read ${planId}`);
      return or(kept);
    },
  };
  const context = {
    planId: "p",
    store,
    onStoreFailure: (error: unknown): void => void failures.push((error as Error).message),
  };
  const ids = new ReservedIds(context as never, (id) => heard.push(id));
  return { ids, heard, asked, failures };
}

Deno.test("new ids are taken and kept once", async () => {
  const { ids, heard, asked } = reserved();
  ids.add(["a", "b", "a"]);
  ids.add(["b"]);
  ids.add(["b", "c"]);
  await ids.written();
  assertEquals([...ids.all], ["a", "b", "c"]);
  assertEquals(heard, ["a", "b", "c"]);
  assertEquals(asked, ["reserve p a,b", "reserve p c"]);
});

Deno.test("what the store has is taken once, and not kept again", async () => {
  const { ids, heard, asked } = reserved({ kept: ["x", "y"] });
  await Promise.all([ids.restore(), ids.restore()]);
  ids.add(["x"]);
  assertEquals([heard, [...ids.all], asked], [["x", "y"], ["x", "y"], ["read p"]]);
});

Deno.test("a store that fails stops nothing and is told of", async () => {
  const { ids, heard, failures } = reserved({ isBroken: true });
  await ids.restore();
  ids.add(["a"]);
  await ids.written();
  assertEquals([heard, failures], [["a"], ["disk full", "disk full"]]);
});

Deno.test("written() waits for all that was added", async () => {
  const writing = Promise.withResolvers<void>();
  const writes = [writing.promise, Promise.resolve()];
  const store = { reserveIds: () => writes.shift(), reservedIds: () => Promise.resolve([]) };
  const ids = new ReservedIds({ planId: "p", store, onStoreFailure: () => {} } as never, () => {});
  ids.add(["a"]);
  ids.add(["b"]);
  let isWritten = false;
  const written = ids.written().then(() => void (isWritten = true));
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assertEquals(isWritten, false);
  writing.resolve();
  await written;
});
