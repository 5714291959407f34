import { NO_PAYMENTS } from "../../server/about.ts";
import { consentPage, escaped } from "../sign_in/pages.ts";
import type { PendingSignIn } from "../sign_in/pending_sign_in.ts";
import type { HostedOptions } from "./hosted_options.ts";
import { YNAB_NOTICE } from "./policies.ts";

/** Script that sets the time zone to the browser's. The user can change it. */
export const TIME_ZONE_SCRIPT = 'const zone=document.querySelector("select");' +
  "zone.value=Intl.DateTimeFormat().resolvedOptions().timeZone;" +
  'if(zone.selectedIndex<0)zone.value="UTC"';

/** Operator details, shown on every page. */
export type Operator = Pick<HostedOptions, "operator" | "operatorContact">;

export function footer({ operator, operatorContact }: Operator): string {
  return `<footer><p>Run by ${escaped(operator)} (${escaped(operatorContact)}). ` +
    '<a href="/privacy">Privacy</a> \u00b7 <a href="/terms">Terms</a></p>' +
    `<p><small>Unofficial, without warranty, not financial advice. ${YNAB_NOTICE}</small></p></footer>`;
}

/** The content of the consent page. */
export interface HostedConsent
  extends
    Operator,
    Pick<HostedOptions, "invitation" | "sample">,
    Pick<PendingSignIn, "program" | "mayChange"> {
  /** Error of the previous attempt. */
  readonly problem: string | null;
}

export function hostedConsentPage(consent: HostedConsent): string {
  const isLocal = new URL(consent.program.redirectUri).protocol !== "https:";
  return consentPage(consent, {
    title: "Let a program use your YNAB budget?",
    target: "your budget",
    read: "read your plans; YNAB is asked for read-only access",
    change: "read and change them; YNAB is asked for full access. A change is previewed and " +
      "confirmed first, but approving and importing transactions may happen right away",
    note: isLocal ? "<p>Any program on this computer can claim this name.</p>" : "",
    fields: `<label>Your time zone <select name="zone">${zoneOptions()}</select></label>` +
      invitationField(consent),
    allow: "Continue to YNAB",
    proceed: "Continue",
    end: `<p>${NO_PAYMENTS}</p>${footer(consent)}<script>${TIME_ZONE_SCRIPT}</script>`,
  });
}

function invitationField({ invitation, sample }: HostedConsent): string {
  if (invitation === null && sample === undefined) return "";
  const [words, required] = invitation === null
    ? ["Test code (for reviewers only)", ""]
    : ["Invitation from the operator", " required"];
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
