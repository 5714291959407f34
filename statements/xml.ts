import { SaxesParser } from "saxes";
import { refusal } from "./refusal.ts";

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 200_000;

/** An element. Names don't include their prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The element's own text, without that of its children. */
  readonly text: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads an XML document.
 *
 * @throws {ToolError} `invalid_input` if it isn't well-formed, or is designed to exhaust the
 * reader.
 */
export function parseXml(text: string): XmlElement {
  const document: OpenElement = { name: "", attributes: {}, children: [], text: "", line: 1 };
  const open = [document];
  let elements = 0;
  const parser = new SaxesParser();
  const refuse = (what: string, cause?: unknown): never => {
    throw refusal(`line ${parser.line}: ${what}`, { cause });
  };
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on(
    "doctype",
    () => refuse("XML with a DTD is refused: download the file from your bank again"),
  );
  parser.on("opentag", ({ name, attributes }) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) refuse(`the file has more than ${MAX_ELEMENTS} XML elements`);
    if (open.length > MAX_DEPTH) {
      refuse(`the file has XML elements nested more than ${MAX_DEPTH} deep`);
    }
    const element = {
      name: localName(name),
      attributes,
      children: [],
      text: "",
      line: parser.line,
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on(
    "error",
    (error) => refuse("the XML isn't well-formed: download the file again", error),
  );
  parser.write(text).close();
  return document;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Returns all elements at a path of names, separated by slashes. */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element];
  for (const step of path.split("/")) {
    const next: XmlElement[] = [];
    for (const { children } of found) {
      for (const child of children) if (child.name === step) next.push(child);
    }
    found = next;
  }
  return found;
}

/** Returns the trimmed text at the first of several paths that has any; empty if none does. */
export function textAt(element: XmlElement, ...paths: readonly string[]): string {
  for (const path of paths) {
    for (const { text } of elementsAt(element, path)) {
      if (text.trim() !== "") return text.trim();
    }
  }
  return "";
}
