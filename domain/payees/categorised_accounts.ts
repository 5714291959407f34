import { STATES } from "../transactions/chunk_facts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { memoised } from "../base/memoised.ts";

/** Lists the accounts of a chunk of which some transaction, or some line, has a category. */
export function categorisedAccounts(chunk: TransactionChunk): readonly string[] {
  return accountsOf(chunk);
}

// Chunks are replaced, never changed.
const accountsOf = memoised(accountsIn);

function accountsIn(chunk: TransactionChunk): readonly string[] {
  const { states } = chunk.facts;
  const [accounts, categories] = [chunk.column("account_id"), chunk.column("category_id")];
  const isSet = categories.all.map((id) => (id ?? "") !== "");
  const isCategorised = new Uint8Array(accounts.valueCount);
  for (let place = 0; place < chunk.count; place++) {
    const isOwn = isSet[categories.places[place] as number];
    if (isOwn || ((states[place] as number) & STATES.categorisedLines) !== 0) {
      isCategorised[accounts.places[place] as number] = 1;
    }
  }
  return accounts.all.filter((_, nth) => isCategorised[nth] === 1) as readonly string[];
}
