import {
  closedFor,
  type LedgerState,
  type RequestLedger,
  type Reservation,
  useOf,
  withOneMore,
} from "../../../client/request_budget.ts";
import type { BudgetRow, BudgetRows } from "./budget_rows.ts";

/** Makes a ledger over a backend's budget. */
export function sharedLedger(rows: BudgetRows): RequestLedger {
  const change = async <Result>(
    run: (row: BudgetRow) => { readonly state: LedgerState; readonly result: Result },
  ): Promise<Result> => {
    for (;;) {
      const row = await rows.read();
      const { state, result } = run(row);
      // What changes nothing needs no turn to write.
      if (state === row || await rows.write(row.revision, state)) return result;
    }
  };
  return {
    tryTake: (taking) =>
      change<Reservation>((row) => {
        const { state, reservation } = withOneMore(row, { ...taking, now: row.now });
        return { state, result: reservation };
      }),
    close: (forMs, windowMs) =>
      change((row) => ({
        state: closedFor(row, { now: row.now, windowMs, forMs }),
        result: undefined,
      })),
    use: async (windowMs) => {
      const row = await rows.read();
      return useOf(row, { now: row.now, windowMs });
    },
  };
}
