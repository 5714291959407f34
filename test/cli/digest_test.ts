import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { aSchedule } from "../demo/_tiny_plan.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";
import { DEMO, type Ended, runAt } from "./_a_terminal.ts";
import { openHome } from "./_home.ts";
import { runtimesHere } from "../remote/http/_runtimes.ts";
import { outputOf } from "../_output_of.ts";

interface DigestHome extends AsyncDisposable {
  digest(...flags: readonly string[]): Promise<Ended>;
}

async function aHome(...plans: readonly PlanRecords[]): Promise<DigestHome> {
  const home = await openHome({ plans, today: TODAY });
  return { ...home, digest: (...flags) => home.run(["digest", ...flags]) };
}

/** A plan where only a money movement on March 9 needs attention. */
function withMove(change: Partial<PlanRecords> = {}): PlanRecords {
  const plan = household();
  return {
    ...plan,
    accounts: plan.accounts.map((one) => ({ ...one, direct_import_in_error: false })),
    assignments: new Map([
      ["2026-03-01", new Map([[ids.rent, 1_000_000], [ids.dining, 200_000], [ids.gifts, 20_000]])],
    ]),
    money_movements: [{
      id: idOf("f1"),
      month: "2026-03-01",
      moved_at: "2026-03-09T08:00:00Z",
      amount: 5_000,
      to_category_id: ids.gifts,
    }],
    ...change,
  };
}

const MOVED = "- 1 money movement made outside this server, $5.00 in all\n";

Deno.test("digest prints what needs attention and exits with status 10", async () => {
  const { status, out, err } = await runAt(["digest", ...DEMO]);
  assertEquals([status, err], [10, ""]);
  assertMatch(out, /^- Pharmacy & Health is overspent by \$280\.95\n- Dining Out is overspent/);
  assertStringIncludes(out, "short by $2,440.57 ($763.31 more than at the end of October 2026)\n");
  assertStringIncludes(out, "(18 Nov 2026)\n");
});

Deno.test("digest doesn't repeat a date that is already in the item's text", async () => {
  const plan = withMove({ money_movements: [] });
  const scheduled = [ids.rent, ids.power].map((category_id, nth) =>
    aSchedule({
      ...{ id: idOf(`9${nth}`), date_first: "2026-04-01", date_next: "2026-04-01" },
      ...{ account_id: ids.checking, category_id, amount: -3_000_000 },
    })
  );
  await using home = await openHome({ plans: [{ ...plan, scheduled }], today: "2026-03-28" });
  const { out } = await home.run(["digest"]);
  assertMatch(out, /^- 2 categories need .* more for bills from 1 Apr 2026 to 4 Apr 2026$/mu);
});

Deno.test("digest prints nothing and exits with 0 when nothing needs attention", async () => {
  await using home = await aHome(withMove({ money_movements: [] }));
  for (const flags of [[], ["--json"]]) {
    assertEquals(await home.digest(...flags), { status: 0, out: "", err: "" });
  }
});

Deno.test("digest prints JSON with --json, and accepts a start date with --since", async () => {
  await using home = await aHome(withMove());
  const json = await home.digest("--json");
  const { since, items: [{ kind }, ...more] } = JSON.parse(json.out);
  assertEquals([json.status, since, kind, more], [10, "2026-03-08", "changed_elsewhere", []]);
  assertEquals(await home.digest("--since", "2026-03-09"), { status: 10, out: MOVED, err: "" });
  assertEquals((await home.digest("--since", "2026-03-10")).status, 0);
  const { status, err } = await home.digest("--since", "yesterday");
  assertEquals(status, 2);
  assertMatch(err, /--since must be a date in the form YYYY-MM-DD, or "last"/);
});

Deno.test("with --since last, a digest begins on the day of the plan's last digest", async () => {
  const other = withMove({ id: idOf("a1"), name: "Other" });
  await using home = await aHome(withMove(), other);
  const first = ["--plan", ids.plan, "--since", "last"];
  // A plan's first digest begins 7 days before today.
  assertEquals(await home.digest(...first), { status: 10, out: MOVED, err: "" });
  assertEquals((await home.digest(...first)).status, 0);
  assertEquals((await home.digest("--plan", "Other", "--since", "last")).status, 10);
  assertEquals((await home.digest("--plan", "Other", "--since", "last")).status, 0);
});

Deno.test("with --since last, if a digest couldn't be printed, the next digest command covers the same period again", async () => {
  await using home = await openHome({ plans: [withMove()], today: TODAY });
  const last = ["digest", "--since", "last"];
  const isWritten = (): Promise<boolean> => Promise.resolve(false);
  assertEquals((await home.run(last, { isWritten })).status, 10);
  assertEquals(await home.run(last), { status: 10, out: MOVED, err: "" });
  assertEquals((await home.run(last)).status, 0);
});

Deno.test({
  name:
    "with --since last, if a digest's output couldn't be written or wasn't read, the next digest command covers the same period again",
  ignore: Deno.build.os !== "linux",
}, async () => {
  await using home = await openHome({ plans: [withMove()], today: TODAY });
  const lines = ['"$@" >/dev/full', '"$@" | true'];
  for (const [at, { command }] of (await runtimesHere()).entries()) {
    const words = ["-c", lines[at] ?? "", "sh", ...command, "digest", "--since", "last"];
    await outputOf("sh", words, { env: { ...home.env } });
  }
  assertEquals((await home.run(["digest", "--since", "last"])).status, 10);
});

Deno.test("digest exits with 1 and prints the reason when it fails", async () => {
  await using home = await aHome(withMove(), withMove({ id: idOf("a1"), name: "Other" }));
  const { status, out, err } = await home.digest("--since", "last");
  assertEquals([status, out], [1, ""]);
  assertMatch(err, /^invalid_input: there are 2 plans: choose one with --plan ID\n/u);
  const wrong = await home.digest("--plan", "Othr");
  assertMatch(wrong.err, /^not_found: --plan \(BUDGET_PLAN_ID\) is wrong: .* use one of these\n/u);
});
