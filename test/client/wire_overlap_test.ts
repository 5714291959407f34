import type * as theirs from "npm:ynab@^4.1.0";
import type { answers } from "../../client/answers.ts";
import type { Calls } from "../../client/upstream_client.ts";
import type * as account from "../../client/wire/account.ts";
import type * as category from "../../client/wire/category.ts";
import type { TypeOf } from "../../client/wire/check.ts";
import type * as payee from "../../client/wire/payee.ts";
import type * as plan from "../../client/wire/plan.ts";
import type * as scheduled from "../../client/wire/scheduled_transaction.ts";
import type * as transaction from "../../client/wire/transaction.ts";

/** Names of shared fields where our type doesn't accept all of YNAB's values. */
type Clash<Theirs, Ours> = {
  [Field in keyof Theirs & keyof Ours]-?: Exclude<Theirs[Field], undefined> extends Ours[Field]
    ? never
    : Field;
}[keyof Theirs & keyof Ours];

/**
 * `true` if YNAB's type is assignable to ours and both have the same fields; otherwise the names of
 * the differing fields. `Newer` names fields that YNAB added after version 1.83 of its
 * specification.
 */
type Overlap<Theirs, Ours, Newer extends string = never> =
  [Clash<Theirs, Ours> | OnlyTheirs<Theirs, Ours>] extends [never]
    ? [Exclude<keyof Ours, keyof Theirs | Newer>] extends [never] ? true
    : { readonly onlyOurs: Exclude<keyof Ours, keyof Theirs | Newer> }
    : {
      readonly clash: Clash<Theirs, Ours>;
      readonly onlyTheirs: OnlyTheirs<Theirs, Ours>;
    };

/**
 * Fields that our type lacks. Amounts that YNAB repeats as text or in currency units are excluded,
 * because no code reads them.
 */
type OnlyTheirs<Theirs, Ours> = Exclude<
  keyof Theirs,
  keyof Ours | `${string}_formatted` | `${string}_currency`
>;

/** The known values of an enumeration that also accepts any other text. */
type Named<Enum> = Enum extends string ? string extends Enum ? never : Enum : never;

/** `true` if two unions have the same members. */
type Same<A, B> = [A, B] extends [B, A] ? true : { readonly differ: Exclude<A | B, A & B> };

interface Entities {
  readonly account: Overlap<theirs.Account, account.Account>;
  readonly category: Overlap<theirs.Category, category.Category, "internal">;
  readonly categoryGroup: Overlap<theirs.CategoryGroup, category.CategoryGroup, "internal">;
  readonly categoryGroupWithCategories: Overlap<
    theirs.CategoryGroupWithCategories,
    category.CategoryGroupWithCategories,
    "internal"
  >;
  readonly moneyMovement: Overlap<theirs.MoneyMovement, category.MoneyMovement>;
  readonly moneyMovementGroup: Overlap<theirs.MoneyMovementGroup, category.MoneyMovementGroup>;
  readonly payee: Overlap<theirs.Payee, payee.Payee>;
  readonly payeeLocation: Overlap<theirs.PayeeLocation, payee.PayeeLocation>;
  readonly dateFormat: Overlap<theirs.DateFormat, plan.DateFormat>;
  readonly currencyFormat: Overlap<theirs.CurrencyFormat, plan.CurrencyFormat>;
  readonly planSummary: Overlap<theirs.PlanSummary, plan.PlanSummary>;
  readonly planSettings: Overlap<theirs.PlanSettings, plan.PlanSettings>;
  readonly monthSummary: Overlap<theirs.MonthSummary, plan.MonthSummary>;
  readonly monthDetail: Overlap<theirs.MonthDetail, plan.MonthDetail>;
  readonly scheduled: Overlap<
    theirs.ScheduledTransactionDetail,
    scheduled.ScheduledTransaction
  >;
  readonly scheduledLine: Overlap<theirs.ScheduledSubTransaction, scheduled.ScheduledSplitLine>;
  readonly transaction: Overlap<theirs.TransactionDetail, transaction.Transaction>;
  readonly line: Overlap<theirs.SubTransaction, transaction.SplitLine>;
  readonly hybrid: Overlap<theirs.HybridTransaction, transaction.HybridTransaction>;
}

interface Bodies {
  readonly saveCategory: Overlap<theirs.SaveCategory, category.SaveCategory, "goal_frequency">;
  readonly saveMonthCategory: Overlap<theirs.SaveMonthCategory, category.SaveMonthCategory>;
  readonly saveCategoryGroup: Overlap<theirs.SaveCategoryGroup, category.SaveCategoryGroup>;
  readonly savePayee: Overlap<theirs.PostPayee, payee.SavePayee>;
  readonly saveScheduled: Overlap<
    theirs.SaveScheduledTransaction,
    scheduled.SaveScheduledTransaction
  >;
  readonly saveLine: Overlap<theirs.SaveSubTransaction, transaction.SaveSplitLine>;
  readonly saveTransaction: Overlap<
    theirs.SaveTransactionWithOptionalFields,
    transaction.SaveTransaction
  >;
  readonly newTransaction: Overlap<theirs.NewTransaction, transaction.NewTransaction>;
  readonly saveWithId: Overlap<
    theirs.SaveTransactionWithIdOrImportId,
    transaction.SaveTransactionWithId
  >;
}

type Ours = { readonly [Name in keyof typeof answers]: TypeOf<(typeof answers)[Name]> };

interface Answers {
  readonly plans: Overlap<theirs.PlanSummaryResponseData, Ours["PlanList"]>;
  readonly accounts: Overlap<theirs.AccountsResponseData, Ours["AccountList"]>;
  readonly categories: Overlap<theirs.CategoriesResponseData, Ours["CategoryList"]>;
  readonly savedCategory: Overlap<theirs.SaveCategoryResponseData, Ours["SavedCategory"]>;
  readonly months: Overlap<theirs.MonthSummariesResponseData, Ours["MonthList"]>;
  readonly month: Overlap<theirs.MonthDetailResponseData, Ours["MonthAnswer"]>;
  readonly scheduled: Overlap<
    theirs.ScheduledTransactionsResponseData,
    Ours["ScheduledTransactionList"]
  >;
  readonly transactions: Overlap<theirs.TransactionsResponseData, Ours["TransactionList"]>;
  readonly saved: Overlap<theirs.SaveTransactionsResponseData, transaction.SavedTransactions>;
  readonly imported: Overlap<theirs.TransactionsImportResponseData, Ours["ImportedTransactions"]>;
  readonly deleted: Overlap<theirs.TransactionResponseData, Calls["deleteTransaction"]["answer"]>;
  readonly savedGroup: Overlap<theirs.SaveCategoryGroupResponseData, Ours["SavedCategoryGroup"]>;
  readonly payees: Overlap<theirs.PayeesResponseData, Ours["PayeeList"]>;
  readonly savedPayee: Overlap<theirs.SavePayeeResponseData, Ours["SavedPayee"]>;
  readonly movements: Overlap<theirs.MoneyMovementsResponseData, Ours["MoneyMovementList"]>;
  readonly movementGroups: Overlap<
    theirs.MoneyMovementGroupsResponseData,
    Ours["MoneyMovementGroupList"]
  >;
  readonly settings: Overlap<theirs.PlanSettingsResponseData, Ours["PlanSettingsAnswer"]>;
}

interface Enumerations {
  readonly account: Same<theirs.AccountType, Named<account.AccountType>>;
  readonly target: Same<theirs.CategoryGoalTypeEnum, Named<category.TargetType>>;
  readonly cleared: Same<theirs.TransactionClearedStatus, Named<transaction.ClearedState>>;
  readonly flag: Same<theirs.TransactionFlagColor, Named<transaction.FlagColor>>;
  readonly debt: Same<
    theirs.TransactionSummaryDebtTransactionTypeEnum,
    Named<transaction.DebtTransactionType>
  >;
  readonly frequency: Same<theirs.ScheduledTransactionFrequency, Named<scheduled.Frequency>>;
}

type WrongKind = Omit<transaction.Transaction, "amount"> & { readonly amount: string };
type WrongName = Omit<transaction.Transaction, "memo"> & { readonly memmo?: string | null };
type Forgotten = Omit<transaction.Transaction, "flag_name">;
type WrongLine = Omit<transaction.Transaction, "subtransactions"> & {
  readonly subtransactions: readonly { readonly id: number }[];
};

Deno.test("YNAB's records are assignable to our types", () => allFit<Entities>());
Deno.test("YNAB's request bodies are assignable to our types", () => allFit<Bodies>());
Deno.test("YNAB's responses are assignable to our types", () => allFit<Answers>());
Deno.test("YNAB's enumerations contain our values", () => allFit<Enumerations>());

Deno.test("a wrong wire type doesn't compile", () => {
  // @ts-expect-error: an amount declared as text
  allFit<{ readonly kind: Overlap<theirs.TransactionDetail, WrongKind> }>();
  // @ts-expect-error: a field that YNAB never sends
  allFit<{ readonly name: Overlap<theirs.TransactionDetail, WrongName> }>();
  // @ts-expect-error: a field missing from our type
  allFit<{ readonly forgotten: Overlap<theirs.TransactionDetail, Forgotten> }>();
  // @ts-expect-error: a wrong type in a nested record
  allFit<{ readonly line: Overlap<theirs.TransactionDetail, WrongLine> }>();
  // @ts-expect-error: a value missing from our type
  allFit<{ readonly value: Same<theirs.TransactionClearedStatus, "cleared" | "uncleared"> }>();
});

/** Compiles only if every comparison in a table is `true`. */
function allFit<Table extends Readonly<Record<keyof Table, true>>>(): void {}
