import type {
  CallOptions,
  Calls,
  CoveredOperation,
  UpstreamClient,
} from "../../client/upstream_client.ts";
import type { Account } from "../../client/wire/account.ts";
import type { CategoryGroupWithCategories } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthDetail, MonthSummary } from "../../client/wire/plan.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import { UpstreamError } from "../../client/upstream_error.ts";
import { coveredOperations } from "../client/_scripted_client.ts";

/** A call as received by the fake client. */
export interface FakeCall {
  readonly operation: CoveredOperation;
  readonly args: unknown;
  readonly options: CallOptions;
}

/** A response that the test settles later. */
export interface HeldAnswer<Answer> {
  readonly give: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

type Reply = (signal: AbortSignal | undefined) => Promise<unknown>;

/** A scripted client that records its calls. */
export class FakeClient {
  /** Every call, oldest first. */
  readonly calls: FakeCall[] = [];
  readonly #replies = new Map<CoveredOperation, Reply[]>();

  /** The client to pass to the code under test. */
  readonly client: UpstreamClient = Object.fromEntries(
    coveredOperations.map((operation) => [
      operation,
      (args: unknown, options: CallOptions) => this.#call(operation, args, options),
    ]),
  ) as unknown as UpstreamClient;

  /** Scripts the next response to an operation. */
  answer<Id extends CoveredOperation>(operation: Id, answer: Calls[Id]["answer"]): void {
    this.#script(operation, () => Promise.resolve(answer));
  }

  /**
   * Scripts the next response to a request for accounts. The following methods do the same for
   * other records.
   */
  accounts(knowledge: number, ...accounts: readonly Account[]): void {
    this.answer("getAccounts", { accounts, server_knowledge: knowledge });
  }

  categories(knowledge: number, ...groups: readonly CategoryGroupWithCategories[]): void {
    this.answer("getCategories", { category_groups: groups, server_knowledge: knowledge });
  }

  payees(knowledge: number, ...payees: readonly Payee[]): void {
    this.answer("getPayees", { payees, server_knowledge: knowledge });
  }

  schedules(knowledge: number, ...schedules: readonly ScheduledTransaction[]): void {
    this.answer("getScheduledTransactions", {
      scheduled_transactions: schedules,
      server_knowledge: knowledge,
    });
  }

  transactions(knowledge: number, ...transactions: readonly Transaction[]): void {
    this.answer("getTransactions", { transactions, server_knowledge: knowledge });
  }

  months(knowledge: number, ...months: readonly MonthSummary[]): void {
    this.answer("getPlanMonths", { months, server_knowledge: knowledge });
  }

  month(month: MonthDetail): void {
    this.answer("getPlanMonth", { month });
  }

  /** Makes the next call to an operation fail. */
  fail(operation: CoveredOperation, error: Error): void {
    this.#script(operation, () => Promise.reject(error));
  }

  /** Scripts an operation's next response, which the test settles later. */
  hold<Id extends CoveredOperation>(operation: Id): HeldAnswer<Calls[Id]["answer"]> {
    const { promise, resolve, reject } = Promise.withResolvers<Calls[Id]["answer"]>();
    this.#script(operation, (signal) => {
      signal?.addEventListener("abort", () => reject(abortedError(signal)), { once: true });
      return promise;
    });
    return { give: resolve, fail: reject };
  }

  /** Arguments of every call to an operation, oldest first. */
  asked(operation: CoveredOperation): readonly unknown[] {
    return this.calls.filter((call) => call.operation === operation).map(({ args }) => args);
  }

  #script(operation: CoveredOperation, reply: Reply): void {
    this.#replies.set(operation, [...this.#replies.get(operation) ?? [], reply]);
  }

  async #call<Id extends CoveredOperation>(
    operation: Id,
    args: unknown = {},
    options: CallOptions = {},
  ): Promise<Calls[Id]["answer"]> {
    const { signal } = options;
    if (signal?.aborted === true) throw abortedError(signal);
    this.calls.push({ operation, args, options });
    options.onRequest?.();
    const [next, ...left] = this.#replies.get(operation) ?? [];
    if (next === undefined) throw new Error(`${operation} was not in the script`);
    this.#replies.set(operation, left);
    return await next(signal) as Calls[Id]["answer"];
  }
}

function abortedError(signal: AbortSignal): UpstreamError {
  return new UpstreamError("The call was aborted", { code: "aborted", cause: signal.reason });
}
