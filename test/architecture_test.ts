import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

/** For each part of the source, the other parts it may import. Entry files also count as parts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  statements: ["domain"],
  client: ["domain"],
  sync: ["client", "domain"],
  changes: ["sync", "client", "domain"],
  tools: ["statements", "changes", "sync", "client", "domain"],
  resources: ["tools", "domain"],
  prompts: ["tools", "domain"],
  server: [
    ...["tools", "resources", "prompts", "statements", "changes", "sync", "client", "domain"],
  ],
  remote: ["mod.ts", "server", "sync", "client", "domain"],
  demo: ["client", "domain"],
  cli: [
    ...["mod.ts", "remote", "demo", "server", "tools", "resources", "statements"],
    ...["changes", "sync", "client", "domain"],
  ],
  "mod.ts": ["cli.ts", "server", "prompts", "resources", "tools", "changes", "demo"],
  "http.ts": ["cli.ts", "cli", "remote", "statements"],
  "postgres.ts": ["server", "remote"],
  "cli.ts": ["cli", "server"],
};

/** Matches the packages and built-ins that a part may import; unlisted parts may import none. */
const MAY_USE: Readonly<Record<string, RegExp>> = {
  sync: /^node:.+/u,
  statements: /^(?:node:(?:fs|path|zlib)(?:\/promises)?|saxes)$/u,
  changes: /^node:/u,
  tools: /^zod$/u,
  prompts: /^zod$/u,
  resources: /^zod$/u,
  server: /^(?:zod|@modelcontextprotocol\/server)$/u,
  remote:
    /^(?:node:(?:async_hooks|buffer|crypto|events|fs|http|net|path|stream)|@modelcontextprotocol\/(?:server|node)|jose|oauth4webapi|oidc-provider|pg)$/u,
  demo: /^node:(?:http|net)$/u,
  cli: /^(?:node:.+|zod|@modelcontextprotocol\/server\/.+)$/u,
  "mod.ts": /^@modelcontextprotocol\/server$/u,
  "cli.ts": /^node:/u,
};

/** Matches the files in `client/` that `demo/` may import. */
const SEEN_BY_DEMO = /^client\/(?:wire\/[a-z_]+|operations)\.ts$/u;

/**
 * Matches built-in modules that access the network. Only the listed files may use them, and only to
 * listen for connections. The Koa bridge uses only a response class from `node:http`, and some
 * files use `node:net` only to parse addresses.
 */
const NETWORK = /^node:(?:https?|http2|net|tls|dgram|dns)(?:\/|$)/u;
const LISTENERS: readonly string[] = [
  "demo/serve.ts",
  "remote/hosted/hosted_events.ts",
  "remote/http/node_server.ts",
  "remote/sign_in/koa_bridge.ts",
];

/** Matches packages that a server on stdio rarely needs and must not import statically. */
const ONLY_WHEN_ASKED =
  /^(?:@modelcontextprotocol\/node|jose|oauth4webapi|oidc-provider|pg|saxes)$/u;

/** Files that may import the database driver. */
const DRIVER = ["remote/postgres/database.ts"];

const FOLDERS = Object.keys(MAY_IMPORT).filter((part) => !part.endsWith(".ts"));
const UNSHIPPED = ["scripts", "test", "evals"];

interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The file's text without comments. */
  readonly code: string;
  readonly imports: readonly string[];
}

const shipped = [
  ...await Promise.all(["mod.ts", "http.ts", "postgres.ts", "cli.ts"].map(readSource)),
  ...(await Promise.all(FOLDERS.map(sourcesIn))).flat(),
];
const unshipped = (await Promise.all(UNSHIPPED.map(sourcesIn))).flat();
const everyFile = [...shipped, ...unshipped];

/** Returns the paths of the files that break a rule. */
function offenders(
  files: readonly SourceFile[],
  isOffending: (file: SourceFile) => boolean,
): readonly string[] {
  return files.filter(isOffending).map(({ path }) => path);
}

const partOf = (path: string): string => path.split("/")[0] ?? path;
const inFolder = (folder: string): readonly SourceFile[] =>
  shipped.filter(({ path }) => partOf(path) === folder);

/** Returns disallowed imports of other files. */
function wrongImports(
  files: readonly SourceFile[],
  isAllowed: (target: string) => boolean,
): readonly string[] {
  return files.flatMap((file) =>
    localImports(file).filter((target) => !isAllowed(target))
      .map((target) => `${file.path} -> ${target}`)
  );
}

/** Returns disallowed imports of packages and built-in modules. */
function wrongPackages(
  files: readonly SourceFile[],
  isAllowed: (target: string) => boolean,
): readonly string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((target) => !target.startsWith(".") && !isAllowed(target))
      .map((target) => `${path} -> ${target}`)
  );
}

Deno.test("the architecture tests find every part of the source tree", () => {
  for (const part of FOLDERS) {
    assert(inFolder(part).length > 2, part);
  }
  assert(everyFile.some(({ path }) => path === "test/architecture_test.ts"));
});

Deno.test("importsOf() finds every form of import", () => {
  const call = "import";
  const text = [
    'import type { A } from "../client/a.ts";',
    "import {",
    "  b,",
    '} from "./b.ts";',
    'import "./c.ts";',
    'export { d } from "./d.ts";',
    'export * from "./e.ts";',
    `const f = await ${call}("./f.ts");`,
    `type G = ${call}("./g.ts").G;`,
    '// import { h } from "./h.ts";',
    "/**",
    ' * import { i } from "./i.ts";',
    " */",
  ].join("\n");
  assertEquals(importsOf(withoutComments(text)), [
    "../client/a.ts",
    "./b.ts",
    "./c.ts",
    "./d.ts",
    "./e.ts",
    "./f.ts",
    "./g.ts",
  ]);
});

Deno.test("if a package isn't in deno.json, all its imports specify the same version", () => {
  const versions = new Map<string, Set<string>>();
  for (const { code } of everyFile) {
    for (const [, name = "", version = ""] of code.matchAll(/"npm:(@?[^@"]+)@([^/"]+)/gu)) {
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
  }
  assert(versions.has("yaml"));
  for (const [name, named] of versions) assertEquals(named.size, 1, name);
});

Deno.test("deno.lock lists only packages from deno.json, so the demo downloads no test packages", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const { specifiers } = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  const nameOf = (specifier: string): string => /^npm:(@?[^@]+)/u.exec(specifier)?.[1] ?? specifier;
  const named = new Set(Object.values<string>(imports).map(nameOf));
  const others = Object.keys(specifiers).map(nameOf).filter((name) => !named.has(name));
  assertEquals(others, [], "restore deno.lock, and run tests with --lock=test/deno.lock");
});

for (const [part, targets] of Object.entries(MAY_IMPORT)) {
  Deno.test(`${part} imports only ${["itself", ...targets].join(", ")} and its allowed packages`, () => {
    const allowed = new Set([part, ...targets]);
    assertEquals(wrongImports(inFolder(part), (target) => allowed.has(partOf(target))), []);
    const isUsed = (target: string): boolean => MAY_USE[part]?.test(target) === true;
    assertEquals(wrongPackages(inFolder(part), isUsed), []);
  });
}

Deno.test("static and dynamic imports between files don't form cycles", () => {
  const targets = new Map(shipped.map((file) => [file.path, localImports(file)]));
  // An import of mod.ts doesn't load cli.ts, because mod.ts starts the program only when it is the
  // main module.
  targets.set("mod.ts", (targets.get("mod.ts") ?? []).filter((path) => path !== "cli.ts"));
  const done = new Set<string>();
  const circleFrom = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of targets.get(path) ?? []) {
      const circle = circleFrom(next, [...way, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  };
  const circles = shipped.map(({ path }) => circleFrom(path, []).join(" -> "));
  assertEquals([...new Set(circles.filter((circle) => circle !== ""))], []);
});

Deno.test("imports between a part's folders, including type imports, don't form cycles", () => {
  const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/");
  const targets = new Map<string, Set<string>>();
  for (const file of [...shipped, ...unshipped.filter(({ path }) => partOf(path) !== "test")]) {
    const from = folderOf(file.path);
    for (const target of localImports(file)) {
      const to = folderOf(target);
      if (to === from || to === "" || partOf(to) !== partOf(from)) continue;
      targets.set(from, (targets.get(from) ?? new Set()).add(to));
    }
  }
  const reachable = (from: string): ReadonlySet<string> => {
    const found = new Set(targets.get(from));
    for (const folder of found) for (const next of targets.get(folder) ?? []) found.add(next);
    return found;
  };
  assertEquals([...targets.keys()].filter((folder) => reachable(folder).has(folder)), []);
});

/**
 * Files without a length limit: generated files, and source files that contain prose with one
 * paragraph per line.
 */
const NOT_WRAPPED = /^(?:server\/(?:advice|views\/built_page)|\w+\/_definitions)/u;

Deno.test("no file has more than 400 lines, and no line has more than 100 columns", () => {
  const written = everyFile.filter(({ path }) =>
    !NOT_WRAPPED.test(path) && partOf(path) !== "test"
  );
  const linesOf = ({ text }: SourceFile): readonly string[] => text.split("\n");
  assertEquals(offenders(written, (file) => linesOf(file).length > 401), []);
  // A long literal can't be wrapped.
  const holdsLiteral = (line: string): boolean => /^(?!\s*(?:\*|\/[*/])).*["'`/]/u.test(line);
  const isWide = (line: string): boolean => line.length > 100 && !holdsLiteral(line);
  assertEquals(offenders(written, (file) => linesOf(file).some(isWide)), []);
});

/** Folders that have one file per item and may therefore contain any number of files. */
const ONE_PER_THING = /^(?:test\/)?(?:tools|demo\/household|scripts|domain\/base)$/u;

Deno.test("no folder has more than 40 files, except folders with one file per item", () => {
  const counts = new Map<string, number>();
  for (const { path } of everyFile) {
    const folder = path.split("/").slice(0, -1).join("/");
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([folder, count]) =>
    count > 40 && !ONE_PER_THING.test(folder)
  );
  assertEquals(crowded, []);
});

Deno.test("the stdio program loads no HTTP or database code", () => {
  const known = new Map(shipped.map((file) => [file.path, file]));
  const reached = reachedFrom(["mod.ts"]);
  const packages = [...reached].flatMap((path) => known.get(path)?.imports ?? [])
    .filter((target) => !/^(?:\.|node:)/u.test(target));
  assert(packages.includes("zod"));
  assertEquals(packages.filter((name) => ONLY_WHEN_ASKED.test(name)), []);
  const isApart = (path: string): boolean =>
    path === "remote/http/node_server.ts" || DRIVER.includes(path);
  assertEquals([...reached].filter(isApart), []);
});

Deno.test("generate.ts doesn't import the files that it writes", () => {
  const items = shipped.map(({ path }) => path)
    .filter((path) => /^(?:tools|prompts|resources)\/[^_]/u.test(path));
  const reached = reachedFrom(["scripts/generate.ts", ...items]);
  assertEquals([...reached].filter((path) => path.endsWith("/_definitions.ts")), []);
});

Deno.test("demo/ imports only wire types and operations from client/", () => {
  const isSeen = (target: string): boolean =>
    partOf(target) !== "client" || SEEN_BY_DEMO.test(target);
  assertEquals(wrongImports(inFolder("demo"), isSeen), []);
});

Deno.test("every import in shipped code is relative, built in or listed in the import map", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const known = Object.keys(imports);
  const isKnown = (target: string): boolean =>
    target.startsWith("node:") || known.some((name) => `${target}/`.startsWith(`${name}/`));
  assertEquals(wrongPackages(shipped, isKnown), []);
});

Deno.test("every relative import names an existing file, and shipped code imports only shipped files", () => {
  const known = new Set(everyFile.map(({ path }) => path));
  assertEquals(wrongImports(everyFile, (path) => !path.endsWith(".ts") || known.has(path)), []);
  assertEquals(wrongImports(shipped, (path) => !UNSHIPPED.includes(partOf(path))), []);
});

Deno.test("evals/ imports only the server's entry point and the demo", () => {
  const evals = unshipped.filter(({ path }) => partOf(path) === "evals");
  assert(evals.length > 9);
  assertEquals(wrongImports(evals, (target) => /^(?:evals\/|mod\.ts$|demo\/)/u.test(target)), []);
});

Deno.test("shipped code uses no Deno APIs", () => {
  assertEquals(
    offenders(shipped, ({ code }) => /\bDeno\s*[.[]|\bglobalThis\.Deno\b/u.test(code)),
    [],
  );
});

/**
 * Files whose code sends requests to something other than YNAB: a server on this machine, a token
 * issuer or a client.
 */
const ASKING_OTHERS = [
  "remote/hosted/open_hosted.ts",
  "remote/hosted/ynab_requests.ts",
  "remote/sign_in/client_documents.ts",
  "cli/ready.ts",
];

Deno.test("only client/ and the listed files make network requests", () => {
  const reaches =
    /(?<!typeof )\bglobalThis\.fetch\b|(?<![.\w])fetch\s*\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/u;
  const found = offenders(shipped, ({ code }) => reaches.test(code));
  assertEquals(found.filter((path) => partOf(path) !== "client"), ASKING_OTHERS);
  assert(found.includes("client/upstream_client.ts"));
});

Deno.test("only the listed files import network modules and the database driver", () => {
  const found = offenders(shipped, ({ imports }) => imports.some((name) => NETWORK.test(name)));
  assertEquals(found.filter((path) => !LISTENERS.includes(path)), []);
  assertEquals(offenders(shipped, ({ imports }) => imports.includes("pg")), DRIVER);
});

Deno.test("only cli.ts reads environment variables and command-line arguments", () => {
  const reads = /\bprocess\s*\??(?:\.|\[\s*")(?:env|argv)\b|\bimport\.meta\.env\b/u;
  const takes = /\{[^}]*\b(?:env|argv)\b[^}]*\}\s*(?:from "node:process"|= process\b)/u;
  const isReading = ({ code }: SourceFile): boolean => reads.test(code) || takes.test(code);
  assertEquals(offenders(shipped, isReading), ["cli.ts"]);
});

const impurities: Readonly<Record<string, RegExp>> = {
  "read the clock": /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bperformance\b/u,
  "use random numbers": /\bMath\.random\b|\bcrypto\b/u,
  "wait":
    /\bset(?:Timeout|Interval|Immediate)\b|\bqueueMicrotask\b|\basync\b|\bawait\b|\bPromise\b/u,
  "write to the console": /\bconsole\b/u,
  "use globals": /\bglobalThis\b|\bprocess\b/u,
  "depend on the machine's locale": /\btoLocale\w*\(|\blocaleCompare\(|\bIntl\b/u,
};

for (const [what, pattern] of Object.entries(impurities)) {
  Deno.test(`code in domain/ doesn't ${what}`, () => {
    assertEquals(offenders(inFolder("domain"), ({ code }) => pattern.test(code)), []);
  });
}

Deno.test("code in sync/ uses only the clock that is passed to it", () => {
  const pattern = /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\b|\bset(?:Timeout|Interval)\b/u;
  assertEquals(offenders(inFolder("sync"), ({ code }) => pattern.test(code)), []);
});

Deno.test("every file name and folder name is in snake_case", () => {
  const name = /^(?:[a-z][a-z0-9_]*\/)*_?[a-z][a-z0-9]*(?:_[a-z0-9]+)*\.ts$/u;
  assertEquals(offenders(everyFile, ({ path }) => !name.test(path)), []);
});

Deno.test("no file is a catch-all or a barrel", () => {
  const drawer = /(?:^|\/)_?(?:[a-z_]+_)?(?:utils?|helpers?|common|shared|misc|types)\.ts$/u;
  const barrel = /(?:^|\/)_?index\.ts$|(?:^|\/)mod\.ts$/u;
  assertEquals(offenders(everyFile, ({ path }) => drawer.test(path)), []);
  assertEquals(offenders(everyFile, ({ path }) => barrel.test(path)), ["mod.ts"]);
  assertEquals(offenders(everyFile, ({ code }) => /^export \* /mu.test(code)), []);
});

Deno.test("no file has a default export, an enum, a namespace or a suppressed type error", () => {
  const banned = /^export default\b|^(?:export )?(?:declare )?(?:const )?(?:enum|namespace)\b/mu;
  assertEquals(offenders(everyFile, ({ code }) => banned.test(code)), []);
  const pragma = /@ts-(?:ignore|nocheck)\b/u;
  const unchecked = offenders(everyFile, ({ text }) => pragma.test(text));
  assertEquals(unchecked.filter((path) => path !== "test/architecture_test.ts"), []);
});

async function sourcesIn(folder: string): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await sourcesIn(path));
    else if (name.endsWith(".ts")) found.push(await readSource(path));
  }
  return found.toSorted((a, b) => a.path < b.path ? -1 : 1);
}

async function readSource(path: string): Promise<SourceFile> {
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(code) };
}

/** Removes whole-line comments and comments at the end of a line. */
function withoutComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\//gmu, "")
    .replace(/(?:^|[ \t])\/\/ .*$/gmu, "");
}

function importsOf(code: string): readonly string[] {
  const statements =
    /^(?:import|export)\b(?:[^;"']*?\bfrom)?\s*"([^"]+)";|\bimport\("([^"]+)"\)/gmu;
  return [...code.matchAll(statements)].map(([, from, dynamic]) =>
    (from ?? dynamic ?? "").replace(/^npm:(@?[^@]+)@[^/]+/u, "$1")
  );
}

/** Returns the files in `paths` and everything that they import, directly or indirectly. */
function reachedFrom(paths: readonly string[]): ReadonlySet<string> {
  const reached = new Set(paths);
  for (const path of reached) {
    const file = everyFile.find((candidate) => candidate.path === path);
    for (const target of file === undefined ? [] : localImports(file)) reached.add(target);
  }
  return reached;
}

function localImports({ path, imports }: SourceFile): readonly string[] {
  return imports
    .filter((target) => target.startsWith("."))
    .map((target) => new URL(target, new URL(path, ROOT)).href.slice(ROOT.href.length));
}
