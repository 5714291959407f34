/**
 * Lists the files of a folder.
 *
 * @module
 */

/**
 * Lists the files of a folder and of the folders in it.
 *
 * @param folder The folder.
 * @param below Where to begin, below the folder.
 * @returns Paths below the folder.
 */
export function* filesIn(folder: string, below: string = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${below}`)) {
    if (isDirectory) yield* filesIn(folder, `${below}${name}/`);
    else yield `${below}${name}`;
  }
}
