import { assert, assertEquals } from "@std/assert";
import { likePayees } from "../../../domain/payees/payee_overview.ts";
import { type PlantedPayee, plantedSpellings } from "./_planted_spellings.ts";

interface Score {
  readonly found: number;
  readonly right: number;
  readonly planted: number;
}

/** Counts pairs of payees, each in both directions. */
function scoreOf(payees: readonly PlantedPayee[]): Score {
  const like = likePayees(payees, Infinity);
  let [found, right, planted] = [0, 0, 0];
  for (const one of payees) {
    const { others = [] } = like.get(one.id) ?? {};
    found += others.length;
    right += others.filter(({ merchant }) => merchant === one.merchant).length;
    planted += payees.filter((other) => other !== one && other.merchant === one.merchant).length;
  }
  return { found, right, planted };
}

Deno.test("likePayees() finds planted spellings of ten countries' banks, and hardly anything else", () => {
  const countries = new Set(plantedSpellings(1).map(({ country }) => country));
  countries.delete("none");
  assert(countries.size >= 8, `${countries.size} countries`);
  for (const seed of [1, 2, 3]) {
    const { found, right, planted } = scoreOf(plantedSpellings(seed));
    assert(right / found >= 0.97, `precision ${right} of ${found}`);
    assert(right / planted >= 0.8, `recall ${right} of ${planted}`);
  }
});

Deno.test("likePayees() finds some of every country", () => {
  const payees = plantedSpellings(4);
  const like = likePayees(payees, Infinity);
  const seen = new Set(payees.filter(({ id }) => like.has(id)).map(({ country }) => country));
  const wanted = new Set(payees.map(({ country }) => country).filter((one) => one !== "none"));
  assertEquals(seen, wanted);
});

Deno.test("likePayees() takes what names nobody for no merchant", () => {
  const payees = plantedSpellings(1).filter(({ country }) => country === "none");
  assertEquals([...likePayees(payees, Infinity)], []);
});

Deno.test("likePayees() keeps apart what only begins alike", () => {
  const names = ["Amazon", "Amazon Prime", "Shell Oil", "Shell Energy", "A", "B", "7", "8"];
  assertEquals([...likePayees(names.map((name) => ({ id: name, name })), 3)], []);
});

Deno.test("likePayees() gives nothing for names that are empty", () => {
  assertEquals([...likePayees([{ id: "a", name: "" }, { id: "b", name: " " }], 3)], []);
});

Deno.test("likePayees() takes no notice of where a name is parted, and leaves out who is alone", () => {
  const payees = ["Wal Mart", "WALMART", "Wal-Mart #1234", "Target"].map((name) => ({
    id: name,
    name,
  }));
  const like = [...likePayees(payees, Infinity)].map((
    [id, { others }],
  ) => [id, others.map(({ name }) => name)]);
  assertEquals(like, [
    ["Wal Mart", ["WALMART", "Wal-Mart #1234"]],
    ["WALMART", ["Wal Mart", "Wal-Mart #1234"]],
    ["Wal-Mart #1234", ["Wal Mart", "WALMART"]],
  ]);
});
