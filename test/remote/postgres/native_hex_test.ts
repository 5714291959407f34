import { assertEquals } from "@std/assert";
import * as driver from "pg";
import type { DriverModule } from "../../../remote/postgres/driver_shape.ts";
import { withNativeHex } from "../../../remote/postgres/native_hex.ts";

const BYTEA = 17;
const INT8 = 20;
const { types } = driver as unknown as DriverModule;
const fast = withNativeHex(types);

function both(type: number, text: string): readonly (readonly number[] | unknown)[] {
  return [fast, types].map((one) => {
    const value = one.getTypeParser(type, "text")(text);
    return value instanceof Uint8Array ? [...value] : value;
  });
}

Deno.test("withNativeHex() reads bytes as the driver does, however the database writes them", () => {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const digits = [...every].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (const text of [`\\x${digits}`, "\\x", "\\xDEADbeef", "", "abc", "a\\\\b\\001\\377"]) {
    const [one, other] = both(BYTEA, text);
    assertEquals(one, other, text);
  }
  assertEquals(both(BYTEA, `\\x${digits}`)[0], [...every]);
});

Deno.test("withNativeHex() leaves other types as they are", () => {
  assertEquals(both(INT8, "9007199254740993"), ["9007199254740993", "9007199254740993"]);
  assertEquals(fast.getTypeParser(16, "text")("t"), true);
});
