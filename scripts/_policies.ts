import { type Policy, privacyPolicy, terms, YNAB_NOTICE } from "../remote/hosted/policies.ts";
import { type Derived, WRITTEN } from "./_derived.ts";

/** What an operator replaces in a template. */
const BLANKS = {
  operator: "OPERATOR",
  operatorContact: "CONTACT",
  region: "HOSTING COMPANY, COUNTRY",
  retentionDays: "RETENTION",
} as const;

/** Templates of the pages that a server for many users shows, for operators to check and adapt. */
export function policyTemplates(): readonly Derived[] {
  return [
    { path: "docs/privacy_template.md", text: textOf(privacyPolicy(BLANKS)) },
    { path: "docs/terms_template.md", text: textOf(terms(BLANKS)) },
  ];
}

function textOf({ title, sections }: Policy): string {
  return [
    `# ${title}`,
    WRITTEN,
    ...sections.flatMap(([heading, ...paragraphs]) => [`## ${heading}`, ...paragraphs]),
    YNAB_NOTICE,
    "",
  ].join("\n\n").replace(/\n+$/u, "\n");
}
