import { assertEquals, assertRejects } from "@std/assert";
import type { PlanSettings } from "../../../client/wire/plan.ts";
import { aCopy, MAX_AGE_MS, settle, type TestCopy } from "../_copy.ts";

function settings(format: string): PlanSettings {
  return { date_format: { format }, currency_format: null };
}

/** Answers the next requests for settings, one after another. */
function answers({ upstream }: TestCopy, ...formats: readonly string[]): void {
  for (const format of formats) {
    upstream.answer("getPlanSettingsById", { settings: settings(format) });
  }
}

function moves({ upstream }: TestCopy, knowledge: number, ...ids: readonly string[]): void {
  upstream.answer("getMoneyMovements", {
    money_movements: ids.map((id) => ({ id, month: "2024-03-01", amount: 1 })),
    server_knowledge: knowledge,
  });
}

function accounts({ upstream }: TestCopy, knowledge: number): void {
  upstream.answer("getAccounts", { accounts: [], server_knowledge: knowledge });
}

async function movesRead({ plan }: TestCopy): Promise<readonly (string | undefined)[]> {
  return (await plan.windowed.moneyMovements(null)).map(({ id }) => id);
}

Deno.test("an answer holds on while the plan is seen to stand where it stood then", async () => {
  const test = aCopy();
  moves(test, 5, "first");
  assertEquals(await movesRead(test), ["first"]);
  test.clock.advance(MAX_AGE_MS);
  accounts(test, 5);
  await test.plan.accounts();
  test.clock.advance(MAX_AGE_MS - 1);
  assertEquals(await movesRead(test), ["first"]);
  test.clock.advance(1);
  moves(test, 5, "second");
  assertEquals(await movesRead(test), ["second"]);
});

Deno.test("an answer is asked for again when the plan is seen to have moved", async () => {
  const test = aCopy();
  moves(test, 5, "first");
  await movesRead(test);
  test.clock.advance(MAX_AGE_MS);
  accounts(test, 6);
  await test.plan.accounts();
  moves(test, 6, "second");
  assertEquals(await movesRead(test), ["second"]);
});

Deno.test("an answer shows how far the plan has come, for the others", async () => {
  const test = aCopy();
  accounts(test, 5);
  await test.plan.accounts();
  test.clock.advance(MAX_AGE_MS);
  moves(test, 5, "first");
  await movesRead(test);
  await test.plan.accounts();
  assertEquals(test.upstream.asked("getAccounts").length, 1);
});

Deno.test("an answer that says nothing of the plan is none the truer for its standing still", async () => {
  const test = aCopy();
  answers(test, "first", "second");
  accounts(test, 5);
  await test.plan.windowed.settings();
  await test.plan.accounts();
  test.clock.advance(MAX_AGE_MS);
  accounts(test, 5);
  await test.plan.accounts();
  assertEquals(await test.plan.windowed.settings(), settings("second"));
});

Deno.test("answers are forgotten when the plan has gone back in time", async () => {
  const test = aCopy();
  answers(test, "first", "second");
  accounts(test, 9);
  await test.plan.accounts();
  await test.plan.windowed.settings();
  accounts(test, 3);
  accounts(test, 3);
  await test.plan.accounts({ isFreshOnly: true });
  assertEquals(await test.plan.windowed.settings(), settings("second"));
});

Deno.test("who wants only what is fresh is given nothing that was read before", async () => {
  const test = aCopy();
  answers(test, "first", "second");
  await test.plan.windowed.settings();
  assertEquals(await test.plan.windowed.settings({ isFreshOnly: true }), settings("second"));
  assertEquals(await test.plan.windowed.settings(), settings("second"));
});

Deno.test("callers who wait together share one request, and one that fails leaves nothing", async () => {
  const test = aCopy();
  const held = test.upstream.hold("getPlanSettingsById");
  const callers = [test.plan.windowed.settings(), test.plan.windowed.settings()];
  await settle();
  held.fail(new Error("down"));
  for (const caller of callers) await assertRejects(() => caller, Error, "down");
  answers(test, "first");
  assertEquals(await test.plan.windowed.settings(), settings("first"));
  assertEquals(test.upstream.asked("getPlanSettingsById").length, 2);
});

Deno.test("an answer waits until no change is being written", async () => {
  const test = aCopy();
  answers(test, "after");
  const order: string[] = [];
  const over = Promise.withResolvers<void>();
  const writing = test.plan.holdingReads(() => over.promise).then(() => order.push("written"));
  const reading = test.plan.windowed.settings().then(() => order.push("read"));
  await settle();
  assertEquals(test.upstream.calls, []);
  over.resolve();
  await Promise.all([writing, reading]);
  assertEquals(order, ["written", "read"]);
});
