/** How a program ended, and what it printed. */
export interface Output {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program without input, and waits for it to end. */
export async function outputOf(
  program: string,
  args: readonly string[],
  options: Pick<Deno.CommandOptions, "clearEnv" | "cwd" | "env" | "signal"> = {},
): Promise<Output> {
  const command = new Deno.Command(program, { ...options, args: [...args], stdin: "null" });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}
