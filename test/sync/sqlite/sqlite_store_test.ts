import { testChangeStore } from "../_change_store_contract.ts";
import { aStoreFolder } from "../_sqlite_store.ts";
import { testStore } from "../_store_contract.ts";

testStore("sqlite", async () => {
  const folder = await aStoreFolder();
  const store = await folder.open();
  return { store, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
});

testChangeStore("sqlite", async () => {
  const folder = await aStoreFolder();
  const { changes } = await folder.open();
  return { changes, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
});
