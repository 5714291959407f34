import { folded, namesDay } from "./days_in.ts";
import type { Fact } from "./fact.ts";
import { figuresIn } from "./figures_in.ts";

/** Who lists everything has not answered. */
const LONGEST = 2_500;

/** Small numbers that people write as words. */
const NUMBER_WORDS: readonly string[] = [
  "no|none|null|keine|aucun|cero|zero",
  "one|once|single|eine|einmal|uno|una|une|un",
  "two|twice|zwei|zweimal|dos|deux|due|twee|duas|dois",
  "three|drei|tres|trois|tre|drie",
  "four|vier|cuatro|quatre|quattro|quatro",
  "five|funf|cinco|cinq|cinque|vijf",
  "six|sechs|seis|sei|zes",
  "seven|sieben|siete|sept|sette|zeven|sete",
  "eight|acht|ocho|huit|otto|oito",
  "nine|neun|nueve|neuf|nove|negen",
  "ten|zehn|diez|dix|dieci|tien|dez",
];

/** Grades an answer. */
export function faultsOf(
  facts: readonly Fact[],
  said: string,
  changed: readonly string[],
): readonly string[] {
  const tooLong = said.length > LONGEST ? [`longer than ${LONGEST} characters`] : [];
  return [...tooLong, ...facts.flatMap((fact) => faultOf(fact, said, changed))];
}

function faultOf(fact: Fact, said: string, changed: readonly string[]): readonly string[] {
  switch (fact.kind) {
    case "amount":
      return fact.anyOf.some((one) => givesAmount(said, one))
        ? []
        : [`does not give ${fact.what}: ${fact.anyOf.map((one) => one / 1000).join(" or ")}`];
    case "count":
      return fact.anyOf.some((one) => givesCount(said, one))
        ? []
        : [`does not count ${fact.what}: ${fact.anyOf.join(" or ")}`];
    case "words":
      return hasOne(said, fact.anyOf) ? [] : [`does not say ${fact.what}`];
    case "day":
      return namesDay(said, fact.day) ? [] : [`does not say ${fact.what}: ${fact.day}`];
    case "never":
      return hasOne(said, fact.anyOf) ? [`says ${fact.what}`] : [];
    case "never amount":
      return givesAmount(said, fact.amount) ? [`says ${fact.what}: ${fact.amount / 1000}`] : [];
    case "changes":
      return differences(fact.lines, changed);
  }
}

/** To the cent, or rounded to whole units where there are at least ten. */
function givesAmount(said: string, milliunits: number): boolean {
  const exact = Math.abs(milliunits) / 1000;
  return figuresIn(said).some((figure) =>
    Math.abs(figure - exact) < 0.005 ||
    (exact >= 10 && Number.isInteger(figure) && figure === Math.round(exact))
  ) || (milliunits === 0 && givesNone(said));
}

/** "Nothing is left" gives an amount as well. */
function givesNone(said: string): boolean {
  return hasOne(said, ["nothing", "nichts", "rien", "nada", "niente", "niets"]);
}

function givesCount(said: string, number: number): boolean {
  const names = NUMBER_WORDS[number];
  const isNamed = names !== undefined && new RegExp(`\\b(?:${names})\\b`, "u").test(folded(said));
  return isNamed || figuresIn(said).includes(number);
}

function hasOne(said: string, anyOf: readonly string[]): boolean {
  const plain = folded(said);
  return anyOf.some((words) => plain.includes(folded(words)));
}

function differences(expected: readonly string[], changed: readonly string[]): readonly string[] {
  return [
    ...expected.filter((line) => !changed.includes(line)).map((line) => `has not done: ${line}`),
    ...changed.filter((line) => !expected.includes(line)).map((line) => `has done: ${line}`),
  ];
}
