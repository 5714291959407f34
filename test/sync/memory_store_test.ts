import { createMemoryStore } from "../../sync/memory/memory_store.ts";
import { testStore } from "./_store_contract.ts";

testStore("memory", () =>
  Promise.resolve({
    store: createMemoryStore(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }));
