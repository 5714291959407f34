import { assert, assertEquals, assertMatch } from "@std/assert";
import { existsSync } from "node:fs";
import { run } from "../../scripts/_run.ts";
import { buildImage, IMAGE, IMAGE_FILE, IMAGE_LABELS } from "../../scripts/build_image.ts";
import { openModern } from "../remote/http/_http_hosts.ts";
import { startScript } from "../remote/http/_runtimes.ts";
import { TODAY } from "../protocol/_server_command.ts";
import { sayUntested } from "../_untested.ts";
import { filesIn } from "./_artifact.ts";
import { serveUpstream } from "./_keeping.ts";
import { HTTP_TOKEN } from "../remote/http/_demo_options.ts";

const USER = "65532:65532";
const PROGRAM = "/budget-tool-server";

/** Matches every path that the container image may contain. */
const EXPECTED = new RegExp(
  "^(?:budget-tool-server|etc/(?:passwd|group|nsswitch\\.conf)|licenses/[\\w+.-]+\\.txt|" +
    "(?:usr/)?lib(?:64)?/(?:[\\w-]+/)?(?:ld-linux|libc|libdl|libm|libpthread|libgcc_s|libstdc\\+\\+|" +
    "libresolv|libnss_\\w+|libatomic)[\\w.-]*)$",
  "u",
);

/** Matches `tar`'s line for a file that is owned by root and writable only by root. */
const OWNED = /^[-d]rw[-x]r-[-x]r-[-x] 0\/0 /u;

/**
 * Returns the image's archive from the folder given by `BUILT_FOLDER`, or builds the image from the
 * executable.
 */
export async function builtImage(binary: string, folder: string): Promise<string | null> {
  const built = Deno.env.get("BUILT_FOLDER");
  const given = built === undefined ? null : `${built}/${IMAGE_FILE}`;
  if (given !== null && existsSync(given)) return await Deno.realPath(given);
  const archive = await buildImage(folder, binary);
  if (archive === null) sayUntested("the container image", "buildah and docker aren't installed");
  return archive;
}

export interface UnpackedImage {
  readonly config: {
    readonly config: {
      readonly User: string;
      readonly Entrypoint: readonly string[];
      readonly Cmd: unknown;
      readonly Env: readonly string[] | null;
      readonly Labels: Readonly<Record<string, string>>;
    };
    readonly os: string;
  };
  readonly tags: readonly string[];
  /** Path of the folder with the image's unpacked file system. */
  readonly root: string;
  /** The image's files and folders, as listed by `tar`. */
  readonly listed: readonly string[];
}

export async function unpackedImage(archive: string, folder: string): Promise<UnpackedImage> {
  const [parts, root] = [`${folder}/parts`, `${folder}/root`];
  for (const one of [parts, root]) await Deno.mkdir(one, { recursive: true });
  await run("tar", ["-xf", archive, "-C", parts]);
  const [{ Config, RepoTags: tags, Layers: layers }] = JSON.parse(
    await Deno.readTextFile(`${parts}/manifest.json`),
  );
  const listed: string[] = [];
  for (const layer of layers as readonly string[]) {
    const told = await run("tar", ["-tvf", `${parts}/${layer}`, "--numeric-owner"]);
    listed.push(...told.trim().split("\n"));
    await run("tar", ["-xpf", `${parts}/${layer}`, "-C", root]);
  }
  const config = JSON.parse(await Deno.readTextFile(`${parts}/${Config}`));
  await Deno.remove(parts, { recursive: true });
  return { config, tags, root, listed };
}

/**
 * Asserts that the image has the expected labels, contains only the server, and runs it under a
 * user id that has no account.
 */
export function assertHoldsTheServerAlone({ config, tags, listed }: UnpackedImage): void {
  const { User, Entrypoint, Cmd, Env, Labels } = config.config;
  assertEquals([tags, config.os], [[IMAGE], "linux"]);
  const variables = Env?.filter((one) => !one.startsWith("PATH=")) ?? [];
  assertEquals([User, Entrypoint, Cmd ?? [], variables], [USER, [PROGRAM], [], []]);
  for (const [name, value] of Object.entries(IMAGE_LABELS)) assertEquals(Labels[name], value);
  const names = listed.map((line) => line.split(/\s+/u).slice(5).join(" ").replace(/^\.?\//u, ""));
  const files = names.filter((name) => name !== "" && !name.endsWith("/"));
  assertEquals(files.filter((name) => !EXPECTED.test(name)), []);
  assert(files.length > 8, "the image is empty");
  assertEquals(listed.filter((line) => !OWNED.test(line)), []);
  const runnable = listed.filter((line) => line.startsWith("-") && line[3] === "x");
  const isLibrary = (line: string): boolean => /\.so(?:\.\d+)*$/u.test(line);
  assertEquals(runnable.filter((line) => !isLibrary(line)).length, 1, "more than one program");
}

/** Whether tests can run a program in the image. `chroot` and `mount` require root. */
export function canRunImages(): boolean {
  if (Deno.uid() === 0) return true;
  sayUntested("the server in its container image", "only root can change the root folder");
  return false;
}

/**
 * Returns a command prefix that runs a program as the image's user, with the unpacked image as a
 * read-only root file system.
 */
function within(root: string): readonly string[] {
  const mounted = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && ' +
    `exec chroot --userspec=${USER} "$0" "$@"`;
  return ["unshare", "--mount", "sh", "-c", mounted, root];
}

/** Asserts that the image's own loader finds all the program's libraries in the image. */
export async function assertFindsItsLibraries({ root }: UnpackedImage): Promise<void> {
  const loader = `/${[...filesIn(root)].find((name) => name.includes("/ld-linux"))}`;
  const [command = "", ...args] = [...within(root), loader, "--list", PROGRAM];
  const told = await run(command, args);
  assertMatch(told, /libc\.so\.6 => \//u);
  assertEquals(told.split("\n").filter((line) => line.includes("not found")), []);
}

/** Asserts that the server responds and is ready, and that it can't write anywhere. */
export async function assertServesReadOnly({ root }: UnpackedImage): Promise<void> {
  await using ynab = await serveUpstream("/nowhere");
  const before = [...filesIn(root)].toSorted();
  {
    const started = [...within(root), PROGRAM, "serve", "--http", "127.0.0.1:0"];
    await using server = await startScript(started, {
      BUDGET_ACCESS_TOKEN: "demo-token",
      BUDGET_HTTP_TOKEN: HTTP_TOKEN,
      BUDGET_API_URL: ynab.url,
      BUDGET_TODAY: TODAY,
      BUDGET_STORE: "memory",
      TZ: "Europe/Berlin",
    });
    const status = await Deno.readTextFile(`/proc/${server.pid}/status`);
    assertMatch(status, /^Uid:\t65532\t65532\t65532\t65532$/mu);
    const mounts = await Deno.readTextFile(`/proc/${server.pid}/mountinfo`);
    assertMatch(mounts, / \/ ro[, ]/u);
    const [command = "", ...args] = [...within(root), PROGRAM, "ready", "--http", server.url.host];
    assertEquals(await run(command, args), "ready\n");
    {
      await using host = await openModern(server.url);
      const { isError, structured } = await host.call("list_plans", {});
      assertEquals([isError, (structured?.["plans"] as readonly unknown[]).length], [false, 1]);
    }
    server.signal("SIGTERM");
    assertEquals((await server.ended()).code, 0);
  }
  assertEquals([...filesIn(root)].toSorted(), before);
}
