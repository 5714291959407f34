import { assert, assertEquals, assertMatch } from "@std/assert";
import { gunzipSync } from "node:zlib";
import { Buffer } from "node:buffer";
import { everyVerdict } from "./_answers.ts";
import { giveFile, WAYS } from "./_giving_files.ts";
import { agree, click, untilCard } from "./_view_browser.ts";
import {
  type Args,
  assertSound,
  dataOf,
  handedAnswer,
  rows,
  type ShownAnswer,
  type Stage,
  stage,
  stageOfChanges,
  textsOf,
} from "./_views.ts";

const TOOL = "compare_statement";
const ACCOUNT = { account_id: "Checking" };
const WANTED = { status: "statement_wanted", message: "Pass the statement" };

const CSV = "Date;Payee;Amount\n2026-11-17;Kite Repair;-31.40\n2026-11-18;Toy Library;-12.60\n";

/** Shows the view without a statement, so that the page asks the user for one. */
function opened({ show }: Stage, args: Args = ACCOUNT): Promise<ShownAnswer> {
  return show(TOOL, args, { result: handedAnswer(WANTED) });
}

/**
 * Shows a comparison on the page. Whatever the user chooses, the server returns the same
 * comparison.
 */
function compared({ show }: Stage, answer: Args): Promise<ShownAnswer> {
  const result = handedAnswer(answer);
  return show(TOOL, ACCOUNT, { result, call: () => Promise.resolve(result) });
}

for (const way of WAYS) {
  stage(`${way}: a file goes to the server and is compared`, async (test) => {
    const shown = await opened(test);
    await giveFile(way, shown.view.frame, CSV);
    await shown.view.until("document.querySelector('.figures')");
    const [[name = "", args = {}] = []] = shown.view.called;
    assertEquals([name, args["tool"], args["arguments"]], ["hand_statement", TOOL, ACCOUNT]);
    assertEquals(gunzipSync(Buffer.from(String(args["data"]), "base64")).toString(), CSV);
    const words = await shown.view.words();
    for (const payee of ["Kite Repair", "Toy Library"]) assert(words.includes(payee), words);
    // The model gets the handle, but no part of the file.
    const modelLines = (await shown.view.modelLines()).join("\n");
    assertMatch(modelLines, /bank statement [0-9a-z]{12} in the view/u);
    assert(!modelLines.includes("Kite"));
  });
}

stage("the page says whether a statement's rows add up to its balances", async (test) => {
  const mt940 = (closing: string): string =>
    [
      ...[":20:A", ":25:123", ":28C:1", ":60F:C261101USD100,00", ":61:2611171117D31,40NMSC"],
      ...[":86:Kite Repair", `:62F:C261119USD${closing}`, "-", ""],
    ].join("\r\n");
  for (const [closing, adds] of [["68,60", true], ["70,00", false]] as const) {
    const shown = await opened(test);
    await giveFile("choose", shown.view.frame, mt940(closing));
    await shown.view.until("document.querySelector('.figures')");
    const words = await shown.look<string>("document.querySelector('.figures').innerText");
    assertMatch(words, new RegExp(`closing balance\\s+\\$${closing.replace(",", ".")}`, "u"));
    assertEquals(/Rows add up\s+\u26a0 No/u.test(words), !adds, words);
  }
});

/**
 * Random text drawn from 64 characters, which can't be compressed to fewer than 6 bits per
 * character.
 */
function incompressible(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = state * 48_271 % 2_147_483_647;
    return String.fromCharCode(48 + state % 64);
  }).join("");
}

stage("the page explains why it refuses a file", async (test) => {
  for (
    const [text, says, calls] of [
      ["%PDF-1.7\n", /PDF/u, 1],
      ["x".repeat(5_000_001), /too large/u, 0],
      // The random text compresses to 6 bits per character, which base64 expands to 8 bits again.
      [incompressible(620_000), /too large/u, 0],
    ] as const
  ) {
    const shown = await opened(test);
    await giveFile("choose", shown.view.frame, text);
    await shown.view.until("document.querySelector('.problem')");
    assertMatch(await shown.look("document.querySelector('.problem').innerText"), says);
    assertEquals(shown.view.called.length, calls);
  }
});

stage("the page asks which account a file belongs to if the account is unknown", async (test) => {
  const shown = await opened(test, {});
  await giveFile("choose", shown.view.frame, CSV);
  await shown.view.until("document.querySelectorAll('select option').length > 2");
  await shown.look(`(() => {
    const field = document.querySelector("select");
    field.value = [...field.options].find(({ text }) => text === "Checking").value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await shown.view.until("document.querySelector('.figures')");
  assertMatch(await shown.look<string>("document.querySelector('h1').innerText"), /: Checking$/u);
});

stageOfChanges("an import is previewed, applied and undone on a card", async (test) => {
  const { client } = test;
  const arrival = Promise.withResolvers<void>();
  const shown = await test.show(TOOL, ACCOUNT, {
    result: handedAnswer(WANTED),
    call: async (name, given) => {
      if (name === "decide_change") await arrival.promise;
      return await client.call(name, given);
    },
  });
  const before = await balanceOf(client);
  await giveFile("drop", shown.view.frame, CSV);
  await shown.view.until("document.querySelectorAll('input[type=checkbox]').length === 2");
  await shown.look("document.querySelectorAll('input[type=checkbox]')[1].click()");
  await click(shown.view, "Preview the changes");
  await shown.view.until("document.querySelector('.card.open button.yes')");
  assertEquals(await balanceOf(client), before);
  await agree(shown.view);
  // Until the card shows the outcome, selecting rows must not replace the card.
  await shown.view.until("document.querySelector('input[type=checkbox]:disabled')");
  arrival.resolve();
  await untilCard(shown.view, "applied");
  // The import left out the second row, which the user had deselected.
  assertEquals(await balanceOf(client), before - 31.4);
  await shown.view.until("document.body.innerText.includes('1 row already in YNAB')");
  await click(shown.view, "Undo");
  await shown.view.until("document.querySelector('.card.open button.yes')");
  await agree(shown.view);
  await shown.view.until("document.querySelector('.card.applied, .card.undone')");
  assertEquals(await balanceOf(client), before);
});

async function balanceOf(client: Stage["client"]): Promise<number> {
  const { accounts } = await dataOf(client, "list_accounts", {});
  return Number(rows(accounts).find(({ name }) => name === "Checking")?.["balance"]);
}

function choose(of: string, text: string): string {
  return `(() => {
    const heading = [...document.querySelectorAll("h2")]
      .find((one) => one.textContent.startsWith(${JSON.stringify(of)}));
    const field = heading.nextElementSibling.querySelector("select");
    field.value = [...field.options].find((one) => one.text.startsWith(${
    JSON.stringify(text)
  })).value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`;
}

stage("for each decision about a row, the page calls the tool again", async (test) => {
  for (
    const [of, text, decision] of [
      ["Which transaction", "Grocer", { row: 3, as: "match", transaction_id: "t1" }],
      ["Which transaction", "Enter as new", { row: 3, as: "new" }],
      ["Different amount", "Use the bank's", {
        row: 4,
        as: "amount",
        transaction_id: "t3",
      }],
      ["Different amount", "Skip", { row: 4, as: "skip" }],
      ["Possible transfers", "Transfer: Grocer", { row: 5, as: "transfer", transaction_id: "t4" }],
    ] as const
  ) {
    const shown = await compared(test, everyVerdict("Grocer"));
    await shown.look(choose(of, text));
    await shown.view.until("document.body.innerText.includes('Undo all choices')");
    const wanted = { ...ACCOUNT, statement: "a1b2c3d4e5f6", decide: [decision] };
    assertEquals(shown.view.called, [[TOOL, wanted]]);
  }
});

stage("arrow keys only move through a row's choices until the user leaves it", async (test) => {
  const { keyboard } = test.browser.page;
  const shown = await compared(test, everyVerdict("Grocer"));
  const { called } = shown.view;
  // Bring the page to the front, because a page in the background can't have focus.
  await test.browser.page.bringToFront();
  await shown.look("document.querySelector('select').focus()");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await shown.view.until("document.querySelector('select').value === '2'");
  assertEquals(called, []);
  await keyboard.press("Tab");
  await shown.view.until("document.body.innerText.includes('Undo all choices')");
  // The page shows the user's selection before the host receives the tool call.
  for (let tries = 0; called.length === 0 && tries < 100; tries++) {
    await shown.look("new Promise((done) => setTimeout(done, 20))");
  }
  assertEquals(called.map(([, args]) => args["decide"]), [[{ row: 3, as: "new" }]]);
});

stage("the page accepts one file at a time, and ignores a pasted picture", async (test) => {
  const shown = await opened(test);
  const give = (event: string, type: string, files: string): Promise<boolean> =>
    shown.look(`(() => {
      const data = new DataTransfer();
      for (const file of [${files}]) data.items.add(file);
      const options = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
      return document.querySelector("textarea").dispatchEvent(new ${event}("${type}", options));
    })()`);
  const csv = `new File(["a"], "a.csv")`;
  const picture = `new File([""], "a", { type: "image/png" })`;
  assertEquals(await give("ClipboardEvent", "paste", picture), true);
  await give("DragEvent", "drop", `${csv}, ${csv}`);
  await shown.view.until("document.querySelector('.drop .problem')");
  assertMatch(await shown.view.words(), /Add one file at a time/u);
  assertEquals(await give("DragEvent", "drop", ""), true);
  assertEquals(shown.view.called, []);
});

stage("deselected rows count neither in the balance nor in the preview", async (test) => {
  const shown = await compared(test, everyVerdict("Grocer"));
  assertMatch(await shown.view.words(), /New \(23\)[^]*and 21 more/u);
  const figures = textsOf(".figures dd strong");
  assertEquals(await shown.look(figures), ["$40.10", "$40.10", "None"]);
  await shown.look("document.querySelectorAll('input[type=checkbox]')[1].click()");
  await shown.view.until(`document.querySelector(".figures .bad")`);
  assertEquals(await shown.look(figures), ["$40.10", "$10.00", "$30.10"]);
  await shown.look("document.querySelectorAll('input[type=checkbox]')[0].click()");
  await shown.look("document.querySelectorAll('input[type=checkbox]')[0].click()");
  await click(shown.view, "Preview the changes");
  await shown.view.until("!document.querySelector('[aria-busy=true]')");
  const decide = [{ row: 2, as: "skip" }, { row: 1, as: "new" }];
  const wanted = { ...ACCOUNT, statement: "a1b2c3d4e5f6", decide };
  assertEquals(shown.view.called.at(-1), ["import_statement", wanted]);
});

stage("a question about the file shows how it would be read with each choice", async (test) => {
  const question = {
    status: "question",
    statement: "a1b2c3d4e5f6",
    read: { format: "csv", rows: 2, sum_in: 0, sum_out: -20 },
    questions: [{
      about: "date_order",
      choices: ["dmy", "mdy"],
      example: "03/04/2026",
      rows: [
        { choice: "dmy", date: "2026-04-03", amount: -20, payee: "Grocer" },
        { choice: "mdy", date: "2026-03-04", amount: -20, payee: "Grocer" },
      ],
    }],
  };
  const shown = await compared(test, question);
  const words = await shown.view.words();
  assertMatch(words, /03\/04\/2026[^]*Apr 3, 2026[^]*Mar 4, 2026/u);
  await assertSound(shown);
  await click(shown.view, "Month, day, year");
  await shown.view.until("!document.querySelector('[aria-busy=true]')");
  assertEquals(shown.view.called.at(-1)?.[1], {
    ...ACCOUNT,
    statement: "a1b2c3d4e5f6",
    read_as: { date_order: "mdy" },
  });
});

stage("an import without its statement asks for the file", async ({ show }) => {
  const { look } = await show("import_statement", ACCOUNT, { result: handedAnswer(WANTED) });
  assertEquals(await look("document.querySelectorAll('input[type=file]').length"), 1);
});
