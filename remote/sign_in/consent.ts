import type { Verifier } from "../principal.ts";
import { choice, page, problemPage, programDetails, programName, show } from "./pages.ts";
import {
  CONSENT_PATH,
  formIn,
  NOT_PENDING,
  type PendingSignIn,
  pendingSignIn,
  type PendingSignInOptions,
} from "./pending_sign_in.ts";
import type { Middleware, ProviderContext } from "./provider_shape.ts";

/** The only account of the sign-in. */
export const OWNER_ACCOUNT = "owner";

export interface ConsentOptions extends PendingSignInOptions {
  /** Recognizes the owner's token. */
  readonly isOwner: Verifier;
  /** Counts a wrong token, and returns whether there were too many. */
  readonly fail: (address: string) => boolean;
}

const WRONG = "This is not the owner's token.";
const TOO_MANY = "Too many wrong tokens: wait a minute.";

/** Middleware that shows the consent page and handles its form. */
export function consentMiddleware(options: ConsentOptions): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(CONSENT_PATH)) return await next();
    const pending = await pendingSignIn(ctx, options);
    if (pending === null) show(ctx, 400, problemPage(NOT_PENDING));
    else if (ctx.method === "POST") await answered(ctx, pending, options);
    else show(ctx, 200, consentPage({ ...pending, problem: null }));
  };
}

async function answered(
  ctx: ProviderContext,
  pending: PendingSignIn,
  { isOwner, fail }: ConsentOptions,
): Promise<void> {
  const form = await formIn(ctx);
  if (form.get("answer") !== "allow") {
    return await pending.refuse("access_denied", "The owner declined");
  }
  if (await isOwner((form.get("token") ?? "").trim()) === null) {
    const { remoteAddress } = (ctx.req as { readonly socket: { readonly remoteAddress: string } })
      .socket;
    const isTooMany = fail(remoteAddress);
    const problem = isTooMany ? TOO_MANY : WRONG;
    return show(ctx, isTooMany ? 429 : 403, consentPage({ ...pending, problem }));
  }
  await pending.allow({
    accountId: OWNER_ACCOUNT,
    isChanging: form.get("access") === "change",
  });
}

/** Two tools apply changes without a preview unless the server runs with `--confirm user`. */
const CHANGING = "read and change; a change is previewed and confirmed first, but approving and " +
  "importing transactions may happen right away";

/** The content of the consent page. */
export interface Consent extends Pick<PendingSignIn, "program" | "mayChange"> {
  /** Error of the previous attempt. */
  readonly problem: string | null;
}

export function consentPage({ program, mayChange, problem }: Consent): string {
  return page("Let a program access your budget?", [
    `<p>A program that calls itself <strong>${programName(program)}</strong> asks to use this ` +
    "server.</p>",
    programDetails(program),
    problem === null ? "" : `<p class="wrong" role="alert">${problem}</p>`,
    '<form method="post"><fieldset><legend>It may</legend>',
    choice("read", "read", true),
    mayChange ? choice("change", CHANGING, false) : "",
    "</fieldset>",
    "<label>The owner's token for this server, not YNAB's",
    '<input type="password" name="token" autocomplete="off" required></label>',
    '<button name="answer" value="allow">Allow</button>',
    '<button name="answer" value="decline" formnovalidate>Decline</button></form>',
    "<p>Allow it only if you just started this sign-in yourself, in that program.</p>",
  ]);
}
