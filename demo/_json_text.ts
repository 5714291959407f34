/** A JSON value as text. */
export class JsonText {
  /** The text. */
  readonly text: string;

  /** Takes a text that is valid JSON. */
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes an answer's data. */
export function writeData(data: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = value instanceof JsonText ? value.text : JSON.stringify(value);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${fields.join(",")}}`;
}
