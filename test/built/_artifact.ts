export interface Product {
  readonly file: string;
  /** Builds the artifact into a folder. */
  readonly build: (folder: string) => Promise<string>;
}

/** An artifact, and a folder that a test may use. */
export interface Artifact {
  readonly path: string;
  readonly folder: string;
}

/** Tests the artifact in the folder `BUILT_FOLDER`, or builds one if the variable isn't set. */
export async function withArtifact(
  { file, build }: Product,
  check: (artifact: Artifact) => Promise<void>,
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
