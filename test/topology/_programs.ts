import { ChildProcess } from "../_child_process.ts";
import { GUARDED } from "../_postgres_server.ts";
import { isEverythingNeeded, sayUntested } from "../_untested.ts";

/** The user that runs the load balancers and owns their files when the tests run as root. */
const OTHER_USER = { uid: 65_532, gid: 65_532 } as const;

/**
 * Whether a program is installed. If the program is missing, reports which tests are skipped.
 *
 * @throws {Error} If the program is missing in continuous integration on Linux, where no test may
 * be skipped.
 */
export async function isInstalled(
  program: string,
  versionFlag: string,
  what: string,
): Promise<boolean> {
  try {
    const output = { stdout: "null", stderr: "null" } as const;
    const { success } = await new Deno.Command(program, { args: [versionFlag], ...output })
      .output();
    if (success) return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const isNeeded = isEverythingNeeded && Deno.build.os === "linux";
  if (isNeeded) throw new Error(`${program} is needed here: ${what}`);
  sayUntested(what, `${program} isn't installed`);
  return false;
}

/** A running load balancer. */
export interface Program extends AsyncDisposable {
  /** Returns the load balancer's log. */
  readonly said: () => string;
}

/** Starts a load balancer in the working directory `folder`, which is deleted on disposal. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  { folder, env = {}, ready }: {
    readonly folder: string;
    readonly env?: Readonly<Record<string, string>>;
    /** Strings that the load balancer logs once it is listening. */
    readonly ready: readonly string[];
  },
): Promise<Program> {
  const user = Deno.uid() === 0 ? OTHER_USER : null;
  if (user !== null) await Deno.chown(folder, user.uid, user.gid);
  const child = new ChildProcess(["sh", "-c", GUARDED, "sh", program, ...args], {
    ...user,
    cwd: folder,
    env: { ...env },
  });
  await child.says((stderr) => ready.every((line) => stderr.includes(line)));
  return {
    said: () => child.stderr,
    async [Symbol.asyncDispose](): Promise<void> {
      await child.closeInput();
      await child.ended();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
