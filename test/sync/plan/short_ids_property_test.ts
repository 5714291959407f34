import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import type { UpstreamClient } from "../../../client/upstream_client.ts";
import { findCategory } from "../../../domain/references/find_record.ts";
import { referenceIndex, resolveReference } from "../../../domain/references/resolve_reference.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { LocalCopy } from "../../../sync/plan/local_copy.ts";
import { createMemoryStore } from "../../../sync/store/sqlite_backend.ts";
import type { PlanCopy } from "../../../sync/plan/plan_copy.ts";
import { aCategory, aGroup, aMonth, aTransaction } from "../../_builders.ts";
import { runs } from "../../_runs.ts";

const PLAN = "plan-1";
const MONTH = "2024-03-01";
const GROUP = aGroup({ id: "99999999-0000-4000-8000-000000000000", name: "Group" });

/**
 * A kind of read whose result contains ids. Tools return these ids in abbreviated form, and resolve
 * an abbreviated id by searching the full ids in the result that it came from.
 */
type Source = "rows" | "categories" | "month";

interface Stored {
  readonly id: string;
  readonly changedAt: number;
  readonly isDeleted: boolean;
}

/** An upstream whose records differ only in their ids. Most ids share a prefix with another id. */
class CrowdedUpstream {
  knowledge = 1;
  rows: readonly Stored[] = [];
  categories: readonly Stored[] = [];

  /**
   * Like YNAB, returns all records. If `knowledge` is passed, returns only the records that have
   * changed since the server returned that value.
   */
  readonly client = {
    getTransactions: ({ knowledge }: { readonly knowledge?: number }) =>
      Promise.resolve({
        transactions: since(this.rows, knowledge)
          .map(({ id, isDeleted }) => aTransaction({ id, deleted: isDeleted })),
        server_knowledge: this.knowledge,
      }),
    getCategories: ({ knowledge }: { readonly knowledge?: number }) =>
      Promise.resolve({
        category_groups: [{
          ...GROUP,
          categories: since(this.categories, knowledge).map(category),
        }],
        server_knowledge: this.knowledge,
      }),
    getPlanMonth: () =>
      Promise.resolve({
        month: aMonth({
          month: MONTH,
          categories: this.categories.filter(({ isDeleted }) => !isDeleted).map(category),
        }),
      }),
  } as unknown as UpstreamClient;

  add(kind: "rows" | "categories", id: string): void {
    this.knowledge += 1;
    this[kind] = [...this[kind], { id, changedAt: this.knowledge, isDeleted: false }];
  }

  delete(kind: "rows" | "categories", at: number): void {
    const live = this[kind].filter(({ isDeleted }) => !isDeleted);
    const gone = live[at % Math.max(1, live.length)];
    if (gone === undefined) return;
    this.knowledge += 1;
    const tombstone = { ...gone, changedAt: this.knowledge, isDeleted: true };
    this[kind] = this[kind].map((one) => one === gone ? tombstone : one);
  }
}

function since(records: readonly Stored[], knowledge?: number): readonly Stored[] {
  return knowledge === undefined
    ? records.filter(({ isDeleted }) => !isDeleted)
    : records.filter(({ changedAt }) => changedAt > knowledge);
}

function category({ id, isDeleted }: Stored): ReturnType<typeof aCategory> {
  return aCategory({ id, name: `Category ${id}`, deleted: isDeleted, category_group_id: GROUP.id });
}

/** Returns the full id of the record that a reference, such as an abbreviated id, refers to. */
type Resolve = (reference: string) => string;

/** For each kind of read, how tools use the result to resolve an abbreviated id. */
const resolvers: Readonly<Record<Source, (plan: PlanCopy) => Promise<Resolve>>> = {
  async rows(plan): Promise<Resolve> {
    const { live, deletedIds } = await plan.transactions();
    const find = referenceIndex({ noun: "transaction", records: live, deletedIds, hint: "look" });
    return (reference) => find(reference).id;
  },
  async categories(plan): Promise<Resolve> {
    const { live, deletedIds } = await plan.categories();
    const scope = { noun: "category", records: live, deletedIds, hint: "look" };
    return (reference) => resolveReference(reference, scope).id;
  },
  async month(plan): Promise<Resolve> {
    const { categories } = await plan.month(MONTH);
    const search = { categories, knownIds: plan.ids, insteadOfReadyToAssign: "look" };
    return (reference) => findCategory(reference, search).id;
  },
};

async function idsFrom(source: Source, plan: PlanCopy): Promise<readonly string[]> {
  if (source === "rows") return (await plan.transactions()).live.map(({ id }) => id);
  if (source === "categories") return (await plan.categories()).live.map(({ id }) => id);
  return (await plan.month(MONTH)).categories.map(({ id }) => id);
}

interface HandedOut {
  readonly source: Source;
  readonly id: string;
  readonly abbreviation: string;
}

/** Fails if an abbreviated id no longer refers to the record that it was returned for. */
async function use(
  to: Source,
  plan: PlanCopy,
  handedOut: readonly HandedOut[],
): Promise<number> {
  let resolved = 0;
  const resolve = await resolvers[to](plan);
  for (const { source, id, abbreviation } of handedOut) {
    if ((source === "rows") !== (to === "rows")) continue;
    try {
      assertEquals(resolve(abbreviation), id, `${abbreviation} from ${source} to ${to}`);
      resolved += 1;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  }
  return resolved;
}

type Step =
  | { readonly what: "add"; readonly kind: "rows" | "categories" }
  | { readonly what: "delete"; readonly kind: "rows" | "categories"; readonly at: number }
  | { readonly what: "hand out" | "use"; readonly source: Source }
  | { readonly what: "restart" }
  | { readonly what: "restore" };

const kind = fc.constantFrom("rows" as const, "categories" as const);
const source = fc.constantFrom<Source[]>("rows", "categories", "month");
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constant("add" as const), kind }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant("delete" as const), kind, at: fc.nat(5) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constantFrom("hand out" as const, "use" as const), source }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("restart" as const) }) },
  fc.record({ what: fc.constant("restore" as const) }),
);

// Each id begins with one of only two eight-character prefixes, so the first eight characters
// rarely identify an id.
const someIds = fc.uniqueArray(
  fc.tuple(fc.constantFrom("00000000", "00000001"), fc.constantFrom("0000", "1000"), fc.nat(9))
    .map(([first, second, end]) => `${first}-${second}-4000-8000-00000000000${end}`),
  { minLength: 30, maxLength: 30 },
);

/** Executes steps, and counts how many abbreviated ids were resolved correctly. */
async function live(
  ids: readonly string[],
  steps: readonly Step[],
): Promise<number> {
  const store = createMemoryStore(Date.now);
  const upstream = new CrowdedUpstream();
  let at = Date.parse("2024-03-10T00:00:00Z");
  const open = (): LocalCopy =>
    new LocalCopy({
      client: upstream.client,
      store,
      maxAgeMs: 0,
      now: () => at++,
      utcDay: () => "2024-03-10",
    });
  let copy = open();
  let resolved = 0;
  const handedOut: HandedOut[] = [];
  const left = [...ids];
  for (const step of steps) {
    const plan = copy.plan(PLAN);
    if (step.what === "add") {
      const id = left.pop();
      if (id !== undefined) upstream.add(step.kind, id);
    } else if (step.what === "delete") upstream.delete(step.kind, step.at);
    else if (step.what === "restart") {
      await copy.written();
      copy = open();
    } else if (step.what === "restore") {
      // Restore the upstream to its initial state, which has no records.
      upstream.knowledge = 1;
      upstream.rows = [];
      upstream.categories = [];
    } else if (step.what === "use") resolved += await use(step.source, plan, handedOut);
    else {
      for (const id of await idsFrom(step.source, plan)) {
        handedOut.push({ source: step.source, id, abbreviation: plan.ids.shorten(id) });
      }
    }
  }
  await copy.written();
  return resolved;
}

Deno.test("a short id never refers to a different record after deletions, deltas and restarts", async () => {
  let resolved = 0;
  const someSteps = fc.array(someStep, { maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(someIds, someSteps, async (ids, steps) => {
      resolved += await live(ids, steps);
    }),
    runs(40),
  );
  assert(resolved > 60, `only ${resolved} were resolved`);
});
