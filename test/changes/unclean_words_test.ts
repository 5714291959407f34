import { assertEquals } from "@std/assert";
import { partlyWords, uncertainWords, type Unclean } from "../../changes/unclean_words.ts";
import { UpstreamError } from "../../client/upstream_error.ts";
import { aStep, aTarget } from "./_journal_entry.ts";

const limited = new UpstreamError("YNAB wants no more requests for now: try again in 60 seconds", {
  code: "rate_limited",
  status: 429,
  retryAfterMs: 60_000,
});
const refused = new UpstreamError("It was refused: correct it", { code: "rejected" });
const steps = [aStep("deleteTransaction", [aTarget(), aTarget({ outcome: "not_done" })])];
const undo = { steps, undoes: "o0", isUndoable: false };
const change = { steps, undoes: null, isUndoable: true };

const cases: readonly (readonly [Unclean["entry"], UpstreamError | null, string])[] = [
  [
    undo,
    limited,
    ": YNAB wants no more requests for now. Call again in 60 seconds: it goes on where it stopped",
  ],
  [undo, refused, ": it was refused. Look at the plan before going on"],
  [change, refused, ": it was refused. Undo takes that part back"],
  [
    change,
    limited,
    ": YNAB wants no more requests for now. Undo takes that part back; YNAB takes requests again " +
    "in 60 seconds",
  ],
  [change, null, ""],
];

for (const [entry, failure, words] of cases) {
  const what = `${entry === undo ? "an undo" : "a change"} ended by ${failure?.code ?? "nothing"}`;
  Deno.test(`partlyWords() says why and what next of ${what}`, () => {
    const applied = { failure, isAwaited: false };
    const part = "only part of it was applied (1 of 2)";
    assertEquals(partlyWords({ draft: {}, entry, applied }), part + words);
  });
}

Deno.test("uncertainWords() says that what a look did not show may still come", () => {
  const failure = new UpstreamError("It failed with status 503: look", {
    code: "unavailable",
    uncertain: true,
  });
  assertEquals(
    uncertainWords({ draft: {}, entry: change, applied: { failure, isAwaited: true } }),
    "YNAB did not say whether all of it was applied (it failed with status 503). A check " +
      "right after did not show it, but it may still arrive within a minute. Do not repeat it " +
      "until you have checked again then",
  );
});

const words = (draft: Unclean["draft"], failure: UpstreamError | null): string =>
  uncertainWords({ draft, entry: change, applied: { failure, isAwaited: false } });

Deno.test("uncertainWords() says what to look at before it is repeated, where the change knows", () => {
  const said = "YNAB did not say whether all of it was applied";
  assertEquals(
    words({}, null),
    `${said}. Do not repeat it before you have looked at the rows below`,
  );
  assertEquals(
    words({ checkBeforeRetry: "list_payees has shown it" }, refused),
    `${said} (it was refused). Do not repeat it before list_payees has shown it`,
  );
});

Deno.test("partlyWords() gives a few minutes where YNAB has not said how long", () => {
  const failure = new UpstreamError("YNAB is down: wait", { code: "unavailable" });
  const applied = { failure, isAwaited: false };
  assertEquals(
    partlyWords({ draft: {}, entry: undo, applied }),
    "only part of it was applied (1 of 2): YNAB is down. Call again in a few minutes: it goes on " +
      "where it stopped",
  );
});
