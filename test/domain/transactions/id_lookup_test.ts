import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { IdLookup } from "../../../domain/transactions/id_lookup.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { aTransaction } from "../../_builders.ts";
import { someTransactions } from "./_some_transactions.ts";

/** More than are looked for one by one. */
const MANY = 70;

Deno.test("an id is found one by one as it is in a table, whatever it is", () => {
  const unknown = fc.constantFrom("", "t3", "0a1b2c3d-9999-4000-8000-000000000000", "00000000");
  fc.assert(
    fc.property(someTransactions, unknown, (given, other) => {
      const chunk = TransactionChunk.of(given).detached();
      const often = new IdLookup(chunk);
      for (let nth = 0; nth < MANY; nth++) often.placeOf("t0");
      for (const id of [...given.map((one) => one.id), other]) {
        const expected = given.findIndex((one) => one.id === id);
        assertEquals([new IdLookup(chunk).placeOf(id), often.placeOf(id)], [expected, expected]);
        for (const prefix of [id, id.slice(0, 8), id.slice(0, 12), `${id} `]) {
          const sharing = prefix.length < 8
            ? []
            : given.map((one) => one.id).filter((one) => one.startsWith(prefix));
          assertEquals(new IdLookup(chunk).sharing(prefix), sharing);
          assertEquals(often.sharing(prefix).toSorted(), sharing.toSorted());
        }
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("digits in the middle of other ids are not taken for the beginning of one", () => {
  const wanted = "00004000-1111-4111-8111-111111111111";
  const others = [
    "aaaaaaaa-0000-4000-8000-000000004000",
    "bbbbbbbb-0000-4000-0000-400000004000",
  ];
  const lookupIn = (ids: readonly string[]): IdLookup =>
    new IdLookup(TransactionChunk.of(ids.map((id) => aTransaction({ id }))).detached());
  const [without, within] = [lookupIn(others), lookupIn([...others, wanted])];
  assertEquals([without.placeOf(wanted), without.sharing("00004000")], [-1, []]);
  assertEquals([within.placeOf(wanted), within.sharing("00004000")], [2, [wanted]]);
});
