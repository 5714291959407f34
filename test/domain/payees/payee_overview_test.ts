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

Deno.test("likePayees() finds planted spellings from ten countries' banks with few false matches", () => {
  const countries = new Set(plantedSpellings(1).map(({ country }) => country));
  countries.delete("none");
  assert(countries.size >= 8, `${countries.size} countries`);
  for (const seed of [1, 2, 3]) {
    const { found, right, planted } = scoreOf(plantedSpellings(seed));
    assert(right / found >= 0.97, `precision ${right} of ${found}`);
    assert(right / planted >= 0.8, `recall ${right} of ${planted}`);
  }
});

Deno.test("likePayees() ignores word breaks and omits payees without a match", () => {
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
