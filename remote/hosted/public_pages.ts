import { NO_PAYMENTS } from "../../server/about.ts";
import { escaped, htmlResponse, page } from "../sign_in/pages.ts";
import type { HostedOptions, HostedSurroundings } from "./hosted_options.ts";

/**
 * Date of the last change to the text of these pages. Update this date whenever the text changes.
 */
const UPDATED = "2026-11-30";

/** Details for the policy pages, provided by the operator. */
export interface PolicyFacts {
  readonly operator: string;
  readonly operatorContact: string;
  /** Where and by whom the data is stored, if the operator has stated it. */
  readonly region?: string | undefined;
  readonly retentionDays: number | string;
}

/** A policy page: text with headings, in which links are plain URLs. */
export interface Policy {
  readonly title: string;
  readonly sections: readonly (readonly [heading: string, ...paragraphs: readonly string[]])[];
}

/** Text that YNAB's API terms require verbatim. */
export const YNAB_NOTICE =
  "We are not affiliated, associated, or in any way officially connected with YNAB " +
  "or any of its subsidiaries or affiliates. The official YNAB website can be found at " +
  "https://www.ynab.com. The names YNAB and You Need A Budget, as well as related names, " +
  "tradenames, marks, trademarks, emblems, and images are registered trademarks of YNAB.";

/** Page where users revoke a program's access to YNAB. */
export const YNAB_SETTINGS = "https://app.ynab.com/settings";

export function privacyPolicy(
  { operator, operatorContact, region, retentionDays }: PolicyFacts,
): Policy {
  return {
    title: "Privacy",
    sections: [
      [
        "Who is responsible",
        `${operator} runs this server. Contact: ${operatorContact}.`,
      ],
      [
        "Purpose",
        "The server lets an AI program of your choice read your YNAB budget and, if you allow " +
        "it, change it. Your data isn't used for anything else and isn't sold. There are no ads " +
        "and no tracking.",
      ],
      [
        "Data",
        "For each program that you connect, the server stores the program's name, the name of " +
        "the host (such as claude.ai) that your browser was sent back to after you signed in, " +
        "the access you allowed, your time zone, the first and last day of use, and access " +
        "tokens that YNAB issued to this server. The server never sees your YNAB password.",
        "The server also stores a copy of the plans that the program asks about, and a journal " +
        "of the changes made through the program, so that you can undo them.",
        "The server reads your user ID from YNAB and keeps only a pseudonym made from it. It reads " +
        "neither your name nor your email address from YNAB.",
        "YNAB's tokens, the journal and the copy of your plans are encrypted with a key that can " +
        "be unlocked only with the tokens that this server issued to your program. While you " +
        "aren't using the server, the operator can't read this data, even with the database and " +
        "the server's key.",
        "Logs contain no payees, memos, names, amounts or tokens. The audit log contains " +
        "pseudonyms, the number of changed records, and the network part of IP addresses (/24 or " +
        "/48), never full addresses. The company that hosts the server, or a proxy in front of " +
        "it, may keep its own logs of IP addresses.",
      ],
      [
        "What an operator could do",
        "The operator could change the software on this server and then read your data while you " +
        "use it. Connect only if you trust the operator.",
      ],
      [
        "Who else receives your data",
        "The AI program that you connect receives the server's answers, and its provider's " +
        "privacy policy applies to them. YNAB receives the requests that the server makes for you.",
        region === undefined
          ? "To find out where the server runs and who hosts it, contact the operator: " +
            `${operatorContact}.`
          : `Where the server and its database are hosted, and by whom: ${region}.`,
        "No one else receives your data.",
      ],
      [
        "Cookies",
        "Cookies are used only to sign you in and to give you access to your account page for 12 " +
        "hours afterward.",
      ],
      [
        "How long data is kept",
        `If a connected program hasn't been used for ${retentionDays} days, the data stored for ` +
        "that program is deleted. If you revoke the server's access in YNAB, each program's data " +
        "is deleted the next time the server contacts YNAB on that program's behalf. If a " +
        "program disconnects by revoking its token, its data is deleted right away.",
        "Backups are kept for 30 days. During that time, deleted data may remain in " +
        "them, still encrypted.",
      ],
      [
        "How to delete your data",
        'Open /account on this server within 12 hours of signing in, and choose "Remove" or ' +
        '"Remove all and delete everything". If more than 12 hours have passed, ' +
        "reconnect one of your AI programs first, or contact the operator instead.",
        `Then revoke the server's access in YNAB's settings: ${YNAB_SETTINGS}. Only you can ` +
        "do this.",
      ],
      ["Age", "This server isn't for anyone under 13."],
      [
        "Changes",
        "Before your data is used for any other purpose, this page will change, and you will be " +
        "asked for your consent again.",
        `Last updated: ${UPDATED}.`,
      ],
    ],
  };
}

export function terms(
  { operator, operatorContact, retentionDays }: PolicyFacts,
): Policy {
  return {
    title: "Terms",
    sections: [
      [
        "The service",
        `${operator} runs this server and lets you connect AI programs to your YNAB budget. ` +
        `Contact: ${operatorContact}.`,
        NO_PAYMENTS,
      ],
      [
        "Unofficial",
        "This is not a YNAB product. You need your own YNAB account, and YNAB's terms apply to it.",
      ],
      [
        "What you agree to",
        "Connect only programs that you trust, and only to your own budget. An AI program can be " +
        "wrong: read each preview before you confirm it.",
        "Don't try to read other people's data, and don't try to get around the limits of this " +
        "server or of YNAB. The operator may block users who do.",
        "You are 13 or older.",
      ],
      [
        "No warranty",
        "The service is provided as is, without any warranty. It is not financial advice. The " +
        "operator may limit, change or end it at any time.",
      ],
      [
        "Ending",
        "You can stop using the service at any time: delete your data at /account, and revoke " +
        `the server's access in YNAB's settings (${YNAB_SETTINGS}). If a connected program ` +
        `hasn't been used for ${retentionDays} days, the data stored for that program is deleted.`,
      ],
      ["Changes", `Last updated: ${UPDATED}.`],
    ],
  };
}

export const PUBLIC_PATHS: readonly string[] = ["/", "/privacy", "/terms"];

type PublicPageOptions = HostedOptions & Pick<HostedSurroundings, "resource">;

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

export type Operator = Pick<HostedOptions, "operator" | "operatorContact">;

export function footer({ operator, operatorContact }: Operator): string {
  return `<footer><p>Run by ${escaped(operator)} (${escaped(operatorContact)}). ` +
    '<a href="/privacy">Privacy</a> \u00b7 <a href="/terms">Terms</a></p>' +
    `<p><small>Unofficial, without warranty, not financial advice. ${YNAB_NOTICE}</small></p></footer>`;
}

function policyPage({ title, sections }: Policy, hosted: HostedOptions): string {
  const body = sections.flatMap(([heading, ...paragraphs]) => [
    `<h2>${escaped(heading)}</h2>`,
    ...paragraphs.map((text) => `<p>${linked(escaped(text))}</p>`),
  ]);
  return page(title, [...body, footer(hosted)]);
}

/** Converts URLs in the server's own text to links. */
function linked(html: string): string {
  return html.replaceAll(/https:\/\/[\w./-]*\w/gu, (url) => `<a href="${url}">${url}</a>`);
}

function homePage(hosted: PublicPageOptions): string {
  const invitation = hosted.invitation === null
    ? ""
    : `, and enter the invitation code that ${escaped(hosted.operator)} gave you`;
  return page("Budget Tool Server for YNAB", [
    "<p>Ask an AI program about your YNAB budget. If you allow it, the program can also change " +
    "your budget: you see a preview of each change first, and most changes can be undone.</p>",
    `<p>${NO_PAYMENTS}</p>`,
    "<h2>Connect a program</h2>",
    `<ol><li>Add this address as a connector in your program:<br><strong>${
      escaped(hosted.resource)
    }</strong></li>`,
    `<li>Choose whether it may only read your budget or also change it${invitation}.</li>`,
    "<li>Sign in with YNAB.</li></ol>",
    "<h2>Remove a program</h2>",
    '<p>Your <a href="/account">account page</a> lists your programs. You can delete their data there.</p>',
    footer(hosted),
  ]);
}
