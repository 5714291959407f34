import { assert, assertEquals } from "@std/assert";
import { costOfDay } from "../../scripts/_economy_day.ts";

const MOST_REQUESTS = 22;
const MOST_DATA_FIRST_TOKENS = 18_000;

Deno.test("a day of thirty questions in ten processes, a purchase between them, stays within its requests", async () => {
  const { questions, requests, text, dataFirst } = await costOfDay("some-host");
  assertEquals(questions, 30);
  assert(requests <= MOST_REQUESTS, `${requests} requests`);
  assert(dataFirst > text, "what is measured is the data");
});

Deno.test("a host that shows its model data first is told the same day in the words of the text", async () => {
  const { text, dataFirst } = await costOfDay("claude-code");
  assertEquals(dataFirst, text);
  assert(dataFirst <= MOST_DATA_FIRST_TOKENS, `${dataFirst} tokens`);
});
