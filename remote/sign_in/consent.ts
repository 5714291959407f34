import { READ_SCOPE, WRITE_SCOPE } from "../../server/scopes.ts";
import type { Verifier } from "../http/principal.ts";
import { type Consent, consentPage, PAGE_HEADERS, problemPage } from "./consent_page.ts";
import type { Interaction, Middleware, Provider, ProviderContext } from "./provider_shape.ts";

/** Where the page is; the id of the sign-in follows. */
export const CONSENT_PATH = "/sign-in/";

/** The one account that there is. */
export const OWNER_ACCOUNT = "owner";

/** What the owner is asked with. */
export interface ConsentOptions {
  readonly provider: Provider;
  /** Knows the owner's token. */
  readonly isOwner: Verifier;
  /** Counts a wrong token; `true` when there were too many. */
  readonly fail: (address: string) => boolean;
  /** What tokens are for. */
  readonly resource: string;
  /** Whether clients may be let change the plan. */
  readonly isWriteAllowed: boolean;
}

/** What the owner has sent. */
interface Answer {
  readonly isDeclined: boolean;
  readonly isChanging: boolean;
  readonly token: string;
}

const WRONG = "This is not the owner's token.";
const TOO_MANY = "Too many wrong tokens: wait a minute.";

/** Makes what shows the page and takes its form. */
export function consentMiddleware(options: ConsentOptions): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(CONSENT_PATH)) return await next();
    const interaction = await waiting(options.provider, ctx);
    if (interaction === null) {
      show(ctx, 400, problemPage("It has expired, or was begun in another browser."));
    } else if (ctx.method === "POST") await answered(ctx, interaction, options);
    else show(ctx, 200, await pageFor(interaction, options, null));
  };
}

/** The sign-in that this browser has begun, if it is the one that is asked for. */
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

/** Grants no more than was asked for, and no more than was agreed to. */
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
  // As a scope of its own as well, or the provider would ask again.
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

/** Shows a page. */
export function show(ctx: ProviderContext, status: number, page: string): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) ctx.set(name, value);
  ctx.status = status;
  ctx.body = page;
}
