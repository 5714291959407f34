import type { PlanRecords } from "../demo/model/records.ts";

type Facts = ReadonlyMap<string, string>;

/** What there was before: a category keeps its old name in the lines, so that renaming is one. */
interface Known {
  readonly transactions: ReadonlySet<string>;
  readonly categories: ReadonlyMap<string, string>;
}

/** Tells what is different. */
export function changesBetween(
  before: Readonly<PlanRecords>,
  after: Readonly<PlanRecords>,
): readonly string[] {
  const known = {
    transactions: new Set(before.transactions.map(({ id }) => id)),
    categories: categoryKeys(before),
  };
  const [old, current] = [factsOf(before, known), factsOf(after, known)];
  return [...new Set([...old.keys(), ...current.keys()])].toSorted()
    .filter((key) => old.get(key) !== current.get(key))
    .map((key) => `${key}: ${old.get(key) ?? "none"} -> ${current.get(key) ?? "none"}`);
}

/** Gives each category its group: two may have the same name. */
export function categoryKeys(plan: Readonly<PlanRecords>): ReadonlyMap<string, string> {
  const groups = new Map(plan.groups.map(({ id, name }) => [id, name]));
  return new Map(
    plan.categories.map(({ id, name, category_group_id }) => [
      id,
      `${groups.get(category_group_id)}/${name}`,
    ]),
  );
}

function factsOf(plan: Readonly<PlanRecords>, known: Known): Facts {
  return new Map([...assigned(plan, known), ...categories(plan), ...transactions(plan, known)]);
}

function* assigned(plan: Readonly<PlanRecords>, known: Known): Generator<[string, string]> {
  const keys = new Map([...categoryKeys(plan), ...known.categories]);
  for (const [month, amounts] of plan.assignments) {
    for (const [id, amount] of amounts) {
      if (amount !== 0) yield [`assigned ${month.slice(0, 7)} ${keys.get(id)}`, `${amount}`];
    }
  }
}

function* categories(plan: Readonly<PlanRecords>): Generator<[string, string]> {
  const keys = categoryKeys(plan);
  for (const { id, name, hidden, deleted, note, target } of plan.categories) {
    if (deleted) continue;
    yield [`category ${id} name`, name];
    yield [`category ${id} group`, keys.get(id)?.split("/")[0] ?? ""];
    yield [`category ${id} rest`, JSON.stringify([hidden, note])];
    if (target === null) continue;
    const { goal_type, goal_target, goal_cadence } = target;
    yield [`category ${id} target`, `${goal_type} ${goal_target} ${goal_cadence}`];
  }
  for (const { id, name, deleted } of plan.groups) if (!deleted) yield [`group ${id}`, name];
}

/** A new transaction is known by what it says, as nobody can know its id beforehand. */
function* transactions(plan: Readonly<PlanRecords>, known: Known): Generator<[string, string]> {
  const accounts = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const payees = new Map(plan.payees.map(({ id, name }) => [id, name]));
  const keys = new Map([...categoryKeys(plan), ...known.categories]);
  for (const row of plan.transactions) {
    if (row.deleted) continue;
    const category = keys.get(row.category_id ?? "") ?? "none";
    const amounts = row.lines.filter(({ deleted }) => !deleted).map(({ amount }) => amount);
    if (!known.transactions.has(row.id)) {
      const payee = payees.get(row.payee_id ?? "") ?? "nobody";
      yield [
        `new ${row.date} ${accounts.get(row.account_id)} ${row.amount} ${payee}`,
        `${category} ${amounts.join(" ")}`.trim(),
      ];
      continue;
    }
    yield [`transaction ${row.id} amount`, `${row.date} ${row.amount}`];
    yield [`transaction ${row.id} category`, category];
    yield [`transaction ${row.id} flag`, row.flag_color === "" ? "none" : row.flag_color ?? "none"];
    yield [`transaction ${row.id} approved`, `${row.approved}`];
    yield [`transaction ${row.id} cleared`, row.cleared];
    yield [`transaction ${row.id} lines`, amounts.join(" ")];
  }
}
