import { NO_PAYMENTS } from "../../server/about.ts";
import { choice, escaped, page, programDetails, programName } from "../sign_in/pages.ts";
import type { PendingSignIn } from "../sign_in/pending_sign_in.ts";
import { YNAB_NOTICE } from "./policies.ts";

/** Sets the time zone to the browser's, which the user can change. */
export const TIME_ZONE_SCRIPT = 'const zone=document.querySelector("select");' +
  "zone.value=Intl.DateTimeFormat().resolvedOptions().timeZone;" +
  'if(zone.selectedIndex<0)zone.value="UTC"';

/** Operator details, shown on every page. */
export function footer(
  { operator, operatorContact }: {
    readonly operator: string;
    readonly operatorContact: string;
  },
): string {
  return `<footer><p>Run by ${escaped(operator)} (${escaped(operatorContact)}). ` +
    '<a href="/privacy">Privacy</a> \u00b7 <a href="/terms">Terms</a></p>' +
    `<p><small>Unofficial, without warranty, not financial advice. ${YNAB_NOTICE}</small></p></footer>`;
}

/** The content of the consent page. */
export interface HostedConsent extends Pick<PendingSignIn, "program" | "mayChange"> {
  readonly asksInvitation: boolean;
  /** Whether reviewers can enter a test code. */
  readonly takesTestCode: boolean;
  readonly operator: string;
  readonly operatorContact: string;
  /** Error of the previous attempt. */
  readonly problem: string | null;
}

export function hostedConsentPage(consent: HostedConsent): string {
  const { program, mayChange, problem } = consent;
  const isLocal = new URL(program.redirectUri).protocol !== "https:";
  return page("Let a program use your YNAB budget?", [
    `<p>A program that calls itself <strong>${programName(program)}</strong> asks to use your ` +
    "budget.</p>",
    programDetails(program),
    isLocal ? "<p>Any program on this computer can use this name.</p>" : "",
    problem === null ? "" : `<p class="wrong" role="alert">${escaped(problem)}</p>`,
    '<form method="post"><fieldset><legend>It may</legend>',
    choice("read", "read your plans; YNAB is asked for read-only access", true),
    mayChange
      ? choice(
        "change",
        "read and change them; YNAB is asked for full access. A change is previewed and " +
          "confirmed first, but approving and importing transactions may happen right away",
        false,
      )
      : "",
    "</fieldset>",
    `<label>Your time zone <select name="zone">${zoneOptions()}</select></label>`,
    invitationField(consent),
    '<button name="answer" value="allow">Continue to YNAB</button>',
    '<button name="answer" value="decline" formnovalidate>Decline</button></form>',
    "<p>Continue only if you just started this sign-in yourself, in that program.</p>",
    `<p>${NO_PAYMENTS}</p>`,
    footer(consent),
    `<script>${TIME_ZONE_SCRIPT}</script>`,
  ]);
}

function invitationField(
  { asksInvitation, takesTestCode }: Pick<HostedConsent, "asksInvitation" | "takesTestCode">,
): string {
  if (!asksInvitation && !takesTestCode) return "";
  const words = asksInvitation ? "Invitation from the operator" : "Test code (for reviewers only)";
  const required = asksInvitation ? " required" : "";
  return `<label>${words}` +
    `<input type="password" name="invitation" autocomplete="off"${required}></label>`;
}

/** Every time zone that this runtime supports. */
function zoneOptions(): string {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]
    .map((zone) => `<option>${zone}</option>`).join("");
}

/** The user's input in the form. */
export interface ConsentAnswer {
  readonly isDeclined: boolean;
  readonly isChanging: boolean;
  readonly timeZone: string;
  readonly invitation: string;
}

/** Reads the form. An unknown time zone becomes UTC. */
export function consentAnswer(form: URLSearchParams): ConsentAnswer {
  const zone = form.get("zone") ?? "";
  return {
    isDeclined: form.get("answer") !== "allow",
    isChanging: form.get("access") === "change",
    timeZone: Intl.supportedValuesOf("timeZone").includes(zone) ? zone : "UTC",
    invitation: (form.get("invitation") ?? "").trim(),
  };
}
