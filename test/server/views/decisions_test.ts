import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { SHOWS_VIEWS } from "../../views/_view_client.ts";
import { ids } from "../../tools/_plan.ts";
import {
  type Args,
  aViewWorld,
  cardIn,
  clicked,
  type ConnectedClient,
  MOVE,
  PLAIN,
  shownAgain,
} from "./_view_world.ts";

const TOOL = "move_money";
const FORMS = { elicitation: { form: {} } };

async function previewOf({ call }: ConnectedClient, args: Args = MOVE): Promise<string> {
  const { structured, text } = await call(TOOL, args);
  assertEquals(structured["status"], "confirmation_required", text);
  return String(structured["preview"]);
}

async function stateOf(client: ConnectedClient, preview: string): Promise<unknown> {
  const { structured, text } = await shownAgain(client, preview);
  return structured["status"] ?? text;
}

Deno.test("a click on Apply applies the change once, and later use of the confirmation code reports that the user applied the change", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const { confirmation, ...asked } = (await client.call(TOOL, MOVE)).structured;
  const preview = String(asked["preview"]);
  const { structured } = await clicked(client, preview);
  assertEquals([structured["status"], structured["operation_id"]], ["applied", preview]);
  assertEquals(world.writes(), 2);
  const again = await clicked(client, preview);
  assertMatch(again.text, /was already used when the user applied the change .* as operation/u);
  assert(again.text.includes(preview));
  const byCode = await client.call(TOOL, { ...MOVE, confirmation });
  assertMatch(byCode.text, /the user applied the change .* as operation [0-9a-z]{12}/u);
  assertEquals(world.writes(), 2);
});

Deno.test("if the user declines a change on its card, the decision is stored, and using the confirmation code later writes nothing", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const { structured } = await client.call(TOOL, MOVE);
  const preview = String(structured["preview"]);
  const declined = await clicked(client, preview, { decision: "decline" });
  assertEquals([declined.structured["status"], declined.structured["message"]], [
    "declined",
    "The user declined: nothing was written",
  ]);
  const byCode = await client.call(TOOL, { ...MOVE, confirmation: structured["confirmation"] });
  assertMatch(byCode.text, /was declined, so nothing was written/u);
  assertEquals([world.writes(), await stateOf(client, preview)], [0, "declined"]);
});

Deno.test("if Apply is clicked while the confirmation code is being used, the change is applied only once", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const { structured } = await client.call(TOOL, MOVE);
  const confirmation = structured["confirmation"];
  const ended = await Promise.all([
    client.call(TOOL, { ...MOVE, confirmation }),
    clicked(client, String(structured["preview"])),
    client.call(TOOL, { ...MOVE, confirmation }),
    clicked(client, String(structured["preview"])),
  ]);
  const [applied, ...others] = ended.filter(({ structured: { status } }) => status === "applied");
  assertEquals([others.length, applied?.structured["operation_id"]], [0, structured["preview"]]);
  assertEquals(world.writes(), 2);
  const { text } = await clicked(client, String(structured["preview"]));
  assertMatch(text, /was already used/u);
});

const WRONG_KEY = /^forbidden: this page's key isn't valid/u;
const refusals: readonly (readonly [what: string, change: Args, says: RegExp])[] = [
  ["a wrong key", { key: "0".repeat(32) }, WRONG_KEY],
  ["altered arguments", { arguments: { ...MOVE, amount: 6 } }, /issued for different arguments/u],
  ["another plan", { arguments: { ...MOVE, plan_id: ids.savings } }, /belongs to another plan/u],
  [
    "another tool",
    {
      tool: "set_category_budget",
      arguments: { plan_id: ids.plan, month: "2026-03", category_id: ids.rent, amount: 1 },
    },
    /belongs to move_money, not to this tool/u,
  ],
  ["a read-only tool", { tool: "forecast_balance" }, /forecast_balance changes nothing/u],
  ["a tool without a view", { tool: "list_plans" }, /no view for a tool with that name/u],
  ["an unknown preview", { preview: "000000000000" }, /this confirmation is unknown/u],
  [
    "a tool that needs no confirmation",
    {
      preview: "000000000000",
      tool: "approve_transactions",
      arguments: { plan_id: ids.plan, transaction_ids: ["00000078"] },
    },
    /this confirmation is unknown/u,
  ],
  ["an invalid decision", { decision: "perhaps" }, /decision must be apply or decline/u],
];

Deno.test("a click that doesn't match its preview writes nothing, and the response explains why", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const preview = await previewOf(client);
  const key = await client.key();
  const other = key.endsWith("0") ? "1" : "0";
  const nearKeys = ["", `${key}0`, key.slice(0, -1) + other];
  const nearly = nearKeys.map((near) =>
    ["a nearly correct key", { key: near }, WRONG_KEY] as const
  );
  for (const [what, change, says] of [...refusals, ...nearly]) {
    const { text, isError } = await clicked(client, preview, change);
    assertEquals([isError, world.writes()], [true, 0], `${what}: ${text}`);
    assertMatch(text, says);
    assertEquals(await stateOf(client, preview), "open");
  }
});

Deno.test("a click with a page key but without the preview's secret has no effect", async () => {
  await using world = aViewWorld({ confirm: "user" });
  const client = await world.connect();
  const other = await previewOf(client, { ...MOVE, amount: 7 });
  const preview = await previewOf(client);
  const secret = String(client.secretOf(preview));
  const last = secret.endsWith("0") ? "1" : "0";
  const wrong = [undefined, "", client.secretOf(other), secret.slice(0, -1), `${secret}0`];
  for (const given of [...wrong, secret.slice(0, -1) + last]) {
    for (const decision of ["apply", "decline"]) {
      const { text } = await clicked(client, preview, { secret: given, decision });
      assertMatch(text, /^forbidden: the click did not come from the preview's card/u);
    }
  }
  assertEquals([world.writes(), await stateOf(client, preview)], [0, "open"]);
  assertEquals((await clicked(client, preview, { secret })).structured["status"], "applied");
});

Deno.test("a preview's secret is hidden from the model and sent only while the card can use it", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const shown = await client.call(TOOL, MOVE);
  const preview = shown.structured["preview"];
  const secret = String(cardIn(shown)["secret"]);
  assertMatch(secret, /^[0-9a-z]{26}$/u);
  // A page that didn't get the response from the host uses its page key to request the response.
  const open = await shownAgain(client, preview);
  assertEquals(cardIn(open)["secret"], secret);
  for (const { text, structured } of [shown, open]) {
    assert(!`${text}${JSON.stringify(structured)}`.includes(secret));
  }
  await clicked(client, String(preview));
  assertEquals(cardIn(await shownAgain(client, preview))["secret"], undefined);
  await using byCode = aViewWorld({ confirm: "code" });
  const coded = await (await byCode.connect()).call(TOOL, MOVE);
  assertEquals(cardIn(coded)["secret"], undefined);
});

Deno.test("a click on an expired preview writes nothing", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const preview = await previewOf(client);
  world.pass(601);
  assertMatch((await clicked(client, preview)).text, /has expired, so nothing was written/u);
  assertEquals([world.writes(), await stateOf(client, preview)], [0, "expired"]);
});

Deno.test("a click writes nothing if the plan has changed since the preview", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const preview = await previewOf(client);
  await clicked(client, await previewOf(client, { ...MOVE, amount: 7 }), {
    arguments: { ...MOVE, amount: 7 },
  });
  const before = world.writes();
  const { text } = await clicked(client, preview);
  assertMatch(text, /^conflict: the plan has changed since the preview/u);
  assertEquals(world.writes(), before);
});

Deno.test("a caller can't see another caller's preview or apply the previewed change", async () => {
  await using world = aViewWorld();
  const owner = await world.connect(SHOWS_VIEWS, "owner");
  const other = await world.connect(SHOWS_VIEWS, "other");
  const preview = await previewOf(owner);
  assertNotEquals(await owner.key(), await other.key());
  assertMatch((await clicked(other, preview)).text, /was issued to another user or client/u);
  assertMatch(String(await stateOf(other, preview)), /this preview is no longer available/u);
  // A page key that belongs to another caller doesn't work.
  assertMatch((await clicked(other, preview, { key: await owner.key() })).text, /^forbidden: /u);
  assertEquals([world.writes(), await stateOf(owner, preview)], [0, "open"]);
});

Deno.test("a client that doesn't support views can't call tools that only a view's page may call", async () => {
  await using world = aViewWorld();
  const showing = await world.connect();
  const preview = await previewOf(showing);
  const key = await showing.key();
  const plain = await world.connect(PLAIN);
  for (const name of ["decide_change", "show_again"]) {
    const args = { tool: TOOL, arguments: MOVE, key, preview };
    const { text } = await plain.call(
      name,
      name === "show_again" ? args : { ...args, decision: "apply" },
    );
    assertMatch(
      text,
      /^forbidden: this tool is only for views, which this client doesn't support$/u,
    );
  }
  assertEquals(world.writes(), 0);
});

Deno.test("a preview id isn't accepted as a code, and a code isn't accepted as a preview id", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const { structured } = await client.call(TOOL, MOVE);
  const { preview, confirmation } = structured;
  const asCode = await client.call(TOOL, { ...MOVE, confirmation: preview });
  assertMatch(
    asCode.text,
    /belongs to a confirmation card, where only the user can confirm the change/u,
  );
  assertMatch((await clicked(client, String(confirmation))).text, /this confirmation is unknown/u);
  const plain = await world.connect(PLAIN);
  const code = (await plain.call(TOOL, MOVE)).structured["confirmation"];
  assertMatch((await clicked(client, String(code))).text, /has no confirmation card/u);
  assertEquals(world.writes(), 0);
});

Deno.test("a click on Apply or Decline reveals nothing about an operation that had no confirmation card", async () => {
  await using world = aViewWorld();
  const plain = await world.connect(PLAIN);
  const { confirmation } = (await plain.call(TOOL, MOVE)).structured;
  const { structured } = await plain.call(TOOL, { ...MOVE, confirmation });
  assertEquals(structured["status"], "applied");
  for (const principal of [undefined, "another"]) {
    const client = await world.connect(SHOWS_VIEWS, principal);
    for (const decision of ["apply", "decline"]) {
      const { text } = await clicked(client, structured["operation_id"], { decision });
      assertMatch(text, /^invalid_input: this confirmation is unknown/u);
    }
  }
});

const ways: readonly (readonly [
  mode: "auto" | "user" | "code",
  who: string,
  declared: Args,
  expected: { readonly code: boolean; readonly card: boolean; readonly says: RegExp },
])[] = [
  ["auto", "views", SHOWS_VIEWS, { code: true, card: true, says: /press Apply on the card\. If/u }],
  ["user", "views", SHOWS_VIEWS, { code: false, card: true, says: /Only the user can decide/u }],
  ["code", "views", SHOWS_VIEWS, {
    code: true,
    card: false,
    says: /When the user agrees, repeat/u,
  }],
  ["auto", "neither forms nor views", PLAIN, {
    code: true,
    card: false,
    says: /When the user agrees, repeat/u,
  }],
  ["code", "neither forms nor views", PLAIN, {
    code: true,
    card: false,
    says: /When the user agrees, repeat/u,
  }],
];

for (const [confirm, who, declared, { code, card, says }] of ways) {
  Deno.test(`with --confirm ${confirm} and a client that shows ${who}, the ways to confirm a change are: code (${code}), card (${card})`, async () => {
    await using world = aViewWorld({ confirm });
    const client = await world.connect(declared);
    const { text, structured, meta } = await client.call(TOOL, MOVE);
    assertEquals(structured["confirmation"] !== undefined, code, text);
    assertMatch(text, says);
    const facts = meta["budget-tool-server/view"] as { readonly card?: Args } | undefined;
    assertEquals(facts?.card?.["isForCard"] ?? false, card);
    if (declared === PLAIN) {
      assertEquals([structured["preview"], facts?.card], [undefined, undefined]);
      return;
    }
    const preview = String(structured["preview"]);
    assert(text.includes(`preview: ${preview}`));
    const { text: told, structured: ended } = await clicked(client, preview);
    assertEquals(ended["status"], card ? "applied" : undefined, told);
    assertEquals(world.writes(), card ? 2 : 0);
    if (!card) {
      assertMatch(
        told,
        /^forbidden: .*confirmation codes: ask the user in the conversation to confirm the change/u,
      );
    }
  });
}

Deno.test("with --confirm user, the server rejects changes from a client that shows neither forms nor views", async () => {
  await using world = aViewWorld({ confirm: "user" });
  const { call } = await world.connect(PLAIN);
  assertMatch((await call(TOOL, MOVE)).text, /^forbidden: .*this client shows neither/u);
});

Deno.test("a client that supports forms and views shows the question in a form and the result on the change's card", async () => {
  await using world = aViewWorld({ confirm: "user" });
  const client = await world.connect({ ...FORMS, ...SHOWS_VIEWS });
  const asked: string[] = [];
  client.client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action: "accept", content: { confirm: true } };
  });
  // With the 2025 protocol, the server sends its question to the client during this call.
  const { structured } = await client.call(TOOL, MOVE);
  assertEquals([asked.length, structured["status"]], [1, "applied"]);
  assertEquals(await stateOf(client, String(structured["preview"])), "applied");
});

Deno.test("with --confirm user, the card also asks the user to confirm changes that otherwise need no confirmation", async () => {
  await using world = aViewWorld({ confirm: "user" });
  const client = await world.connect();
  const given = { plan_id: ids.plan };
  const { structured, text } = await client.call("import_transactions", given);
  assertEquals(structured["status"], "confirmation_required", text);
  assertEquals(world.writes(), 0);
  const ended = await clicked(client, String(structured["preview"]), {
    tool: "import_transactions",
    arguments: given,
  });
  assertEquals([ended.structured["status"], world.writes()], ["applied", 1], ended.text);
});
