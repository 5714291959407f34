import { assertEquals, assertStringIncludes } from "@std/assert";
import { COMMAND, correctionAdvice, instructionsFor, setupError } from "../../server/advice.ts";

Deno.test("correctionAdvice() and setupError() don't mention a settings form to users of the command line", () => {
  assertEquals(correctionAdvice("it", COMMAND), "correct it and restart the server");
  assertEquals(
    setupError({ token: null, settingsForm: COMMAND })?.message,
    "no access token is set: create one at https://app.ynab.com/settings/developer and put it in " +
      "BUDGET_ACCESS_TOKEN or the token file, or start it with --demo",
  );
});

function beginnings(options: Parameters<typeof instructionsFor>[0]): readonly string[] {
  return instructionsFor(options).split("\n\n").map((part) => part.split(/[ :]/u, 2).join(" "));
}

Deno.test("instructionsFor() describes changes only if they are enabled", () => {
  assertEquals(beginnings({ isWriteAllowed: true, profile: "fuller" }), [
    ...["Reads a", "- Omit", "Changing the", "Records entries"],
  ]);
  assertEquals(beginnings({ isWriteAllowed: false, profile: "fuller" }), [
    ...["Reads a", "- Omit", "This server", "Records entries"],
  ]);
});

Deno.test("instructionsFor() describes payees and the journal only in profiles that have tools for them", () => {
  const text = instructionsFor({ isWriteAllowed: true, profile: "complete" });
  assertStringIncludes(
    text,
    "for accounts, categories, groups and payees, exact names work too",
  );
  assertStringIncludes(text, "reverts a change. list_changes lists");
  for (const profile of ["fuller", "reduced"] as const) {
    const other = instructionsFor({ isWriteAllowed: true, profile });
    assertStringIncludes(other, "for accounts, categories and groups, exact names work too");
    assertEquals(other.includes("list_changes"), false);
  }
  const reading = instructionsFor({ isWriteAllowed: false, profile: "complete" });
  assertEquals(reading.includes("list_changes"), false);
});
