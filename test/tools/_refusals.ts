import { assertEquals, assertMatch } from "@std/assert";
import { stateText } from "./_confirm.ts";
import { aWorld, type World } from "./_world.ts";

type Args = Readonly<Record<string, unknown>>;

/** A description of the mistake, the invalid arguments, and the error's text. */
type Refusal =
  | readonly [what: string, args: Args, text: RegExp]
  | readonly [args: Args, text: RegExp];

interface RefusalOptions {
  /** Arguments of a valid call. */
  readonly args?: Args;
  readonly world?: () => Promise<World>;
}

/**
 * Tests that a tool rejects invalid arguments, explains why, and writes nothing. All calls use the
 * same test world.
 */
export function testRefusals(
  tool: string,
  { args = {}, world: start = () => aWorld({ write: true, profile: "complete" }) }: RefusalOptions,
  refusals: readonly Refusal[],
): void {
  Deno.test(`${tool} rejects invalid arguments and writes nothing`, async (test) => {
    await using world = await start();
    const before = stateText(world);
    for (const refusal of refusals) {
      const [what, wrong, words] = refusal.length === 3
        ? refusal
        : [JSON.stringify(refusal[0]), ...refusal];
      await test.step(what, async () => {
        const asked = { ...args, ...wrong };
        const { text, structured, isError } = await world.call(tool, asked);
        assertEquals([isError, structured], [true, undefined], text);
        assertMatch(text, /^(?:invalid_input|not_found): /u);
        assertMatch(text, words);
        assertEquals(stateText(world), before);
      });
    }
  });
}
