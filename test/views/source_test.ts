import { assert, assertEquals } from "@std/assert";
import { ROOT } from "../../scripts/_run.ts";
import { builtPage, MAX_BYTES } from "../../scripts/views.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "../../server/views/built_page.ts";

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function filesBelow(folder: string): readonly string[] {
  return [...Deno.readDirSync(new URL(`${folder}/`, ROOT))].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}

/** The source files of the page that shows the views. */
const source: readonly SourceFile[] = filesBelow("views")
  .filter((path) => /\.tsx?$/u.test(path))
  .map((path) => ({ path, text: Deno.readTextFileSync(new URL(path, ROOT)) }));

const forbidden: Readonly<Record<string, RegExp>> = {
  "text parsed as HTML":
    /\b(?:innerHTML|outerHTML|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write|srcdoc|DOMParser|createContextualFragment)\b/u,
  "text executed as code":
    /\beval\b|\bnew Function\b|\bFunction\(|setTimeout\(\s*["'`]|javascript:/u,
  "the network":
    /\bfetch\b|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|\bimport\(|\burl\((?!#)|https?:\/\//u,
  "storage": /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie|caches)\b/u,
  // The page sets `color-scheme` on the body, because setting it on the root element makes the
  // frame opaque.
  "styles that make a frame opaque or grow forever":
    /(?::root|html)(?:\[[^\]]*\])?\s*\{[^}]*color-scheme|colorScheme|\b100d?vh\b/u,
  "windows or URLs": /\bwindow\.(?:open|top)\b|\blocation\b|<a\b|<img\b|<iframe\b/u,
};

for (const [what, pattern] of Object.entries(forbidden)) {
  Deno.test(`the page's source doesn't use ${what}`, () => {
    const style = Deno.readTextFileSync(new URL("views/style.css", ROOT));
    const withoutComments = (text: string): string =>
      text.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gmu, "");
    const found = [...source, { path: "views/style.css", text: style }]
      .filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path);
    assertEquals(found, []);
  });
}

Deno.test("the page's built script and styles can be inlined and stay within the size limit", () => {
  assert(!/<\/script|<!--/iu.test(PAGE_SCRIPT));
  assert(!/<\/style|@import|url\(/iu.test(PAGE_STYLE));
  const bytes = new TextEncoder().encode(PAGE_SCRIPT + PAGE_STYLE).length;
  assert(bytes < MAX_BYTES, `${bytes} bytes`);
  assert(!/\bimport\s*[({"]|\brequire\(/u.test(PAGE_SCRIPT));
});

Deno.test("building the page in a different folder produces the same bytes", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (
      const path of [...filesBelow("views"), ...filesBelow("domain"), "server/views/view_page.ts"]
    ) {
      const copy = `${folder}/another place/${path}`;
      await Deno.mkdir(copy.replace(/\/[^/]+$/u, ""), { recursive: true });
      await Deno.copyFile(new URL(path, ROOT), copy);
    }
    const elsewhere = await builtPage(new URL(`file://${folder}/another%20place/`));
    for (const { path, text } of elsewhere) {
      assertEquals(text === await Deno.readTextFile(new URL(path, ROOT)), true, path);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
