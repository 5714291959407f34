/** Lists the files in a folder and its subfolders. */
export function* filesIn(folder: string, below: string = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${below}`)) {
    if (isDirectory) yield* filesIn(folder, `${below}${name}/`);
    else yield `${below}${name}`;
  }
}
