import { NO_PAYMENTS } from "../../server/about.ts";
import { escaped, page, pageHeaders } from "../sign_in/pages.ts";
import { footer } from "./hosted_consent.ts";
import type { HostedOptions, HostedSurroundings } from "./hosted_options.ts";
import { type Policy, privacyPolicy, terms } from "./policies.ts";

/** Paths of public pages. */
export const PUBLIC_PATHS: readonly string[] = ["/", "/privacy", "/terms"];

type PublicPageOptions = HostedOptions & Pick<HostedSurroundings, "resource">;

/** Returns a public page. */
export function publicPage(
  path: string,
  hosted: PublicPageOptions,
): Response {
  const text = path === "/privacy"
    ? policyPage(privacyPolicy(hosted), hosted)
    : path === "/terms"
    ? policyPage(terms(hosted), hosted)
    : homePage(hosted);
  return htmlResponse(200, text);
}

export function htmlResponse(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...pageHeaders(), "cache-control": "no-store" } });
}

function policyPage({ title, sections }: Policy, hosted: HostedOptions): string {
  const body = sections.flatMap(([heading, ...paragraphs]) => [
    `<h2>${escaped(heading)}</h2>`,
    ...paragraphs.map((text) => `<p>${linked(escaped(text))}</p>`),
  ]);
  return page(title, [...body, footer(hosted)]);
}

/** Converts URLs in the server's own texts to links. */
function linked(html: string): string {
  return html.replaceAll(/https:\/\/[\w./-]*\w/gu, (url) => `<a href="${url}">${url}</a>`);
}

function homePage(hosted: PublicPageOptions): string {
  const invitation = hosted.invitation === null
    ? ""
    : `, and enter the invitation that ${escaped(hosted.operator)} gave you`;
  return page("Budget Tool Server for YNAB", [
    "<p>Ask an AI program about your budget in YNAB. If you allow it, the program can also change " +
    "your budget: you see a preview of each change first, and most changes can be undone.</p>",
    `<p>${NO_PAYMENTS}</p>`,
    "<h2>Connect a program</h2>",
    `<ol><li>Add this address as a connector in your program:<br><strong>${
      escaped(hosted.resource)
    }</strong></li>`,
    `<li>Choose whether it may only read or also change your budget${invitation}.</li>`,
    "<li>Sign in at YNAB.</li></ol>",
    "<h2>Remove a program</h2>",
    '<p>Your <a href="/account">account page</a> lists your programs and deletes their data.</p>',
    footer(hosted),
  ]);
}
