import { BACKENDS } from "./_backends.ts";
import { testChangeStore } from "./_change_store_contract.ts";
import { testSavedValues } from "./_saved_values_contract.ts";
import { testReplicas } from "./_replica_contract.ts";
import { testStore } from "./_store_contract.ts";

for (const [kind, open] of Object.entries(BACKENDS)) {
  testStore(kind, open);
  testChangeStore(kind, open);
  testReplicas(kind, open);
  testSavedValues(kind, open);
}
