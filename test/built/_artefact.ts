/** Artifacts to build. */
export interface Product {
  /** Name of the file. */
  readonly file: string;
  /** Builds it into a folder. */
  readonly build: (folder: string) => Promise<string>;
}

/** An artefact, and a folder in which a test may work. */
export interface Artefact {
  readonly path: string;
  readonly folder: string;
}

/** Tests an artefact: the one in the folder that `BUILT_FOLDER` names, else a new one. */
export async function withArtefact(
  { file, build }: Product,
  check: (artefact: Artefact) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const built = Deno.env.get("BUILT_FOLDER");
    const path = built === undefined ? await build(`${folder}/built`) : `${built}/${file}`;
    await check({ path: await Deno.realPath(path), folder });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
