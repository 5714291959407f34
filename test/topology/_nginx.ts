import { freePort } from "../_free_port.ts";
import { DEPLOY, rewritten } from "./_compose.ts";
import { type Program, startProgram } from "./_programs.ts";

/** A running load balancer. */
export interface Balancer extends Program {
  readonly url: URL;
}

/** Starts a load balancer for two replicas. */
export async function startBalancer(
  [first, second]: readonly [first: URL, second: URL],
): Promise<Balancer> {
  const folder = await Deno.makeTempDir({ prefix: "budget-nginx-" });
  const host = `127.0.0.1:${await freePort()}`;
  const conf = rewritten(await Deno.readTextFile(new URL("nginx.conf", DEPLOY)), {
    "listen 8103": `listen ${host}`,
    "replica-1:8103": first.host,
    "replica-2:8103": second.host,
    "/tmp/": `${folder}/`,
  });
  await Deno.writeTextFile(`${folder}/nginx.conf`, conf);
  const nginx = await startProgram(
    ["nginx", "-e", "stderr", "-c", `${folder}/nginx.conf`, "-g", "daemon off;"],
    { folder, ready: ["start worker processes"] },
  );
  return { ...nginx, url: new URL(`http://${host}/mcp`) };
}
