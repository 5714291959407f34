import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { DemoUpstream } from "../../demo/upstream.ts";
import { household, ids, TODAY } from "../tools/_plan.ts";
import type { AskedUser, FormAnswer, Host } from "./_host.ts";
import { hostHere } from "./_in_process.ts";

const YES: FormAnswer = { action: "accept", content: { confirm: true } };
const SAID_NO = "The user declined: nothing was written";
const noes: readonly (readonly [what: string, answer: FormAnswer, message: string])[] = [
  ["declines", { action: "decline" }, SAID_NO],
  ["leaves the box unticked", { action: "accept", content: { confirm: false } }, SAID_NO],
  [
    "closes the form",
    { action: "cancel" },
    "The form was closed without a response: nothing was written",
  ],
  [
    "has a host that sends the form back empty",
    { action: "accept" },
    "The form wasn't completed: nothing was written",
  ],
];
/** A simulated user; tests set the answer that the user will give to the next form. */
class Person {
  answer: FormAnswer = YES;
  readonly asked: string[] = [];

  readonly user: AskedUser = (message) => {
    this.asked.push(message);
    return Promise.resolve(this.answer);
  };
}

/** Connects a host to a server with a small plan. */
function hostOf(
  era: 2025 | 2026,
  options: Parameters<typeof hostHere>[1] = {},
): Promise<Host> {
  const now = (): Date => new Date(`${TODAY}T12:00:00Z`);
  const { fetch } = new DemoUpstream({ plans: [household()], now });
  return hostHere(era, { fetch, today: TODAY, ...options });
}

interface Flagged {
  readonly plan_id: string;
  readonly id: string;
}

async function newestRow(host: Host): Promise<Flagged> {
  const plan_id = ids.plan;
  const { structured } = await host.call("find_transactions", { plan_id, limit: 1 });
  const [row] = structured?.["transactions"] as readonly { readonly transaction_id: string }[];
  return { plan_id, id: row?.transaction_id ?? "" };
}

async function flagOf(host: Host, { plan_id, id }: Flagged): Promise<unknown> {
  const { structured } = await host.call("find_transactions", { plan_id, limit: 1 });
  const [row] = structured?.["transactions"] as readonly Record<string, unknown>[];
  assertEquals(row?.["transaction_id"], id);
  return row?.["flag"];
}

function flagArgs({ plan_id, id }: Flagged, color: string): Record<string, unknown> {
  return { plan_id, flags: [{ transaction_id: id, color }] };
}

for (const era of [2025, 2026] as const) {
  Deno.test(`with the ${era} protocol, the user confirms a change by filling out a form`, async () => {
    const person = new Person();
    await using host = await hostOf(era, { user: person.user });
    const row = await newestRow(host);
    for (const [what, answer, message] of noes) {
      person.answer = answer;
      const reply = await host.call("flag_transactions", flagArgs(row, "red"));
      const structured = reply.structured ?? {};
      assertEquals([what, structured["status"]], [what, "declined"]);
      assertEquals([what, structured["message"]], [what, message]);
      assert(!Object.hasOwn(structured, "confirmation"));
      assertEquals(await flagOf(host, row), undefined);
    }
    person.answer = YES;
    const { structured } = await host.call("flag_transactions", flagArgs(row, "red"));
    assertEquals(structured?.["status"], "applied");
    assertEquals(await flagOf(host, row), "red");
    assertEquals(person.asked.length, noes.length + 1);
    assertMatch(person.asked[0] ?? "", /^Change the flag of 1 transaction\?\n- /);
  });

  Deno.test(`with the ${era} protocol, a client that doesn't support forms confirms with a code`, async () => {
    await using host = await hostOf(era);
    const row = await newestRow(host);
    const preview = await host.call("flag_transactions", flagArgs(row, "blue"));
    assertEquals(preview.structured?.["status"], "confirmation_required");
    assertEquals(await flagOf(host, row), undefined);
    const confirmation = preview.structured?.["confirmation"];
    assertStringIncludes(preview.text, String(confirmation));
    const args = { ...flagArgs(row, "blue"), confirmation };
    assertEquals((await host.call("flag_transactions", args)).structured?.["status"], "applied");
    assertEquals(await flagOf(host, row), "blue");
    const replayed = await host.call("flag_transactions", args);
    assertStringIncludes(replayed.text, "was already used");
  });
}

Deno.test("with `--confirm code`, even a client that supports forms gets codes", async () => {
  const person = new Person();
  await using host = await hostOf(2025, { user: person.user, confirm: "code" });
  const row = await newestRow(host);
  const { structured } = await host.call("flag_transactions", flagArgs(row, "red"));
  assertEquals([structured?.["status"], person.asked], ["confirmation_required", []]);
});

for (
  const [mode, advice] of [
    [
      "auto",
      ". If this happens again, start the server with `--confirm code` so that the user can " +
      "agree in the conversation",
    ],
    ["user", ""],
  ] as const
) {
  Deno.test(`with the 2025 protocol and --confirm ${mode}, nothing is written if a host declares support for forms but can't show them`, async () => {
    const fail = (): Promise<never> => Promise.reject(new Error("no forms"));
    await using host = await hostOf(2025, { user: fail, confirm: mode });
    const row = await newestRow(host);
    const { structured } = await host.call("flag_transactions", flagArgs(row, "red"));
    const message =
      `The app didn't return a valid response to the form: nothing was written${advice}`;
    assertEquals(structured, { status: "declined", message });
    assertEquals(await flagOf(host, row), undefined);
  });
}
