/** Titles of the fields of a host's settings form, by the variable that each one sets. */
export type SettingsForm = Readonly<Record<string, string>>;

/** Where desktop hosts show the form. */
const FORM_PLACE = "Settings > Extensions > Budget Tool Server for YNAB";

/** Where a token is made. */
const TOKEN_PAGE = "https://app.ynab.com/settings/developer";

/** The variable that holds the token. */
export const TOKEN_VARIABLE = "BUDGET_ACCESS_TOKEN";

/** What the user wants to do that other settings allow. */
export interface Wanted {
  /** To change the plan. */
  readonly write: boolean;
  /** To use tools that only the profile `complete` has. */
  readonly complete: boolean;
}

/** Names a setting as the user knows it: by the title of its field, or by its variable. */
export function settingName(variable: string, form: SettingsForm | undefined): string {
  const title = form?.[variable];
  return title === undefined ? variable : `"${title}"`;
}

/** How to make a token and where to put it. */
export function tokenAdvice(article: "one" | "a new one", form: SettingsForm | undefined): string {
  const made = `make ${article} at ${TOKEN_PAGE}`;
  return form === undefined
    ? `${made}, ${tokenPlace(form)} and restart the server`
    : `${made}, then open ${FORM_PLACE} and ${tokenPlace(form)}`;
}

/** The same, as one of several corrections. */
export function tokenCorrection(form: SettingsForm | undefined): string {
  return `make one at ${TOKEN_PAGE} and ${tokenPlace(form)}`;
}

function tokenPlace(form: SettingsForm | undefined): string {
  return form === undefined
    ? `put it into ${TOKEN_VARIABLE} (or the token file, or the extension's settings)`
    : `paste it into ${settingName(TOKEN_VARIABLE, form)}`;
}

/** How to try the demo instead. */
export function demoAdvice(form: SettingsForm | undefined): string {
  return form === undefined
    ? "start it with --demo"
    : `switch on ${settingName("BUDGET_DEMO", form)} there`;
}

/** How to correct settings. */
export function correctionAdvice(what: "it" | "them", form: SettingsForm | undefined): string {
  return form === undefined
    ? `correct ${what} and restart the server`
    : `open ${FORM_PLACE} and correct ${what}`;
}

/** How to allow something. */
export function settingsAdvice(
  { write, complete }: Wanted,
  form: SettingsForm | undefined,
): string {
  if (form === undefined) {
    const flags = [...(write ? ["--write"] : []), ...(complete ? ["--profile complete"] : [])];
    return `add ${flags.join(" and ")} to this server's arguments and restart it`;
  }
  const steps = [
    ...(write ? [`switch on ${settingName("BUDGET_WRITE", form)}`] : []),
    ...(complete ? [`set ${settingName("BUDGET_PROFILE", form)} to complete`] : []),
  ];
  return `open ${FORM_PLACE} and ${steps.join(" and ")}`;
}
