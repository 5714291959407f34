import { parseBaseUrl } from "../client/base_url.ts";
import { isDay } from "../domain/base/day.ts";
import { listed } from "../domain/base/clean_text.ts";
import { answersModes } from "./answer_form.ts";
import type { ServerOptions } from "./server_options.ts";
import { planWordsProblem } from "./plan_words.ts";
import { profiles } from "../tools/_tool.ts";

/** Options whose values may be wrong though their types are right. */
type Checked =
  | "token"
  | "apiUrl"
  | "profile"
  | "confirm"
  | "views"
  | "answers"
  | "planId"
  | "maxAgeMs"
  | "today";

type Problem<Name extends Checked> = (value: NonNullable<ServerOptions[Name]>) => string | null;

/** What is wrong with a value, told so that it follows the setting's name; `null` for nothing. */
export const optionProblems: { readonly [Name in Checked]: Problem<Name> } = {
  token: (token) =>
    // A header takes quotes; no token has any, but what was pasted may.
    /^[\x21-\x7e]+$/u.test(token) && !/["'`]/u.test(token)
      ? null
      : "has characters that no access token has: copy it again",
  apiUrl: (url) => {
    try {
      parseBaseUrl(url);
      return null;
    } catch (error) {
      const why = error instanceof Error ? error.message : "it is no address";
      return `is refused: ${why.replace(/^Cannot use the API URL: /u, "")}`;
    }
  },
  profile: (profile) => profiles.includes(profile) ? null : `must be ${listed(profiles, "or")}`,
  confirm: (mode) => ["auto", "user", "code"].includes(mode) ? null : "must be auto, user or code",
  views: (mode) => ["auto", "off"].includes(mode) ? null : "must be auto or off",
  answers: (mode) => answersModes.includes(mode) ? null : "must be auto, both or text",
  planId: (words) => {
    const problem = planWordsProblem(words);
    return problem === null ? null : `is wrong: ${problem}`;
  },
  maxAgeMs: (ms) => ms >= 0 ? null : "must be 0 or more milliseconds",
  today: (day) => isDay(day) ? null : "must be a day as YYYY-MM-DD",
};

/**
 * Refuses options that can't be used.
 *
 * @throws {TypeError} Naming the option.
 */
export function checkOptions(options: ServerOptions): void {
  for (const name of Object.keys(optionProblems) as Checked[]) {
    const value = options[name];
    const problem = value === null || value === undefined
      ? null
      : (optionProblems[name] as (value: unknown) => string | null)(value);
    if (problem !== null) throw new TypeError(`${name} ${problem}`);
  }
}
