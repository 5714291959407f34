/**
 * Mutants that change nothing that anybody could see, each with its reason. They are left out of
 * the count; an entry that fits no mutant any more fails, so that the list stays true.
 *
 * @module
 */

import type { Mutant } from "./mutant.ts";

/** An equivalent mutant. */
export interface EquivalentMutant extends Pick<Mutant, "file" | "original" | "replacement"> {
  readonly reason: string;
}

/** The list. */
export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: "changes/change_history.ts",
    original: "[]",
    replacement: `["Stryker was here"]`,
    reason: "No operation has that for an id, so it is found for none",
  },
  {
    file: "client/_json.ts",
    original: "{ return undefined; }",
    replacement: "{}",
    reason: "A function that returns nothing returns undefined",
  },
  {
    file: "client/answers/form.ts",
    original: "() => false",
    replacement: "() => undefined",
    reason: "What is undefined is taken for false",
  },
  {
    file: "client/_attempt.ts",
    original: "{ isTransient: false, isUncertain: false }",
    replacement: "{}",
    reason: "What is not there is taken for false",
  },
  {
    file: "client/_call_limit.ts",
    original: "true",
    replacement: "false",
    reason: "A signal is aborted once, so its listener is called once either way",
  },
  {
    file: "client/_call_limit.ts",
    original: "{ once: true }",
    replacement: "{}",
    reason: "A signal is aborted once, so its listener is called once either way",
  },
  {
    file: "client/timers.ts",
    original: "{ once: true }",
    replacement: "{}",
    reason: "A signal is aborted once, so its listener is called once either way",
  },
  {
    file: "client/request_ledger.ts",
    original: "[]",
    replacement: `["Stryker was here"]`,
    reason: "A text is later than no time, so it never counts as a request",
  },
  {
    file: "client/upstream_client.ts",
    original: "options.onRequest?.({ operation, ...outcome })",
    replacement: "options.onRequest({ operation, ...outcome })",
    reason: "What an observer throws is dropped, also that there is none",
  },
  {
    file: "server/answer_form.ts",
    original: "name !== null",
    replacement: "true",
    reason: "No client that is known is called null",
  },
  {
    file: "server/context_for.ts",
    original: `""`,
    replacement: `"Stryker was here!"`,
    reason: "It stands for the plan of a change, and each tool that changes something has a plan",
  },
  {
    file: "server/rendering/known_names.ts",
    original: `"account"`,
    replacement: `""`,
    reason: "One read alone notes records of that kind, so what it is called makes no difference",
  },
  {
    file: "server/rendering/known_names.ts",
    original: `"payee"`,
    replacement: `""`,
    reason: "One read alone notes records of that kind, so what it is called makes no difference",
  },
  {
    file: "server/rendering/present.ts",
    original: "known !== undefined",
    replacement: "false",
    reason: "What was worked out is only worked out again",
  },
  {
    file: "server/rendering/text_table.ts",
    original: "written[0]?.cells",
    replacement: "written[0].cells",
    reason:
      "Only what several rows share is told once, so there is a first; the compiler can't know",
  },
  {
    file: "domain/forecast/forecast_outlook.ts",
    original: "amount > 0",
    replacement: "amount >= 0",
    reason: "No flow has an amount of 0: cashFlows() leaves them out",
  },
  {
    file: "domain/forecast/scheduled_flows.ts",
    original: "graceful < month",
    replacement: "graceful <= month",
    reason: "Where both are the same day it does not matter which is taken",
  },
  {
    file: "domain/money/rounded_quotient.ts",
    original: "dividend < 0",
    replacement: "dividend <= 0",
    reason: "The quotient of 0 is 0 either way: 0 - 0 is 0",
  },
  {
    file: "domain/payees/payee_key.ts",
    original: "knownKeys.size >= MOST_KEYS",
    replacement: "knownKeys.size < MOST_KEYS",
    reason: "Keys are worked out again where the cache has let go of them",
  },
  {
    file: "domain/payees/chunk_payees.ts",
    original: "lastMarks[name] === mark",
    replacement: "false",
    reason: "A shorter way to the number that the map gives as well",
  },
  {
    file: "domain/reconcile/sets_of_sum.ts",
    original: "next < numbers.length",
    replacement: "next <= numbers.length",
    reason: "What stands behind the last number counts as 0, and zeros are passed over",
  },
  {
    file: "domain/search/cursor.ts",
    original: "at < Math.max(a.length, b.length)",
    replacement: "at <= Math.max(a.length, b.length)",
    reason: "Behind both keys there is nothing, which is equal to nothing",
  },
  {
    file: "domain/transactions/transaction_view.ts",
    original: "odd.size === 0",
    replacement: "false",
    reason: "Where nothing is odd nothing is found at a place either",
  },
  {
    file: "domain/forecast/cash_flows.ts",
    original: `""`,
    replacement: `"Stryker was here!"`,
    reason: "No account has that for an id, nor an empty one: what is no transfer is none within",
  },
  {
    file: "domain/plan/counted_transactions.ts",
    original: "transaction.id > partner.id",
    replacement: "transaction.id >= partner.id",
    reason: "No two transactions have one id, and one is no partner of its own",
  },
  {
    file: "domain/recurrence/payment_sets.ts",
    original: "set.length / months < 1.5",
    replacement: "set.length / months <= 1.5",
    reason: "No number of whole days has exactly one and a half payments in a mean month",
  },
  {
    file: "domain/references/id_index.ts",
    original: "this.#grow(size);",
    replacement: ";",
    reason: "Room that is made at once is only made earlier: add() makes it where it lacks",
  },
  {
    file: "domain/references/id_index.ts",
    original: "size > this.#places.length",
    replacement: "size <= this.#places.length",
    reason: "Room that is made at once is only made earlier: add() makes it where it lacks",
  },
  {
    file: "domain/search/transaction_orders.ts",
    original: "start > 0",
    replacement: "start >= 0",
    reason: "In front of the first place there is no day, which is no transaction's day",
  },
  {
    file: "domain/suggestions/category_history.ts",
    original: "!odd.has(place)",
    replacement: "odd.has(place)",
    reason: "A transaction that is read as a whole has the same uses; it only takes longer",
  },
  {
    file: "domain/transactions/edited_chunk.ts",
    original: "word < ID_WORDS",
    replacement: "word <= ID_WORDS",
    reason: "The word behind an id is the first of the next one, which is written after it",
  },
  {
    file: "domain/transactions/edited_chunk.ts",
    original: `typeof id === "string" && names.has(id)`,
    replacement: "true",
    reason: "Only spares looking: whether the name differs is asked of each that is left",
  },
  {
    file: "domain/transactions/edited_chunk.ts",
    original: "places.length > 0",
    replacement: "true",
    reason: "With other values in no place the column has the same ones",
  },
  {
    file: "domain/transactions/value_dictionary.ts",
    original: "this.#skipped++ < SAMPLED",
    replacement: "this.#skipped++ >= SAMPLED",
    reason: "More texts are compared than must be, which takes longer and finds the same values",
  },
  {
    file: "domain/review/duplicates.ts",
    original: `(id ?? "") !== ""`,
    replacement: `(id ?? "") === ""`,
    reason: "It is only asked whether two transactions differ in this",
  },
  {
    file: "domain/review/duplicates.ts",
    original: "at - 1",
    replacement: "at + 1",
    reason: "Each two neighbours are compared, from the one side or from the other",
  },
  {
    file: "domain/review/reason_finder.ts",
    original: "date < today",
    replacement: "date <= today",
    reason: "Of two days that are the same it takes one or the other",
  },
  {
    file: "domain/review/reason_finder.ts",
    original: "change.after <= change.before",
    replacement: "change.after < change.before",
    reason: "A change is between two prices that differ",
  },
  {
    file: "domain/search/chunk_matcher.ts",
    original: "range.from >= range.until",
    replacement: "false",
    reason: "Only spares preparing conditions: no place is within such a range",
  },
  {
    file: "domain/search/chunk_matcher.ts",
    original: "range.from >= range.until",
    replacement: "range.from > range.until",
    reason: "Only spares preparing conditions: no place is within such a range",
  },
  {
    file: "domain/search/chunk_matcher.ts",
    original: "leftOut.size > 0",
    replacement: "true",
    reason: "Where nothing is left out nothing is found among it",
  },
  {
    file: "domain/search/chunk_matcher.ts",
    original: "leftOut.size > 0",
    replacement: "leftOut.size >= 0",
    reason: "Where nothing is left out nothing is found among it",
  },
  {
    file: "domain/search/chunk_matcher.ts",
    original: "second === undefined",
    replacement: "false",
    reason: "One condition is asked as several are; it only takes longer",
  },
  {
    file: "domain/search/chunk_matcher.ts",
    original: "since === undefined",
    replacement: "false",
    reason: "What is no day counts as one before all others",
  },
  {
    file: "domain/search/chunk_matcher.ts",
    original: "!hits.includes(1)",
    replacement: "false",
    reason: "Only spares looking: where no value is hit no place is",
  },
  {
    file: "domain/search/opposite_amount.ts",
    original: "amount > 0",
    replacement: "amount >= 0",
    reason: "An amount of 0 has no opposite and was sent back before",
  },
  {
    file: "domain/search/group_sums.ts",
    original: "amount > 0",
    replacement: "amount >= 0",
    reason: "An amount of 0 adds nothing, to money in or to money out",
  },
  {
    file: "domain/search/match_totals.ts",
    original: "amount > 0",
    replacement: "amount >= 0",
    reason: "An amount of 0 adds nothing, to money in or to money out",
  },
  {
    file: "domain/search/search_needle.ts",
    original: String.raw`"\n"`,
    replacement: `""`,
    reason: "Two blanks stand between two forms anyway, which no match runs over",
  },
  {
    file: "domain/search/transaction_words.ts",
    original: String.raw`"\n"`,
    replacement: `""`,
    reason: "Two blanks stand between two texts anyway, which no match runs over",
  },
  {
    file: "domain/plan/counted_transactions.ts",
    original: "wanted.has(transaction.id)",
    replacement: "true",
    reason: "Only transactions that are wanted are looked up; that others are not kept spares room",
  },
  {
    file: "domain/plan/split_lines.ts",
    original: "lines.length === 0",
    replacement: "false",
    reason: "Of no lines none is live either way",
  },
  {
    file: "domain/reconcile/entry_slips.ts",
    original: "difference % 9 !== 0",
    replacement: "false",
    reason: "Only saves time: two digits that are swapped change an amount by a multiple of nine",
  },
  {
    file: "domain/reconcile/explain_difference.ts",
    original: "fewest.length >= MOST_EXPLANATIONS",
    replacement: "false",
    reason: "Only saves time: no more than that many are told, and these come first",
  },
  {
    file: "domain/reconcile/explain_difference.ts",
    original: "fewest.length >= MOST_EXPLANATIONS",
    replacement: "fewest.length > MOST_EXPLANATIONS",
    reason: "Only saves time: no more than that many are told, and these come first",
  },
  {
    file: "domain/recurrence/contracts.ts",
    original: "today !== -Infinity",
    replacement: "true",
    reason: "Only saves time: at no day the first round of the loop tells the same",
  },
  {
    file: "domain/suggestions/transfer_pairs.ts",
    original: "marks[amount & LOW_BITS] === 0",
    replacement: "false",
    reason: "Only saves time: the set that is asked next holds every amount",
  },
  {
    file: "domain/payees/chunk_payees.ts",
    original: "noteKeys(() => ({ names: values.list, keys: read() }));",
    replacement: ";",
    reason: "Only spares normalising names: the keys that were kept are those that they have",
  },
  {
    file: "domain/payees/chunk_payees.ts",
    original: "read === undefined",
    replacement: "true",
    reason: "Only spares normalising names: the keys that were kept are those that they have",
  },
  {
    file: "domain/text/clean_text.ts",
    original: "clean.length <= LONGEST_TEXT",
    replacement: "clean.length < LONGEST_TEXT",
    reason: "Only spares taking a text apart: its characters are counted next",
  },
  {
    file: "domain/transactions/transaction_columns.ts",
    original: "!hasFields(transaction, this.#names)",
    replacement: "true",
    reason: "Only spares listing fields that are known: to list them again finds none that is new",
  },
  {
    file: "domain/payees/payee_directory.ts",
    original: "(a, b) => b.length - a.length",
    replacement: "() => undefined",
    reason: "Any word leads to the same payees; the longest only saves normalising labels",
  },
  {
    file: "domain/payees/payee_directory.ts",
    original: "b.length - a.length",
    replacement: "b.length + a.length",
    reason: "Any word leads to the same payees; the longest only saves normalising labels",
  },
  {
    file: "domain/payees/payee_directory.ts",
    original: "labels[at]?.includes(longest) === true",
    replacement: "true",
    reason: "Only saves normalising labels: whether one is the payee's is asked next",
  },
  {
    file: "domain/suggestions/category_history.ts",
    original: "!isPlain(chunk, place)",
    replacement: "true",
    reason: "A transaction that is read as a whole has the same uses; it only takes longer",
  },
  {
    file: "domain/suggestions/category_history.ts",
    original: "!isUncategorizedSplit(chunk, place)",
    replacement: "true",
    reason: "Lines without a category are no uses; to read them only takes longer",
  },
  {
    file: "domain/suggestions/category_history.ts",
    original: "chunk !== last",
    replacement: "true",
    reason: "Only spares looking up again what is known of a chunk",
  },
  {
    file: "domain/forecast/regular_ahead.ts",
    original: "scheduled.filter((one) => !isRepeating(one))",
    replacement: "scheduled",
    reason: "A repeating schedule has taken the whole habit's place before",
  },
  {
    file: "domain/forecast/card_debt.ts",
    original: "sinceDay + 1",
    replacement: "sinceDay - 1",
    reason: "What moved on days that nobody asks about changes no later evening",
  },
  {
    file: "domain/forecast/card_debt.ts",
    original: "cards.length === 0",
    replacement: "false",
    reason: "Only saves looking through all payments: without cards there is nothing to find",
  },
  {
    file: "domain/forecast/balance_path.ts",
    original: "amount > 0",
    replacement: "amount >= 0",
    reason: "An amount of 0 adds nothing, to money in or to money out",
  },
  {
    file: "tools/reconcile_account.ts",
    original: "account === undefined",
    replacement: "false",
    reason: "Only ids of live accounts are resolved, so it is among them; the compiler can't know",
  },
  {
    file: "tools/reconcile_account.ts",
    original: `"The account was found before"`,
    replacement: `""`,
    reason: "Nobody can meet it: only ids of live accounts are resolved",
  },
  {
    file: "sync/plan/plan_copy.ts",
    original: "this.#bounded.forget();",
    replacement: ";",
    reason: "It frees memory: once the whole set is there nobody asks for a bounded read",
  },
  {
    file: "sync/plan/plan_copy.ts",
    original: `"settings"`,
    replacement: `""`,
    reason: "It tells one kept answer from the others, none of which has that name either",
  },
  {
    file: "sync/sharing/cached_read.ts",
    original: "running.began.sequence > asked.sequence",
    replacement: "running.began.sequence >= asked.sequence",
    reason: "No two moments have the same number",
  },
  {
    file: "sync/postgres/copy_rows.ts",
    original: "!hasWritten(noted)",
    replacement: "false",
    reason: "It looks for unused copies at every start, not once a day, and finds the same",
  },
  {
    file: "sync/sealing/unpack_chunk.ts",
    original: "missing !== undefined",
    replacement: "true",
    reason: "A value at no place is none of the list's: it is read by numbers of places alone",
  },
  {
    file: "sync/sealing/sealed_collection.ts",
    original: "!body",
    replacement: "false",
    reason: "Only spares opening: what is not there opens as little as what is spoiled",
  },
  {
    file: "sync/sealing/sealed_journal.ts",
    original: "spends !== null",
    replacement: "true",
    reason: "Only a write that spends a code is refused for it; the compiler can't know",
  },
  {
    file: "sync/sqlite/database.ts",
    original: "database.get(`PRAGMA ${pragma}`)?.[pragma]",
    replacement: "database.get(`PRAGMA ${pragma}`)[pragma]",
    reason: "Those that are asked for give a row of every file; the compiler can't know",
  },
  {
    file: "sync/plan/plan_notes.ts",
    original: "this.#moneyFormat",
    replacement: "false",
    reason: "What is left of a list is looked at in vain: the first format that was told stays",
  },
  {
    file: "sync/plan/plan_notes.ts",
    original: "this.ids.expect(rows.length);",
    replacement: ";",
    reason: "Room that is not made at once is made as ids come",
  },
  {
    file: "sync/plan/plan_notes.ts",
    original: "(sum, { keys }) => sum + keys.length",
    replacement: "() => undefined",
    reason: "Room that is not made at once is made as ids come",
  },
  {
    file: "sync/plan/plan_notes.ts",
    original: "sum + keys.length",
    replacement: "sum - keys.length",
    reason: "Room that is not made at once is made as ids come",
  },
  {
    file: "sync/sealing/sealed_collection.ts",
    original: "at < opening.length",
    replacement: "at <= opening.length",
    reason: "It unpacks a last batch of no parts",
  },
  {
    file: "sync/sharing/bounded_transactions.ts",
    original: "() => this.forget()",
    replacement: "() => undefined",
    reason: "It frees memory: once the whole set is there nobody asks for a bounded read",
  },
  {
    file: "sync/synced_collection.ts",
    original: "began.sequence < this.#validatedAt.sequence",
    replacement: "began.sequence <= this.#validatedAt.sequence",
    reason: "No two moments have the same number",
  },
  {
    file: "tools/assign_month.ts",
    original: "today > month.month",
    replacement: "today >= month.month",
    reason: "Of two days that are the same it takes one or the other",
  },
];

/** Whether a mutant is in the list. */
export function isEquivalent(mutant: Mutant, list: readonly EquivalentMutant[]): boolean {
  return list.some((one) => isSame(one, mutant));
}

/** Gives the entries that fit no mutant any more, of the folders that were mutated. */
export function staleEntries(
  mutants: readonly Mutant[],
  folders: readonly string[],
  list: readonly EquivalentMutant[],
): readonly EquivalentMutant[] {
  return list.filter(({ file }) => folders.some((folder) => file.startsWith(`${folder}/`)))
    .filter((one) => !mutants.some((mutant) => isSame(one, mutant)));
}

function isSame(one: EquivalentMutant, { file, original, replacement }: Mutant): boolean {
  return one.file === file && one.original === original && one.replacement === replacement;
}
