import { createHash } from "node:crypto";
import { cleanText, cleanWhole } from "../../domain/base/clean_text.ts";

const STYLE = "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;" +
  "padding:0 1rem;color-scheme:light dark}h1{font-size:1.4rem}dt{font-weight:600}" +
  "dd{margin:0 0 .8rem;overflow-wrap:anywhere}label{display:block;margin:.4rem 0}" +
  "input[type=password]{width:100%;font:inherit;padding:.4rem;box-sizing:border-box}" +
  "button{font:inherit;padding:.4rem 1rem;margin:1rem .6rem 0 0}.wrong{font-weight:600}";

/**
 * Headers of a page. It names no `form-action`: browsers hold the way back to the client,
 * and whatever host that leads on to, to it as well.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; " +
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Two tools act at once unless the server runs with `--confirm user`. */
const CHANGING = "read and change; a change is previewed and confirmed first, but approving and " +
  "importing transactions may happen at once";

/** What the owner is asked. */
export interface Consent {
  /** What the client calls itself. */
  readonly clientName: string;
  /** How the client is known here. */
  readonly clientId: string;
  /** Where the browser will be sent. */
  readonly redirectUri: string;
  /** Whether the client may be allowed to change the plan. */
  readonly mayChange: boolean;
  /** What was wrong with the last try. */
  readonly problem: string | null;
}

/** Writes the page that asks the owner. */
export function consentPage(
  { clientName, clientId, redirectUri, mayChange, problem }: Consent,
): string {
  const name = escaped(cleanText(clientName) || "nothing");
  return page("Let a program into your budget?", [
    `<p>A program that calls itself <strong>${name}</strong> asks to use this server.</p>`,
    "<dl><dt>Your browser will be sent to</dt>",
    `<dd><strong>${escaped(destinationOf(redirectUri))}</strong></dd>`,
    `<dt>It is known here as</dt><dd>${escaped(cleanWhole(clientId))}</dd></dl>`,
    problem === null ? "" : `<p class="wrong" role="alert">${escaped(problem)}</p>`,
    '<form method="post"><fieldset><legend>It may</legend>',
    choice("read", "read", true),
    mayChange ? choice("change", CHANGING, false) : "",
    "</fieldset>",
    "<label>The owner's token for this server, not YNAB's",
    '<input type="password" name="token" autocomplete="off" required></label>',
    '<button name="answer" value="allow">Allow</button>',
    '<button name="answer" value="decline" formnovalidate>Decline</button></form>',
    "<p>Allow it only if you have just begun this in that program yourself.</p>",
  ]);
}

/** Writes the page for what can't go on. */
export function problemPage(problem: string): string {
  return page("This sign-in can't go on", [
    `<p>${escaped(problem)}</p><p>Begin again in the program that sent you here.</p>`,
  ]);
}

function page(title: string, body: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1>${body.join("")}</body></html>`;
}

function choice(value: string, words: string, isChosen: boolean): string {
  return `<label><input type="radio" name="access" value="${value}"${
    isChosen ? " checked" : ""
  }> ${words}</label>`;
}

function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === "https:") return host;
  const address = protocol === "http:" ? host : `${protocol}//${host}`;
  return `${address}, a program on your own computer`;
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? "");
}
