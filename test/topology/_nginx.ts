import { freePort } from "../_free_port.ts";
import { GUARDED } from "../_postgres_server.ts";
import { withinDeadline } from "../protocol/_deadline.ts";
import { DEPLOY, rewritten } from "./_compose.ts";
import { isInstalled, OTHER_USER } from "./_programs.ts";

/** Logged once nginx listens. */
const LISTENING = "start worker processes";

/**
 * Whether nginx is installed. If not, reports what isn't tested.
 *
 * @throws {Error} In continuous integration on Linux, where no test may be skipped.
 */
export function hasNginx(what: string): Promise<boolean> {
  return isInstalled("nginx", ["-v"], what);
}

/** A listening load balancer. */
export interface Balancer extends AsyncDisposable {
  readonly url: URL;
  readonly said: () => string;
}

/** Starts a load balancer for two replicas. */
export async function startBalancer(
  [first, second]: readonly [first: URL, second: URL],
): Promise<Balancer> {
  const user = Deno.uid() === 0 ? OTHER_USER : null;
  const folder = await Deno.makeTempDir({ prefix: "budget-nginx-" });
  const host = `127.0.0.1:${await freePort()}`;
  const conf = rewritten(await Deno.readTextFile(new URL("nginx.conf", DEPLOY)), {
    "listen 8103": `listen ${host}`,
    "replica-1:8103": first.host,
    "replica-2:8103": second.host,
    "/tmp/": `${folder}/`,
  });
  await Deno.writeTextFile(`${folder}/nginx.conf`, conf);
  if (user !== null) await Deno.chown(folder, user.uid, user.gid);
  const child = new Deno.Command("sh", {
    args: [
      ...["-c", GUARDED, "sh", "nginx", "-e", "stderr"],
      ...["-c", `${folder}/nginx.conf`, "-g", "daemon off;"],
    ],
    ...user,
    cwd: folder,
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let said = "";
  const listening = Promise.withResolvers<void>();
  const read = (async (): Promise<void> => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      said += text;
      if (said.includes(LISTENING)) listening.resolve();
    }
    listening.reject(new Error(`nginx has ended: ${said}`));
  })();
  await withinDeadline(listening.promise, "the balancer");
  return {
    url: new URL(`http://${host}/mcp`),
    said: () => said,
    async [Symbol.asyncDispose](): Promise<void> {
      await child.stdin.close();
      await withinDeadline(child.status, "the end of the balancer");
      await read;
      await Deno.remove(folder, { recursive: true });
    },
  };
}
