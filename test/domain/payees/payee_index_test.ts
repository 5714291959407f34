import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { likePayees } from "../../../domain/payees/payee_index.ts";

function likeNames(names: readonly string[]): unknown {
  const payees = names.map((name) => ({ id: name, name }));
  return [...likePayees(payees, Infinity)]
    .map(([id, { others }]) => [id, others.map(({ name }) => name)]);
}

Deno.test("likePayees() ignores word breaks and omits payees without a match", () => {
  assertEquals(likeNames(["Wal Mart", "WALMART", "Wal-Mart #1234", "Target"]), [
    ["Wal Mart", ["WALMART", "Wal-Mart #1234"]],
    ["WALMART", ["Wal Mart", "Wal-Mart #1234"]],
    ["Wal-Mart #1234", ["Wal Mart", "WALMART"]],
  ]);
});

Deno.test("likePayees() compares each payee with every other payee", () => {
  const words = ["Wal", "Mart", "wal", "MART #1234", "Caf\u00e9", "CAFE", "Check 7", "-", "12"];
  const someName = fc.array(fc.constantFrom(...words), { maxLength: 3 })
    .map((parts) => parts.join(" "));
  fc.assert(fc.property(fc.uniqueArray(someName), fc.nat(3), (names, most) => {
    const payees = names.map((name) => ({ id: name, name }));
    const like = likePayees(payees, most);
    for (const one of payees) {
      const others = payees.filter((other) =>
        other !== one && likePayees([other, one], 1).size > 0
      );
      const { length: count } = others;
      const expected = count === 0 ? undefined : { others: others.slice(0, most), count };
      assertEquals(like.get(one.id), expected);
    }
  }));
});

/** Labels that describe a payment without naming a payee, and so aren't similar to any payee. */
const NAMELESS: readonly string[] = [
  ...["ATM WITHDRAWAL 0412", "ATM Withdrawal 2231", "CHECK 1021", "Check 1022", "CASH DEPOSIT"],
  ...["Cash deposit 3", "TRANSFER 11223344", "Transfer 55667788", "VIREMENT", "Virement 22"],
  ...["LASTSCHRIFT", "Lastschrift 7", "BONIFICO"],
  ...["Bonifico 12", "MOBILE PAYMENT", "Mobile Payment 9"],
];

Deno.test("likePayees() finds no similar payees if the label doesn't contain a payee's name", () => {
  assertEquals(likeNames(NAMELESS), []);
});

Deno.test("likePayees() recognizes a merchant in the labels of several banks without matching other merchants", () => {
  const rhein = ["KARTENZAHLUNG RHEINSTROM ENERGIE SAGT DANKE 12345 KOELN//DE 14.12 GIROCARD"];
  const marlow = ["CARD PAYMENT TO MARLOW RAIL ON 04-11", "CONTACTLESS PAYMENT TO MARLOW RAIL"];
  assertEquals(likeNames(["Rheinstrom Energie", "Rheinstrom Mobil", ...rhein, ...marlow]), [
    ["Rheinstrom Energie", rhein],
    [rhein[0], ["Rheinstrom Energie"]],
    [marlow[0], [marlow[1]]],
    [marlow[1], [marlow[0]]],
  ]);
});
