import type { PerMinute } from "../per_minute.ts";
import type { Verifier } from "../principal.ts";
import { consentPage, type ConsentWords, show } from "./pages.ts";
import { type Consent, formIn } from "./pending_sign_in.ts";

/** The only account of the sign-in. */
export const OWNER_ACCOUNT = "owner";

export interface ConsentOptions {
  /** Verifies the owner's token. */
  readonly isOwner: Verifier;
  readonly wrongSignIns: PerMinute;
}

/** Lets the owner permit programs by entering the owner's token. */
export function ownersConsent({ isOwner, wrongSignIns }: ConsentOptions): Consent {
  return async (ctx, pending) => {
    if (ctx.method !== "POST") {
      return show(ctx, 200, consentPage({ ...pending, problem: null }, OWNERS_WORDS));
    }
    const form = await formIn(ctx);
    if (form.get("answer") !== "allow") {
      return await pending.refuse("access_denied", "The owner declined");
    }
    if (await isOwner((form.get("token") ?? "").trim()) !== null) {
      const isChanging = form.get("access") === "change";
      return await pending.allow({ accountId: OWNER_ACCOUNT, isChanging });
    }
    const [status, problem] = wrongSignIns.add(pending.address)
      ? [429, "This is not the owner's token, and too many wrong tokens were entered."] as const
      : [403, "This is not the owner's token."] as const;
    show(ctx, status, consentPage({ ...pending, problem }, OWNERS_WORDS));
  };
}

/** Words of the consent page for the owner. */
export const OWNERS_WORDS: ConsentWords = {
  title: "Let a program access your budget?",
  target: "this server",
  read: "read",
  // Two tools apply changes without a preview unless the server runs with `--confirm user`.
  change: "read and change; a change is previewed and confirmed first, but approving and " +
    "importing transactions may happen right away",
  note: "",
  fields: "<label>The owner's token for this server, not YNAB's" +
    '<input type="password" name="token" autocomplete="off" required></label>',
  allow: "Allow",
  proceed: "Allow it",
  end: "",
};
