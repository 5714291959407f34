import { z } from "zod";
import type { PlanRecords } from "../../demo/model/records.ts";
import { memoized } from "../../domain/base/memoized.ts";
import type { Tool } from "../../tools/_tool.ts";
import { pick, type Step } from "./_steps.ts";

/** Random numbers for one call. */
type Draw = Pick<Step, "one" | "two" | "three" | "amount">;

/** The parts of a JSON schema used here. */
interface Node {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
}

/** Arguments that the caller sets. */
const NOT_DRAWN = ["plan_id", "confirmation"];

/** Generates random arguments that match a tool's schema; the tool may still reject some. */
export function drawnArguments(
  tool: Pick<Tool, "schema">,
  draw: Draw,
  records: PlanRecords,
): Readonly<Record<string, unknown>> {
  return drawnObject(jsonSchemaOf(tool.schema), draw, records);
}

const jsonSchemaOf = memoized(({ input }: Tool["schema"]) =>
  z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Node
);

function drawnObject(
  { properties = {}, required = [] }: Node,
  draw: Draw,
  records: PlanRecords,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(properties).filter((name) => !NOT_DRAWN.includes(name));
  const chosen = names.filter((name, at) => required.includes(name) || (draw.two + at) % 2 === 0);
  return Object.fromEntries(chosen.map((name, at) => {
    const own = { ...draw, one: draw.one + at * 7, two: draw.two + at };
    return [name, drawn(name, properties[name] ?? {}, { draw: own, records })];
  }));
}

interface Place {
  readonly draw: Draw;
  readonly records: PlanRecords;
}

function drawn(name: string, node: Node, { draw, records }: Place): unknown {
  const { one, two, three, amount } = draw;
  if (node.anyOf !== undefined) {
    return drawn(name, pick(node.anyOf, two), { draw, records });
  }
  if (node.enum !== undefined) return pick(node.enum, two);
  switch (node.type) {
    case "null":
      return null;
    case "boolean":
      return three % 2 === 0;
    case "integer":
      return 1 + three % 5;
    case "number":
      return amount / 1000;
    case "object":
      return drawnObject(node, draw, records);
    case "array":
      return Array.from(
        { length: 1 + three % 3 },
        (_, at) =>
          drawn(name.replace(/s$/u, ""), node.items ?? {}, {
            draw: { ...draw, one: one + at * 3 },
            records,
          }),
      );
    default:
      return textFor(name, draw, records);
  }
}

function textFor(name: string, { one, two }: Draw, records: PlanRecords): string {
  const lists: Readonly<Record<string, readonly { readonly id: string }[]>> = {
    transaction_id: records.transactions.filter(({ deleted }) => !deleted),
    account_id: records.accounts,
    category_id: records.categories,
    group_id: records.groups,
    payee_id: records.payees,
  };
  const [, list] = Object.entries(lists).find(([kind]) => name.endsWith(kind)) ?? [];
  if (list !== undefined) return pick(list, one).id;
  if (name === "month") return pick(["2026-01", "2026-03", "2026-04", "current"], two);
  if (name.includes("date") || name === "since" || name === "until") {
    return pick(["2026-03-14", "2026-03-01", "2026-02-10"], two);
  }
  return `Text ${two}`;
}
