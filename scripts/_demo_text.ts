import { memoisedUpTo } from "../domain/base/memoised.ts";
import { ROOT, run } from "./_run.ts";

/** A question of the demo, with what stands below it. */
export interface DemoScene {
  readonly question: string;
  readonly call: string;
  /** Lines of the answer, as aligned for a terminal. */
  readonly answer: readonly string[];
  /** How many requests it took. */
  readonly requests: string;
}

/** Runs the demo, once for all that show it. */
export const demoScenes: (today: string) => Promise<readonly DemoScene[]> = memoisedUpTo(
  1,
  async (today: string): Promise<readonly DemoScene[]> => {
    const script = new URL("scripts/demo.ts", ROOT).pathname;
    const args = ["run", "-A", "--quiet", script, "--today", today];
    return scenesIn(await run(Deno.execPath(), args, { env: { NO_COLOR: "1" } }));
  },
);

/** Takes what the demo printed apart. */
export function scenesIn(text: string): readonly DemoScene[] {
  return text.split("\n\n").flatMap((section) => {
    const [question = "", ...rest] = section.trimEnd().split("\n");
    const [call = "", ...below] = rest.map((line) => line.replace(/^ {2}/u, ""));
    const requests = below.at(-1) ?? "";
    return /^\d+ requests? to YNAB/u.test(requests)
      ? [{ question, call, answer: below.slice(0, -1), requests }]
      : [];
  });
}
