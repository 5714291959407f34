/** A code block that runs as a test. */
export interface DocExample {
  /** The file that it stands in, with the lines of its block. */
  readonly name: string;
  /** The module. */
  readonly text: string;
}

/** A block of TypeScript, within a comment or a page. */
const BLOCK = /^(?<lead>[ \t]*(?:\* ?)?)```ts\n(?<body>[^]*?)^[ \t]*(?:\* ?)?```$/gmu;
const LEAD = /^[ \t]*\* ?/gmu;
/** Declarations stand in a function there, which exports nothing. */
const EXPORT = /^export (?=(?:async |abstract )?(?:function|const|let|class|type|interface)\b)/gmu;
const IMPORT = /^import\b[^;]+;$/gmu;
const DECLARED =
  /^export (?:declare )?(?:async )?(function\*?|const|let|class|type|interface) (\w+)/gmu;
const LISTED = /^export (type )?\{([^}]*)\}/gmu;

/** Finds the examples of a file. */
export function docExamples(file: string, text: string, url: URL): readonly DocExample[] {
  return [...text.matchAll(BLOCK)].map((block) => {
    const body = file.endsWith(".md")
      ? block.groups?.["body"] ?? ""
      : (block.groups?.["body"] ?? "").replaceAll(LEAD, "");
    const first = text.slice(0, block.index).split("\n").length;
    const name = `${file}#${first}-${first + block[0].split("\n").length}.ts`;
    return { name, text: moduleOf({ name, body, exported: exportsOf(file, text), url }) };
  });
}

interface Exported {
  readonly name: string;
  readonly isType: boolean;
}

function exportsOf(file: string, text: string): readonly Exported[] {
  if (file.endsWith(".md")) return [];
  const declared = [...text.matchAll(DECLARED)].map(([, kind = "", name = ""]) => ({
    name,
    isType: kind === "type" || kind === "interface",
  }));
  const listed = [...text.matchAll(LISTED)].flatMap(([, type, names = ""]) =>
    names.split(",").map((one) => one.trim()).filter((one) => one !== "").map((one) => ({
      name: one.split(" ").at(-1) ?? one,
      isType: type !== undefined || one.startsWith("type "),
    }))
  );
  return [...declared, ...listed];
}

/** What a block uses of its own file, it does not import: that is done for it. */
function moduleOf(
  { name, body, exported, url }: {
    readonly name: string;
    readonly body: string;
    readonly exported: readonly Exported[];
    readonly url: URL;
  },
): string {
  const imports = [...body.matchAll(IMPORT)].map(([one]) => one);
  const isUsed = (one: string): boolean => new RegExp(`\\b${one}\\b`, "u").test(body);
  const isImported = (one: string): boolean =>
    imports.some((line) => new RegExp(`\\b${one}\\b(?=.* from )`, "su").test(line));
  const own = exported
    .filter((one) => !one.isType && isUsed(one.name) && !isImported(one.name))
    .map((one) => one.name);
  return [
    ...imports.map((line) => absolute(line, url)),
    ...own.length === 0 ? [] : [`import { ${own.join(", ")} } from "${url.href}";`],
    `Deno.test(${JSON.stringify(name)}, async () => {`,
    body.replaceAll(IMPORT, "").replaceAll(EXPORT, ""),
    "});",
    "",
  ].join("\n");
}

/** The module lies elsewhere than its file. */
function absolute(line: string, url: URL): string {
  return line.replace(/from "(\.[^"]+)"/u, (_, path) => `from "${new URL(path, url).href}"`);
}
