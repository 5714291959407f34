import { createHash } from "node:crypto";
import { cleanText, cleanWhole } from "../../domain/base/clean_text.ts";

/** Responds with a page; `script` is its only script. */
export function htmlResponse(status: number, page: string, script?: string): Response {
  return new Response(page, {
    status,
    headers: { ...pageHeaders(script), "cache-control": "no-store" },
  });
}

/** Redirects a browser after it has submitted a form. */
export function seeOther(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store" },
  });
}

const STYLE = "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;" +
  "padding:0 1rem;color-scheme:light dark}h1{font-size:1.4rem}dt{font-weight:600}" +
  "dd{margin:0 0 .8rem;overflow-wrap:anywhere}label{display:block;margin:.4rem 0}" +
  "input[type=password]{width:100%;font:inherit;padding:.4rem;box-sizing:border-box}" +
  "button{font:inherit;padding:.4rem 1rem;margin:1rem .6rem 0 0}.wrong{font-weight:600}";

/**
 * Headers of a page. The policy omits `form-action`, because browsers would also apply it to the
 * redirects that follow a submitted form, such as the one to the client.
 */
export function pageHeaders(script?: string): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; " +
      `style-src '${hashOf(STYLE)}'${
        script === undefined ? "" : `; script-src '${hashOf(script)}'`
      }`,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Renders a page for a sign-in that can't continue; `end` is HTML at the end of the page. */
export function problemPage(problem: string, end = ""): string {
  return page("This sign-in can't continue", [
    `<p>${escaped(problem)}</p><p>Start again in the program that sent you here.</p>`,
    end,
  ]);
}

export function failurePage(end = ""): string {
  return page("Something went wrong", [
    "<p>This server has a problem right now. Try again in a minute.</p>",
    end,
  ]);
}

export function page(title: string, body: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1>${body.join("")}</body></html>`;
}

export interface Program {
  readonly clientId: string;
  /** The name that the program chose for itself. */
  readonly clientName: string;
  readonly redirectUri: string;
}

export interface ConsentWords {
  readonly title: string;
  readonly target: string;
  readonly read: string;
  readonly change: string;
  /** HTML between the program's details and the form. */
  readonly note: string;
  readonly fields: string;
  readonly allow: string;
  /** An instruction to proceed only if the user started the sign-in. */
  readonly proceed: string;
  /** HTML at the end of the page. */
  readonly end: string;
}

/** Renders a consent page; `problem` is the error from the previous attempt. */
export function consentPage(
  { program, mayChange, problem }: {
    readonly program: Program;
    readonly mayChange: boolean;
    readonly problem: string | null;
  },
  words: ConsentWords,
): string {
  return page(words.title, [
    `<p>A program that calls itself <strong>${programName(program)}</strong> is asking to use ` +
    `${words.target}.</p>`,
    programDetails(program),
    words.note,
    problem === null ? "" : `<p class="wrong" role="alert">${escaped(problem)}</p>`,
    '<form method="post"><fieldset><legend>It may</legend>',
    choice("read", words.read, true),
    mayChange ? choice("change", words.change, false) : "",
    "</fieldset>",
    words.fields,
    `<button name="answer" value="allow">${words.allow}</button>`,
    '<button name="answer" value="decline" formnovalidate>Decline</button></form>',
    `<p>${words.proceed} only if you just started this sign-in yourself, in that program.</p>`,
    words.end,
  ]);
}

function choice(value: string, words: string, isChosen: boolean): string {
  return `<label><input type="radio" name="access" value="${value}"${
    isChosen ? " checked" : ""
  }> ${words}</label>`;
}

function programName({ clientName }: Program): string {
  return escaped(cleanText(clientName) || "nothing");
}

/** Renders a program's redirect host and client ID, because the program's name proves nothing. */
function programDetails({ clientId, redirectUri }: Program): string {
  return "<dl><dt>Your browser will be sent to</dt>" +
    `<dd><strong>${escaped(destinationOf(redirectUri))}</strong></dd>` +
    `<dt>Its client ID</dt><dd>${escaped(cleanWhole(clientId))}</dd></dl>`;
}

export function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === "https:") return host;
  const address = protocol === "http:" ? host : `${protocol}//${host}`;
  return `${address}, a program on your own computer`;
}

export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? "");
}
