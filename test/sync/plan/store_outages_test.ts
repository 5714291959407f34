import { assertEquals } from "@std/assert";
import { storeOutages } from "../../../sync/plan/local_copy.ts";

/** What is told of failures (`f`) and of looks, answered (`l`) or not (`x`), in this order. */
function toldOf(happenings: string): readonly string[] {
  const told: string[] = [];
  const { onStoreFailure, onStoreLook } = storeOutages((event) => void told.push(event));
  for (const one of happenings) {
    if (one === "f") onStoreFailure(new Error("away"));
    else onStoreLook(one === "l");
  }
  return told;
}

const FAILED = "store_failed";
const BACK = "store_back";

const cases: Readonly<Record<string, readonly string[]>> = {
  "": [],
  l: [],
  ll: [],
  f: [FAILED],
  x: [FAILED],
  ff: [FAILED],
  xx: [FAILED],
  fx: [FAILED],
  xf: [FAILED],
  xl: [FAILED, BACK],
  xll: [FAILED, BACK],
  fxxfl: [FAILED, BACK],
  xlxl: [FAILED, BACK, FAILED, BACK],
  // What can be looked at and not be written fails on, and is told once.
  fl: [FAILED],
  flf: [FAILED],
  flflf: [FAILED],
  // Then it is away as well: that is another outage.
  flx: [FAILED, FAILED],
  flxl: [FAILED, FAILED, BACK],
  flxlf: [FAILED, FAILED, BACK, FAILED],
};

for (const [happenings, expected] of Object.entries(cases)) {
  Deno.test(`storeOutages() tells each outage once: ${happenings || "nothing"}`, () => {
    assertEquals(toldOf(happenings), expected);
  });
}
