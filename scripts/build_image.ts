/**
 * Makes the container image for this machine's processor: the executable and the libraries
 * that it needs on an empty root, with buildah or docker, as an archive that `docker load`
 * and `podman load` take. Where neither tool is found, says so and makes nothing.
 *
 * Usage: deno task build:image [--out FOLDER] [--binary FILE]
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { parseArgs } from "node:util";
import { VERSION } from "../server/version.ts";
import { IMAGE_PROGRAM, IMAGE_USER, layOutRoot } from "./_image_root.ts";
import { PROGRAM, REPOSITORY, SUMMARY, TITLE } from "./_project.ts";
import { run } from "./_run.ts";
import { buildBinary } from "./build_binary.ts";

/** What the image is called once it is loaded. */
export const IMAGE: string = `localhost/${PROGRAM}:${VERSION}`;

/** What the archive of this machine's processor is called. */
export const IMAGE_FILE: string = `${PROGRAM}-linux-${process.arch}.image.tar`;

/** What the image says of itself (https://specs.opencontainers.org/image-spec/annotations/). */
export const IMAGE_LABELS: Readonly<Record<string, string>> = {
  "org.opencontainers.image.title": TITLE,
  "org.opencontainers.image.description": SUMMARY,
  "org.opencontainers.image.version": VERSION,
  "org.opencontainers.image.licenses": "MIT",
  "org.opencontainers.image.source": REPOSITORY,
};

/** Who runs: group as well as user. */
const USER = `${IMAGE_USER}:${IMAGE_USER}`;
const PORT = "8103";

/** A tool that builds images, by the folder that the image's root lies in as `root`. */
type Builder = (draft: string, archive: string) => Promise<void>;

/** Finds a tool that builds images. */
export async function imageBuilder(): Promise<Builder | null> {
  if (Deno.build.os !== "linux") return null;
  if (await answers("buildah", ["--version"])) return byBuildah;
  // The client alone builds nothing.
  return await answers("docker", ["version"]) ? byDocker : null;
}

/** Builds the image. */
export async function buildImage(folder: string, given?: string): Promise<string | null> {
  const build = await imageBuilder();
  if (build === null) return null;
  await Deno.mkdir(folder, { recursive: true });
  const archive = `${await Deno.realPath(folder)}/${IMAGE_FILE}`;
  const draft = await Deno.makeTempDir();
  try {
    const binary = given ?? await buildBinary(draft);
    await layOutRoot(`${draft}/root`, binary);
    // The tools add to an archive that is there.
    await Deno.remove(archive).catch(() => {});
    await build(draft, archive);
  } finally {
    await Deno.remove(draft, { recursive: true });
  }
  return archive;
}

/** Keeps all that it makes meanwhile in the draft, and needs neither mounts nor a daemon. */
async function byBuildah(draft: string, archive: string): Promise<void> {
  const places = ["--root", `${draft}/storage`, "--runroot", `${draft}/running`];
  const buildah = (...args: readonly string[]): Promise<string> =>
    run("buildah", ["--storage-driver", "vfs", ...places, ...args]);
  const name = (await buildah("from", "scratch")).trim();
  await buildah("copy", "--quiet", "--chown", "0:0", name, `${draft}/root`, "/");
  await buildah(
    "config",
    ...["--user", USER, "--entrypoint", JSON.stringify([IMAGE_PROGRAM]), "--port", PORT],
    ...["--workingdir", "/", "--stop-signal", "SIGTERM"],
    ...Object.entries(IMAGE_LABELS).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
    name,
  );
  // Without a time of its own the same source makes the same image.
  const how = ["--quiet", "--timestamp", "0", "--format", "docker"];
  await buildah("commit", ...how, name, `docker-archive:${archive}:${IMAGE}`);
  await buildah("rm", name);
}

async function byDocker(draft: string, archive: string): Promise<void> {
  const labels = Object.entries(IMAGE_LABELS).map(([key, value]) =>
    `LABEL ${key}=${JSON.stringify(value)}`
  );
  const lines = [
    "FROM scratch",
    "COPY --chown=0:0 root/ /",
    `USER ${USER}`,
    "WORKDIR /",
    `EXPOSE ${PORT}`,
    "STOPSIGNAL SIGTERM",
    `ENTRYPOINT ${JSON.stringify([IMAGE_PROGRAM])}`,
    ...labels,
  ];
  await Deno.writeTextFile(`${draft}/Dockerfile`, `${lines.join("\n")}\n`);
  await run("docker", ["build", "--quiet", "--tag", IMAGE, draft]);
  await run("docker", ["save", "--output", archive, IMAGE]);
}

async function answers(command: string, args: readonly string[]): Promise<boolean> {
  const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
  try {
    return (await new Deno.Command(command, { args: [...args], ...quiet }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

if (import.meta.main) {
  const { values: { out, binary } } = parseArgs({
    options: { out: { type: "string", default: "dist" }, binary: { type: "string" } },
  });
  const path = await buildImage(out, binary);
  if (path === null) {
    console.log("The image was not built: that takes Linux, and buildah or a running docker.");
  } else {
    const { size } = await Deno.stat(path);
    console.log(`${path}: ${IMAGE}, ${(size / 1024 ** 2).toFixed(0)} MiB`);
  }
}
