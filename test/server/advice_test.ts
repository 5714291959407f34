import { assertEquals } from "@std/assert";
import { COMMAND, correctionAdvice, setupError } from "../../server/advice.ts";

Deno.test("correctionAdvice() and setupError() don't mention a settings form to users of a command", () => {
  assertEquals(correctionAdvice("it", COMMAND), "correct it and restart the server");
  assertEquals(
    setupError({ token: null, settingsForm: COMMAND })?.message,
    "no access token is set: create one at https://app.ynab.com/settings/developer and put it in " +
      "BUDGET_ACCESS_TOKEN or the token file, or start it with --demo",
  );
});
