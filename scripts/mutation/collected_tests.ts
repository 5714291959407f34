/**
 * Takes the place of `Deno.test`: test files are imported into a process that stays, and their
 * tests run one by one, as often as wanted.
 *
 * Sanitizers are off, and files with hooks fail to load, so what they would notice is not
 * noticed here.
 *
 * @module
 */

/** A test as its file has registered it. */
export interface CollectedTest {
  readonly name: string;
  readonly run: (context: Deno.TestContext) => void | Promise<void>;
}

/** How a test ended. */
export type TestEnding = "passed" | "failed" | "timed out";

type Body = (context: Deno.TestContext) => void | Promise<void>;

// Of their own, as tests put others in their places.
const { setTimeout, clearTimeout } = globalThis;
let registered: CollectedTest[] = [];
let strayed: ((error: unknown) => void) | null = null;

/** Has `Deno.test` register here, and what nobody catches fail the test that runs. */
export function collectTests(): void {
  Object.defineProperty(Deno, "test", { configurable: true, value: register });
  const onStray = (event: ErrorEvent | PromiseRejectionEvent): void => {
    event.preventDefault();
    strayed?.("reason" in event ? event.reason : event.error);
  };
  globalThis.addEventListener("unhandledrejection", onStray);
  globalThis.addEventListener("error", onStray);
}

/** Imports a test file and gives the tests that it registers, those that are ignored left out. */
export async function testsIn(url: string): Promise<readonly CollectedTest[]> {
  registered = [];
  await import(url);
  return registered;
}

/** Runs a test, no longer than it may take. */
export async function runTest(test: CollectedTest, withinMs: number): Promise<TestEnding> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<TestEnding>((resolve) => {
    timer = setTimeout(() => resolve("timed out"), withinMs);
  });
  const stray = new Promise<TestEnding>((resolve) => {
    strayed = () => resolve("failed");
  });
  const ended = (async (): Promise<TestEnding> => {
    try {
      await test.run(contextOf(test.name));
      return "passed";
    } catch {
      return "failed";
    }
  })();
  try {
    return await Promise.race([ended, late, stray]);
  } finally {
    clearTimeout(timer);
    strayed = null;
  }
}

/** All the ways in which `Deno.test` may be called. */
function register(
  first: string | Body | Partial<Deno.TestDefinition>,
  second?: Body | Partial<Deno.TestDefinition>,
  third?: Body,
): void {
  const options = [first, second].find((one) => typeof one === "object") ?? {};
  const body = [first, second, third].find((one) => typeof one === "function") ?? options.fn;
  if (body === undefined || options.ignore === true) return;
  const name = typeof first === "string" ? first : options.name ?? body.name;
  registered.push({ name, run: body });
}

function contextOf(name: string): Deno.TestContext {
  const context = { name, origin: "", step };
  return context as unknown as Deno.TestContext;

  /** A step that fails fails its test, which is all that is asked here. */
  async function step(
    first: string | Body | Partial<Deno.TestStepDefinition>,
    second?: Body,
  ): Promise<boolean> {
    const options = typeof first === "object" ? first : {};
    const body = typeof first === "function" ? first : second ?? options.fn;
    if (options.ignore !== true) {
      await body?.(contextOf(typeof first === "string" ? first : options.name ?? name));
    }
    return true;
  }
}
