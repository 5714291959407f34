import { createMemoryChangeStore } from "../../sync/memory/memory_change_store.ts";
import { testChangeStore } from "./_change_store_contract.ts";

testChangeStore("memory", () =>
  Promise.resolve({
    changes: createMemoryChangeStore(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }));
