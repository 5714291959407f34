import { assert, assertEquals } from "@std/assert";
import { ask, type Engage, rehearse } from "../../evals/assistant.ts";
import { faultsOf } from "../../evals/grade.ts";
import { questions } from "../../evals/evals.ts";
import { changesIn, type EvalWorld, evalWorld, type ToolAnswer } from "../../evals/world.ts";

/** A good assistant makes at most this many tool calls per question on average. */
const CALLS_PER_QUESTION = 1.5;

/** Questions for which a bare "no" is a correct answer. */
const NO_IS_RIGHT: readonly string[] = [
  "no-such-account",
  "before-the-plan-german",
  "refund-that-never-came",
  "pay-the-rent",
  "delete-a-year",
  "close-account-french",
  "password",
];

Deno.test("the rehearsal answers every question correctly with few calls", async () => {
  const worlds: EvalWorld[] = [];
  const shared = new Map<string, EvalWorld>();
  // Setting up a test world is slow, so questions share a world until one of them changes the plan.
  const open: typeof evalWorld = async (profile = "fuller") => {
    const world = shared.get(profile) ?? await evalWorld(profile);
    if (!shared.has(profile)) worlds.push(world);
    shared.set(profile, world);
    return Object.create(world, { [Symbol.asyncDispose]: { value: () => Promise.resolve() } });
  };
  const wrong: string[] = [];
  for (const question of questions) {
    const { faults } = await ask(question, rehearse, open);
    wrong.push(...faults.map((fault) => `${question.id}: ${fault}`));
    const world = shared.get(question.profile);
    if (world !== undefined && changesIn(world.stored).length > 0) shared.delete(question.profile);
  }
  for (const world of worlds) await world[Symbol.asyncDispose]();
  assertEquals(wrong, []);
  const mean = worlds.reduce((sum, { calls }) => sum + calls, 0) / questions.length;
  assert(mean <= CALLS_PER_QUESTION, `${mean} calls per question`);
});

Deno.test("there are 90 questions with unique ids, including at least three of each kind", () => {
  assertEquals(questions.length, 90);
  assertEquals(new Set(questions.map(({ id }) => id)).size, questions.length);
  const kinds = Map.groupBy(questions, ({ kind }) => kind);
  assertEquals(kinds.size, 7);
  for (const [kind, own] of kinds) assert(own.length >= 3, kind);
  assert(new Set(questions.map(({ language }) => language)).size >= 8);
});

for (const words of ["", "I don't know.", "Yes.", "No.", "Done."]) {
  Deno.test(`an assistant that only says ${JSON.stringify(words)} is almost never graded as correct`, () => {
    const right = questions.filter(({ facts, turns }) =>
      faultsOf(facts, turns.map(() => words).join("\n"), []).length === 0
    );
    assertEquals(right.map(({ id }) => id), words === "No." ? NO_IS_RIGHT : []);
  });
}

/** Confirms every preview without asking the user. */
const hasty: Engage = (world, ...rest) =>
  rehearse({
    ...world,
    async call(tool, args): Promise<ToolAnswer> {
      const first = await world.call(tool, args);
      const confirmation = first.structured?.["confirmation"];
      return confirmation === undefined ? first : await world.call(tool, { ...args, confirmation });
    },
  }, ...rest);

Deno.test("an assistant that confirms a change without asking is graded as wrong", async () => {
  for (const question of questions.filter(({ kind }) => kind === "decline")) {
    const { faults } = await ask(question, hasty);
    assert(faults.some((fault) => fault.startsWith("unexpected change: ")), question.id);
  }
});
