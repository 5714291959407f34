import type { answers } from "./answers.ts";
import type { Bodies, CoveredOperation, operations } from "./operations.ts";
import type { TypeOf } from "./wire/check.ts";

export type { CoveredOperation };

/** Arguments and result of every operation that has a client method. */
export type Calls = {
  readonly [Id in CoveredOperation]: {
    readonly args: ArgsOf<(typeof operations)[Id]>;
    readonly answer: AnswerOf<(typeof operations)[Id]>;
  };
};

/**
 * Arguments of a request for a list of a plan's records, either complete or since a server
 * knowledge.
 */
export type ListArgs = Calls["getAccounts"]["args"];

/** The deleted schedule; `null` if a retry found that it was already deleted. */
export type DeletedScheduled = Calls["deleteScheduledTransaction"]["answer"];

export type CategoryList = TypeOf<typeof answers.CategoryList>;
export type SavedCategory = TypeOf<typeof answers.SavedCategory>;
export type SavedCategoryGroup = TypeOf<typeof answers.SavedCategoryGroup>;
export type SavedPayee = TypeOf<typeof answers.SavedPayee>;
export type ImportedTransactions = TypeOf<typeof answers.ImportedTransactions>;

type Flat<Type> = { readonly [Field in keyof Type]: Type[Field] };

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type ArgsOf<Row> = Flat<
  & (Row extends { readonly path: infer Path } ? Record<ParameterOf<Path>, string> : unknown)
  & (Row extends { readonly query: readonly (infer Name)[] } ? QueryOf<Name> : unknown)
  & (Row extends { readonly body: infer Body } ? BodyOf<Body> : unknown)
>;

type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Camel<Name> | ParameterOf<Rest>
  : never;

type QueryOf<Name> =
  & ("last_knowledge_of_server" extends Name ? {
      /** `server_knowledge` of the previous response; absent to request the complete list. */
      readonly knowledge?: number;
    }
    : unknown)
  & ("since_date" extends Name ? {
      /** `YYYY-MM-DD`. Without a start date, YNAB returns only the last year, even in deltas. */
      readonly sinceDate: string;
    }
    : unknown);

type BodyOf<Body> = {
  readonly [Field in keyof Body as Camel<Field>]: Bodies[Body[Field] & keyof Bodies];
};

type AnswerOf<Row> =
  | (Row extends { readonly answer: infer Name }
    ? TypeOf<(typeof answers)[Name & keyof typeof answers]>
    : never)
  | (Row extends { readonly gone: infer Gone } ? Gone : never);
