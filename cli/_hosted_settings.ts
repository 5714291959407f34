import { readFileSync } from "node:fs";
import { DEMO_TOKEN } from "../demo/demo_fetch.ts";
import type { HostedOptions, SampleHousehold } from "../remote/hosted/hosted_options.ts";
import { sealKeysIn } from "../remote/hosted/operator_keys.ts";
import type { CommandLine } from "./_parse.ts";
import { chosenWord } from "./_settings.ts";
import { type Terminal, UsageError } from "./_terminal.ts";
import { secretIn } from "./_token.ts";

const CLIENT_ID = "BUDGET_OAUTH_CLIENT_ID";
const CLIENT_SECRET = "BUDGET_OAUTH_CLIENT_SECRET";
const SEAL_KEY_FILE = "BUDGET_SEAL_KEY_FILE";
const INVITATION = "BUDGET_INVITATION";
const TEST_CODE = "BUDGET_TEST_CODE";
/** Minimum length of an invitation code and of the sign-in code for reviewers. */
const MIN_LENGTH = 16;

/**
 * Returns the settings for a server whose users sign in with YNAB.
 *
 * @throws {UsageError} If a setting is missing or invalid.
 */
export function hostedSettings(
  { given }: Pick<CommandLine, "given">,
  terminal: Pick<Terminal, "env">,
): HostedOptions {
  // A variable without a value in a Compose file is set to an empty string.
  const env = (name: string): string | undefined => terminal.env(name)?.trim() || undefined;
  const needed = (name: string, value: string | undefined, what: string): string => {
    if (value !== undefined) return value.trim();
    throw new UsageError(`--sign-in ynab needs ${name}: ${what}`);
  };
  const secret = (name: string, what: string): string => {
    const file = env(`${name}_FILE`);
    return file === undefined
      ? needed(name, env(name), what)
      : secretIn({ name: `${name}_FILE`, value: file }, what);
  };
  const application = {
    clientId: needed(CLIENT_ID, env(CLIENT_ID), "the client ID of your YNAB OAuth application"),
    clientSecret: secret(CLIENT_SECRET, "the client secret of your YNAB OAuth application"),
  };
  const isOpen = chosenWord("admission", given.admission) === "open";
  return {
    application,
    sealKeys: sealKeysOf(terminal),
    operator: needed("--operator", given.operator?.value, "who runs the server"),
    operatorContact: needed(
      "--operator-contact",
      given["operator-contact"]?.value,
      "how users can contact you",
    ),
    invitation: isOpen ? null : longEnough(
      INVITATION,
      secret(INVITATION, "the invitation code that you give to your users"),
    ),
    authorizations: given.authorizations?.value === "unlimited"
      ? Infinity
      : countOf("authorizations", given, 25),
    retentionDays: countOf("retention", given, 30),
    openVaults: countOf("open-vaults", given, 300),
    region: given.region?.value,
    sample: sampleHousehold(given["sample-url"]?.value, (what) => secret(TEST_CODE, what), env),
  };
}

/**
 * Reads the operator's keys.
 *
 * @throws {UsageError} If no file is set, or the file can't be used.
 */
export function sealKeysOf({ env }: Pick<Terminal, "env">): readonly string[] {
  const path = env(SEAL_KEY_FILE)?.trim() ?? "";
  if (path === "") {
    throw new UsageError(
      `a server whose users sign in with YNAB needs ${SEAL_KEY_FILE}: a file with the key that ` +
        "encrypts all data",
    );
  }
  // Check that other users can't read the key file.
  secretIn({ name: SEAL_KEY_FILE, value: path }, "the key");
  try {
    return sealKeysIn(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new UsageError(`${SEAL_KEY_FILE}: ${path} ${(cause as Error).message}`, { cause });
  }
}

function longEnough(name: string, text: string): string {
  if (text.length >= MIN_LENGTH) return text;
  throw new UsageError(`${name} must be at least ${MIN_LENGTH} characters long`);
}

/** Reviewers need the sample household's URL and a sign-in code; setting only one is an error. */
function sampleHousehold(
  url: string | undefined,
  code: (what: string) => string,
  env: Terminal["env"],
): SampleHousehold | undefined {
  const isCodeSet = env(TEST_CODE) !== undefined || env(`${TEST_CODE}_FILE`) !== undefined;
  if (url === undefined) {
    if (isCodeSet) throw new UsageError(`${TEST_CODE} only works with --sample-url`);
    return undefined;
  }
  if (!/^https?:$/u.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError("--sample-url must be the URL of a server started with demo-upstream");
  }
  return {
    url: url.replace(/\/+$/u, ""),
    token: DEMO_TOKEN,
    code: longEnough(TEST_CODE, code("the code that reviewers enter instead of an invitation")),
  };
}

function countOf(
  flag: "authorizations" | "retention" | "open-vaults",
  given: CommandLine["given"],
  otherwise: number,
): number {
  const { name, value } = given[flag] ?? { name: flag, value: String(otherwise) };
  if (/^[1-9]\d{0,6}$/u.test(value)) return Number(value);
  const words = flag === "authorizations" ? ", or unlimited" : "";
  throw new UsageError(`${name} must be a whole number above 0${words}`);
}
