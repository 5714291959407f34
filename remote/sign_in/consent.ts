import { READ_SCOPE, WRITE_SCOPE } from "../../server/scopes.ts";
import type { Verifier } from "../principal.ts";
import type { Interaction, Middleware, Provider, ProviderContext } from "./provider_shape.ts";
import { choice, destinationOf, escaped, page, problemPage, show } from "./pages.ts";
import { cleanText, cleanWhole } from "../../domain/base/clean_text.ts";

/** Path of the page, followed by the id of the sign-in. */
export const CONSENT_PATH = "/sign-in/";

/** The only account of the sign-in. */
export const OWNER_ACCOUNT = "owner";

export interface ConsentOptions {
  readonly provider: Provider;
  /** Recognizes the owner's token. */
  readonly isOwner: Verifier;
  /** Counts a wrong token, and returns whether there were too many. */
  readonly fail: (address: string) => boolean;
  /** The resource for which tokens are issued. */
  readonly resource: string;
  /** Whether clients may be permitted to change the plan. */
  readonly isWriteAllowed: boolean;
}

/** The owner's input in the form. */
interface Answer {
  readonly isDeclined: boolean;
  readonly isChanging: boolean;
  readonly token: string;
}

const WRONG = "This is not the owner's token.";
const TOO_MANY = "Too many wrong tokens: wait a minute.";

/** Middleware that shows the consent page and handles its form. */
export function consentMiddleware(options: ConsentOptions): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(CONSENT_PATH)) return await next();
    const interaction = await waiting(options.provider, ctx);
    if (interaction === null) {
      show(ctx, 400, problemPage("It has expired, or was started in another browser."));
    } else if (ctx.method === "POST") await answered(ctx, interaction, options);
    else show(ctx, 200, await pageFor(interaction, options, null));
  };
}

/** The sign-in that this browser started, if it matches the address. */
async function waiting(provider: Provider, ctx: ProviderContext): Promise<Interaction | null> {
  try {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    return interaction.uid === ctx.path.slice(CONSENT_PATH.length) ? interaction : null;
  } catch {
    return null;
  }
}

async function answered(
  ctx: ProviderContext,
  interaction: Interaction,
  options: ConsentOptions,
): Promise<void> {
  const { provider, isOwner, fail } = options;
  const { isDeclined, isChanging, token } = answerIn(await textOf(ctx.req));
  const finish = async (result: Readonly<Record<string, unknown>>): Promise<void> => {
    const onward = await provider.interactionResult(ctx.req, ctx.res, result);
    ctx.redirect(onward);
    ctx.status = 303;
  };
  if (isDeclined) {
    return await finish({ error: "access_denied", error_description: "The owner declined" });
  }
  if (await isOwner(token) === null) {
    const { remoteAddress } = (ctx.req as { readonly socket: { readonly remoteAddress: string } })
      .socket;
    const isTooMany = fail(remoteAddress);
    const page = await pageFor(interaction, options, isTooMany ? TOO_MANY : WRONG);
    return show(ctx, isTooMany ? 429 : 403, page);
  }
  const grantId = await grantFor(interaction, options, isChanging);
  const login = { accountId: OWNER_ACCOUNT, remember: false };
  await finish({ login, consent: { grantId } });
}

/** Grants only scopes that were both requested and approved. */
async function grantFor(
  interaction: Interaction,
  { provider, resource, isWriteAllowed }: ConsentOptions,
  isChanging: boolean,
): Promise<string> {
  const grant = new provider.Grant({
    accountId: OWNER_ACCOUNT,
    clientId: interaction.params["client_id"] ?? "",
  });
  const scopes = isChanging && mayChange(interaction, isWriteAllowed)
    ? `${READ_SCOPE} ${WRITE_SCOPE}`
    : READ_SCOPE;
  // Also as an OIDC scope; otherwise the provider would ask again.
  grant.addOIDCScope(scopes);
  grant.addResourceScope(resource, scopes);
  return await grant.save();
}

async function pageFor(
  interaction: Interaction,
  { provider, isWriteAllowed }: ConsentOptions,
  problem: string | null,
): Promise<string> {
  const { client_id: clientId = "", redirect_uri: redirectUri = "" } = interaction.params;
  const client = await provider.Client.find(clientId);
  const consent: Consent = {
    clientName: client?.clientName ?? "",
    clientId,
    redirectUri,
    mayChange: mayChange(interaction, isWriteAllowed),
    problem,
  };
  return consentPage(consent);
}

function mayChange({ params }: Interaction, isWriteAllowed: boolean): boolean {
  return isWriteAllowed && (params["scope"] ?? "").split(" ").includes(WRITE_SCOPE);
}

function answerIn(form: string): Answer {
  const fields = new URLSearchParams(form);
  return {
    isDeclined: fields.get("answer") !== "allow",
    isChanging: fields.get("access") === "change",
    token: (fields.get("token") ?? "").trim(),
  };
}

async function textOf(request: unknown): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** Two tools apply changes without a preview unless the server runs with `--confirm user`. */
const CHANGING = "read and change; a change is previewed and confirmed first, but approving and " +
  "importing transactions may happen right away";

/** The content of the consent page. */
export interface Consent {
  /** The name that the client chose for itself. */
  readonly clientName: string;
  readonly clientId: string;
  /** Address that the browser will be redirected to. */
  readonly redirectUri: string;
  /** Whether the client may be permitted to change the plan. */
  readonly mayChange: boolean;
  /** Error of the previous attempt. */
  readonly problem: string | null;
}

export function consentPage(
  { clientName, clientId, redirectUri, mayChange, problem }: Consent,
): string {
  const name = escaped(cleanText(clientName) || "nothing");
  return page("Let a program access your budget?", [
    `<p>A program that calls itself <strong>${name}</strong> asks to use this server.</p>`,
    "<dl><dt>Your browser will be sent to</dt>",
    `<dd><strong>${escaped(destinationOf(redirectUri))}</strong></dd>`,
    `<dt>Its client ID</dt><dd>${escaped(cleanWhole(clientId))}</dd></dl>`,
    problem === null ? "" : `<p class="wrong" role="alert">${escaped(problem)}</p>`,
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
