import type { ValueParser, ValueTypes } from "./driver_shape.ts";

/** The number of the type `bytea`. */
const BYTES = 17;

/** How the database begins what it writes in hex digits. */
const PREFIX = "\\x";

/** Not every runtime has it yet. */
type HexDecoder = (digits: string) => Uint8Array;

/** Has bytes be read faster where the runtime can. */
export function withNativeHex(types: ValueTypes): ValueTypes {
  const { fromHex } = Uint8Array as { readonly fromHex?: HexDecoder };
  if (fromHex === undefined) return types;
  const usual = types.getTypeParser(BYTES);
  const bytes: ValueParser = (text) =>
    text.startsWith(PREFIX) ? fromHex.call(Uint8Array, text.slice(PREFIX.length)) : usual(text);
  return {
    getTypeParser: (type, format) =>
      type === BYTES && format !== "binary" ? bytes : types.getTypeParser(type, format),
  };
}
