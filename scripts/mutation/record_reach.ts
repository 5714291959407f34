/**
 * Preloaded into every test file of the instrumented checkout: writes down which mutants the
 * file reaches, and how long it took.
 *
 * @module
 */

const began = performance.now();

globalThis.addEventListener("unload", () => {
  const folder = Deno.env.get("MUTATION_REACH");
  const { __stryker__ } = globalThis as { __stryker__?: Reach };
  if (folder === undefined) return;
  const mutants = Object.keys(__stryker__?.mutantCoverage?.static ?? {});
  const file = Deno.mainModule;
  const entry = { file, ms: Math.round(performance.now() - began), mutants };
  Deno.writeTextFileSync(`${folder}/${crypto.randomUUID()}.json`, JSON.stringify(entry));
});

/** Where the instrumented source counts. */
interface Reach {
  readonly mutantCoverage?: { readonly static: Readonly<Record<string, number>> };
}
