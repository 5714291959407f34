import { characters, displayWidth } from "./display_width.ts";

/** Where a text goes. */
export interface Margins {
  /** Widest line, in columns of the terminal, with what it is indented by. */
  readonly width: number;
  /** What every line but the first begins with. */
  readonly indent?: string;
}

/** Breaks a text at its blanks. Only a word that is wider than a line is broken itself. */
export function wrapText(text: string, { width, indent = "" }: Margins): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  let isBare = true;
  const breakLine = (): void => {
    lines.push(line);
    line = indent;
    used = displayWidth(indent);
    isBare = true;
  };
  const first = /^ */u.exec(text)?.[0] ?? "";
  line = first;
  used = first.length;
  for (const word of text.slice(first.length).split(/ +/u)) {
    const wide = displayWidth(word);
    if (!isBare && used + 1 + wide > width) breakLine();
    if (!isBare) {
      line += ` ${word}`;
      used += 1 + wide;
      continue;
    }
    for (const [character, columns] of characters(word)) {
      if (!isBare && used + columns > width) breakLine();
      line += character;
      used += columns;
      isBare = false;
    }
  }
  lines.push(line);
  return lines;
}
