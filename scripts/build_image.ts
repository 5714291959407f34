/**
 * Builds the container image for this machine's processor with buildah or docker. The image has no
 * base image and contains the executable and its libraries. It is saved as an archive for
 * `docker load` and `podman load`. Without buildah or docker, prints a message and builds nothing.
 *
 * Usage: deno task build:image [--out FOLDER] [--binary FILE]
 */

// deno-lint-ignore-file no-console
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { VERSION } from "../server/version.ts";
import { PROGRAM, REGISTRY_NAME, REPOSITORY, SUMMARY, TITLE } from "./_project.ts";
import { buildFromCommandLine, run, withFolder } from "./_run.ts";
import { buildBinary } from "./build_binary.ts";

/** Name of the loaded image. */
export const IMAGE: string = `localhost/${PROGRAM}:${VERSION}`;

export const IMAGE_FILE: string = `${PROGRAM}-linux-${process.arch}.image.tar`;

/** Image labels (https://specs.opencontainers.org/image-spec/annotations/). */
export const IMAGE_LABELS: Readonly<Record<string, string>> = {
  "org.opencontainers.image.title": TITLE,
  "org.opencontainers.image.description": SUMMARY,
  "org.opencontainers.image.version": VERSION,
  "org.opencontainers.image.licenses": "MIT",
  "org.opencontainers.image.source": REPOSITORY,
  // The MCP registry uses this label to verify that the image belongs to this server's entry.
  "io.modelcontextprotocol.server.name": REGISTRY_NAME,
};

/** Id of the user in the container. A user on the host is unlikely to have the same id. */
const IMAGE_USER = 65_532;

const IMAGE_PROGRAM: string = `/${PROGRAM}`;

async function imageBuilder(): Promise<"buildah" | "docker" | null> {
  if (Deno.build.os !== "linux") return null;
  if (await succeeds("buildah", ["--version"])) return "buildah";
  // The Docker client alone isn't enough: it needs a running daemon.
  return await succeeds("docker", ["version"]) ? "docker" : null;
}

export async function buildImage(folder: string, given?: string): Promise<string | null> {
  const builder = await imageBuilder();
  if (builder === null) return null;
  await Deno.mkdir(folder, { recursive: true });
  const archive = `${await Deno.realPath(folder)}/${IMAGE_FILE}`;
  await withFolder(async (draft) => {
    const binary = given ?? await buildBinary(draft);
    await layOutRoot(`${draft}/root`, binary);
    await Deno.writeTextFile(`${draft}/Dockerfile`, DOCKERFILE);
    // Buildah can't write to an existing archive.
    await Deno.remove(archive).catch(() => {});
    if (builder === "docker") {
      await run("docker", ["build", "--quiet", "--tag", IMAGE, draft]);
      await run("docker", ["save", "--output", archive, IMAGE]);
      return;
    }
    // With these options, buildah keeps all its files in the draft folder and needs neither mounts
    // nor a daemon.
    const places = ["--root", `${draft}/storage`, "--runroot", `${draft}/running`];
    const buildah = (...args: readonly string[]): Promise<string> =>
      run("buildah", ["--storage-driver", "vfs", ...places, ...args]);
    // Omit timestamps, so that the same source builds the same image.
    const how = ["--quiet", "--timestamp", "0", "--format", "docker"];
    await buildah("build", ...how, "--tag", IMAGE, draft);
    await buildah("push", "--quiet", IMAGE, `docker-archive:${archive}:${IMAGE}`);
  });
  return archive;
}

const DOCKERFILE = `FROM scratch
COPY --chown=0:0 root/ /
USER ${IMAGE_USER}:${IMAGE_USER}
WORKDIR /
EXPOSE 8103
STOPSIGNAL SIGTERM
ENTRYPOINT ${JSON.stringify([IMAGE_PROGRAM])}
${
  Object.entries(IMAGE_LABELS).map(([key, value]) => `LABEL ${key}=${JSON.stringify(value)}`)
    .join("\n")
}
`;

async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(command, { args: [...args], stdin: "null" }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Libraries that older versions of the C standard library load at run time for DNS lookups. */
const LOADED_BY_NAME = ["libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2"];

/** Debian packages that contain the libraries' licenses. */
const LIBRARY_PACKAGES = ["libc6", "libgcc-s1", "libstdc++6"];

const FILES: Readonly<Record<string, string>> = {
  "etc/passwd": `server:x:${IMAGE_USER}:${IMAGE_USER}:${PROGRAM}:/:/nologin\n`,
  "etc/group": `server:x:${IMAGE_USER}:\n`,
  "etc/nsswitch.conf": "hosts: files dns\n",
};

/**
 * Creates the root folder of the image.
 *
 * @throws {Error} If a library is missing on this machine.
 */
async function layOutRoot(root: string, binary: string): Promise<void> {
  await copied(binary, root + IMAGE_PROGRAM, 0o755);
  for (const path of await librariesOf(binary)) await copied(path, root + path, 0o755);
  for (const [path, text] of Object.entries(FILES)) {
    await Deno.mkdir(dirname(`${root}/${path}`), { recursive: true });
    await Deno.writeTextFile(`${root}/${path}`, text, { mode: 0o644 });
  }
  await copied(`${binary}.LICENSES.txt`, `${root}/licenses/${PROGRAM}.txt`, 0o644);
  for (const name of LIBRARY_PACKAGES) {
    const text = `/usr/share/doc/${name}/copyright`;
    if (existsSync(text)) await copied(text, `${root}/licenses/${name}.txt`, 0o644);
  }
}

/** Lists a program's libraries, including the loader and libraries loaded at run time. */
async function librariesOf(binary: string): Promise<readonly string[]> {
  const libraries = await run("ldd", [binary]);
  if (libraries.includes("not found")) throw new Error(`Missing library:\n${libraries}`);
  const named = [...libraries.matchAll(/(?:=>\s+|^\s+)(\/\S+)/gmu)].map(([, path = ""]) => path);
  const folders = new Set(named.map(dirname));
  const beside = [...folders].flatMap((folder) =>
    LOADED_BY_NAME.map((name) => `${folder}/${name}`)
  );
  return [...named, ...beside.filter((path) => existsSync(path))];
}

/** Copies a file, following links, and sets the copy's mode. */
async function copied(from: string, to: string, mode: number): Promise<void> {
  await Deno.mkdir(dirname(to), { recursive: true });
  await Deno.copyFile(from, to);
  await Deno.chmod(to, mode);
}

if (import.meta.main) {
  await buildFromCommandLine(async (out, { binary }) => {
    const path = await buildImage(out, binary);
    if (path !== null) return path;
    console.log(
      "The image was not built: building it requires Linux with buildah or a running Docker " +
        "daemon.",
    );
    Deno.exit();
  }, "binary");
}
