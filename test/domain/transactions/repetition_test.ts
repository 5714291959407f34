import { assertEquals } from "@std/assert";
import { Repetition } from "../../../domain/transactions/repetition.ts";

/** How many of the next texts are passed by. */
function passedOf(repetition: Repetition, next: number): number {
  return Array.from({ length: next }, () => repetition.isPassed()).filter(Boolean).length;
}

function noted(texts: number, isNew: (nth: number) => boolean, count: number): Repetition {
  const repetition = new Repetition();
  for (let nth = 0; nth < texts; nth++) repetition.note(isNew(nth), count);
  return repetition;
}

Deno.test("texts that hardly repeat each other are passed by, all but one in nine", () => {
  assertEquals(passedOf(noted(512, () => true, 4_097), 90), 80);
});

Deno.test("texts are compared while they are few, and while a window is not over", () => {
  assertEquals(passedOf(noted(512, () => true, 4_096), 90), 0);
  assertEquals(passedOf(noted(511, () => true, 4_097), 90), 0);
});

Deno.test("texts are compared again when they repeat each other", () => {
  const repetition = noted(512, () => true, 5_000);
  for (let nth = 0; nth < 512; nth++) repetition.note(nth % 2 === 0, 5_000);
  assertEquals(passedOf(repetition, 90), 0);
});
