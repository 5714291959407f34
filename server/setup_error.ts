import { ToolError } from "../domain/base/tool_error.ts";
import {
  correctionAdvice,
  demoAdvice,
  type SettingsForm,
  tokenAdvice,
  tokenCorrection,
} from "./settings_form.ts";

/** Settings that may keep the server from working. */
export interface SetupState {
  /** `null` if none is set. */
  readonly token: string | null;
  /** One sentence for each invalid setting. */
  readonly problems?: readonly string[] | undefined;
  /** Placeholder that a host left instead of the token, such as `${BUDGET_ACCESS_TOKEN}`. */
  readonly tokenPlaceholder?: string | undefined;
  readonly settingsForm?: SettingsForm | undefined;
}

/** Reports a missing token, worded as one of several problems. */
export function noToken({ tokenPlaceholder, settingsForm }: Omit<SetupState, "token">): string {
  return `${missing(tokenPlaceholder)}, ${tokenCorrection(settingsForm)}`;
}

/** Reports a missing token to the user of a command. */
export function noTokenForCommand({ tokenPlaceholder }: Omit<SetupState, "token">): string {
  return `${missing(tokenPlaceholder)}: ${tokenCorrection(undefined)}, or add --demo`;
}

/** Returns the error with which every call fails; `null` if the settings are valid. */
export function setupError(state: SetupState): ToolError | null {
  const sentence = setupSentence(state);
  if (sentence === null) return null;
  return new ToolError(state.token === null ? "unauthorized" : "invalid_input", sentence);
}

/** Writes the error as one sentence without a final period, for a terminal. */
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
  const left = placeholder === undefined ? "" : ` because the host did not replace ${placeholder}`;
  return `no access token is set${left}`;
}
