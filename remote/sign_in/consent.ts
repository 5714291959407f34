import { READ_SCOPE, WRITE_SCOPE } from "../../server/server_factory.ts";
import type { PerMinute } from "../request_limits.ts";
import type { Verifier } from "../credentials.ts";
import { consentPage, type ConsentWords, htmlResponse, type Program, seeOther } from "./pages.ts";
import type { Interaction, Provider, ProviderContext } from "./provider_shape.ts";

/** Path of the consent page, followed by the id of the sign-in. */
export const CONSENT_PATH = "/sign-in/";

export interface Allowed {
  readonly accountId: string;
  readonly isChanging: boolean;
  /** Id of the grant; by default, a new id. */
  readonly grantId?: string;
}

/** A sign-in that is waiting for its user. */
export interface PendingSignIn {
  readonly uid: string;
  readonly address: string;
  readonly program: Program;
  readonly mayChange: boolean;
  readonly allow: (allowed: Allowed) => Promise<Response>;
  readonly refuse: (error: string, reason: string) => Promise<Response>;
}

/** Shows the consent page for a sign-in, or handles the submitted form if there is one. */
export type Consent = (pending: PendingSignIn, form: URLSearchParams | null) => Promise<Response>;

export interface PendingSignInOptions {
  readonly provider: Provider;
  readonly resource: string;
  readonly isWriteAllowed: boolean;
}

/** Returns the sign-in with the id in the URL; `null` if this browser didn't start it. */
export async function pendingSignIn(
  ctx: ProviderContext,
  { provider, resource, isWriteAllowed }: PendingSignInOptions,
): Promise<PendingSignIn | null> {
  const interaction = await interactionOf(ctx, provider);
  if (interaction === null) return null;
  const { uid, params } = interaction;
  const { client_id: clientId = "", redirect_uri: redirectUri = "", scope = "" } = params;
  const client = await provider.Client.find(clientId);
  const mayChange = isWriteAllowed && scope.split(" ").includes(WRITE_SCOPE);
  const finish = async (result: Readonly<Record<string, unknown>>): Promise<Response> =>
    seeOther(await provider.interactionResult(ctx.req, ctx.res, result));
  return {
    uid,
    address: ctx.req.socket.remoteAddress,
    program: { clientId, clientName: client?.clientName ?? "", redirectUri },
    mayChange,
    allow: async ({ accountId, isChanging, grantId }) => {
      const grant = new provider.Grant({ accountId, clientId });
      if (grantId !== undefined) grant.jti = grantId;
      const [granted, rejected] = isChanging && mayChange
        ? [`${READ_SCOPE} ${WRITE_SCOPE}`, ""]
        : [READ_SCOPE, WRITE_SCOPE];
      // Also record the granted and rejected scopes as OIDC scopes; otherwise, the provider would
      // ask for consent again.
      grant.addOIDCScope(granted);
      grant.addResourceScope(resource, granted);
      grant.rejectOIDCScope(rejected);
      grant.rejectResourceScope(resource, rejected);
      const consent = { grantId: await grant.save() };
      return await finish({ login: { accountId, remember: false }, consent });
    },
    refuse: (error, reason) => finish({ error, error_description: reason }),
  };
}

async function interactionOf(
  ctx: ProviderContext,
  provider: Provider,
): Promise<Interaction | null> {
  try {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    return interaction.uid === ctx.path.slice(CONSENT_PATH.length) ? interaction : null;
  } catch {
    return null;
  }
}

/** The only account that can sign in. */
export const OWNER_ACCOUNT = "owner";

/** Lets the owner authorize programs by entering the owner's token. */
export function ownersConsent(isOwner: Verifier, wrongSignIns: PerMinute): Consent {
  return async (pending, form) => {
    const shown = (status: number, problem: string | null): Response =>
      htmlResponse(status, consentPage({ ...pending, problem }, OWNERS_WORDS));
    if (form === null) return shown(200, null);
    if (form.get("answer") !== "allow") {
      return await pending.refuse("access_denied", "The owner declined");
    }
    if (await isOwner((form.get("token") ?? "").trim()) !== null) {
      const isChanging = form.get("access") === "change";
      return await pending.allow({ accountId: OWNER_ACCOUNT, isChanging });
    }
    return wrongSignIns.add(pending.address)
      ? shown(429, "This is not the owner's token. There have been too many failed attempts.")
      : shown(403, "This is not the owner's token.");
  };
}

const OWNERS_WORDS: ConsentWords = {
  title: "Let a program access your budget?",
  target: "this server",
  read: "read",
  // Two tools apply changes without a preview unless the server runs with `--confirm user`.
  change: "read and change; changes are previewed and confirmed first, except that the program " +
    "can approve and import transactions without a preview",
  note: "",
  fields: "<label>The owner's token for this server, not YNAB's token" +
    '<input type="password" name="token" autocomplete="off" required></label>',
  allow: "Allow",
  proceed: "Allow it",
  end: "",
};
