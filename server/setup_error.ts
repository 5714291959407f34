import { ToolError } from "../domain/base/tool_error.ts";
import {
  correctionAdvice,
  demoAdvice,
  type SettingsForm,
  tokenAdvice,
  tokenCorrection,
} from "./settings_form.ts";

/** What is wrong with the settings. */
export interface SetupState {
  /** `null` when none is set. */
  readonly token: string | null;
  /** A sentence for each setting that can't be used. */
  readonly problems?: readonly string[] | undefined;
  /** What a host left instead of the token, such as `${BUDGET_ACCESS_TOKEN}`. */
  readonly tokenPlaceholder?: string | undefined;
  readonly settingsForm?: SettingsForm | undefined;
}

/** Reports a missing token as one of several problems. */
export function noToken({ tokenPlaceholder, settingsForm }: Omit<SetupState, "token">): string {
  return `${missing(tokenPlaceholder)}, ${tokenCorrection(settingsForm)}`;
}

/** The error that every call returns. */
export function setupError(state: SetupState): ToolError | null {
  const sentence = setupSentence(state);
  if (sentence === null) return null;
  return new ToolError(state.token === null ? "unauthorized" : "invalid_input", sentence);
}

/** Gives the same as one sentence without a final period, for a terminal. */
export function setupSentence(
  { token, problems = [], tokenPlaceholder, settingsForm: form }: SetupState,
): string | null {
  if (problems.length === 0) {
    return token === null
      ? `${missing(tokenPlaceholder)}: ${tokenAdvice("one", form)}, or ${demoAdvice(form)}`
      : null;
  }
  const [what, them] = problems.length === 1
    ? ["a server setting", "it"] as const
    : ["server settings", "them"] as const;
  const advice = correctionAdvice(them, form);
  const list = problems.join("; ");
  return list.endsWith("?")
    ? `${what} can't be used: ${list} ${advice.replace(/^./u, (letter) => letter.toUpperCase())}`
    : `${what} can't be used: ${list}: ${advice}`;
}

function missing(placeholder: string | undefined): string {
  const left = placeholder === undefined ? "" : `, the host did not replace ${placeholder}`;
  return `no access token is set${left}`;
}
