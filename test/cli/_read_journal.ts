/** A posting; the amount is in milliunits. */
export interface ReadPosting {
  readonly account: string;
  readonly amount: number;
  readonly mark: string;
}

export interface ReadBooking {
  readonly date: string;
  readonly mark: string;
  readonly payee: string;
  /** Tags of the transaction and its postings. */
  readonly tags: readonly string[];
  readonly postings: readonly ReadPosting[];
}

export interface ReadJournal {
  readonly declared: readonly string[];
  readonly bookings: readonly ReadBooking[];
  /** Asserted balances by account. */
  readonly asserted: ReadonlyMap<string, number>;
}

const MILLIUNITS = 1000;

function milliunits(text: string): number {
  const amount = Number(text) * MILLIUNITS;
  if (Math.abs(amount - Math.round(amount)) > 1e-6) throw new Error(`not in milliunits: ${text}`);
  return Math.round(amount) + 0;
}

/** Parses the part of the hledger and ledger format that exports use. */
export function readHledger(text: string): ReadJournal {
  const asserted = new Map<string, number>();
  const declared: string[] = [];
  const bookings: ReadBooking[] = [];
  for (const block of text.split("\n\n")) {
    const [head = "", ...rest] = block.trimEnd().split("\n");
    declared.push(...[...block.matchAll(/^account (.+)$/gmu)].map(([, name = ""]) => name));
    const [, date, mark = "", payee = ""] = /^(\d{4}-\d\d-\d\d) ([*!])(?: (.*))?$/u.exec(head) ??
      [];
    if (date === undefined) continue;
    const postings: ReadPosting[] = [];
    const tags: string[] = [];
    for (const line of rest) {
      if (/^ +; /u.test(line)) {
        tags.push(line.trim().slice(2));
        continue;
      }
      const found = /^ {4}(?:([*!]) )?(\S.*?) {2}(-?[\d.]+) [A-Z]{3}(?: = (-?[\d.]+) [A-Z]{3})?$/u
        .exec(line);
      if (found === null) throw new Error(`no posting: ${line}`);
      const [, own = "", account = "", amount = "", balance] = found;
      postings.push({ account, amount: milliunits(amount), mark: own });
      if (balance !== undefined) asserted.set(account, milliunits(balance));
    }
    bookings.push({ date, mark, payee, tags, postings });
  }
  return { declared, bookings, asserted };
}

/** Parses the part of the Beancount format that exports use. */
export function readBeancount(text: string): ReadJournal {
  const asserted = new Map<string, number>();
  const declared: string[] = [];
  const bookings: ReadBooking[] = [];
  let open: { tags: string[]; postings: ReadPosting[] } | null = null;
  for (const line of text.split("\n")) {
    const opened = /^\d{4}-\d\d-\d\d open (\S+) [A-Z]{3}$/u.exec(line);
    const balance = /^\d{4}-\d\d-\d\d balance (\S+) {2}(-?[\d.]+) [A-Z]{3}$/u.exec(line);
    const head = /^(\d{4}-\d\d-\d\d) ([*!]) "((?:[^"\\]|\\.)*)" "(?:[^"\\]|\\.)*"$/u.exec(line);
    const posting = /^ {2}(?:([*!]) )?([A-Z]\S+) {2}(-?[\d.]+) [A-Z]{3}$/u.exec(line);
    if (opened !== null) {
      declared.push(opened[1] ?? "");
    } else if (balance !== null) {
      asserted.set(balance[1] ?? "", milliunits(balance[2] ?? ""));
    } else if (head !== null) {
      open = { tags: [], postings: [] };
      const [, date = "", mark = "", payee = ""] = head;
      bookings.push({ date, mark, payee, ...open });
    } else if (posting !== null) {
      const [, mark = "", account = "", amount = ""] = posting;
      open?.postings.push({ account, amount: milliunits(amount), mark });
    } else if (/^ +[a-z]+: "(?:[^"\\]|\\.)*"$/u.test(line)) {
      open?.tags.push(line.trim());
    } else if (line !== "" && !/^option "[a-z_]+" "(?:[^"\\]|\\.)*"$/u.test(line)) {
      throw new Error(`not read: ${line}`);
    }
  }
  return { declared, bookings, asserted };
}

/** Returns the sum of each account's postings. */
export function sumsOf({ bookings }: ReadJournal): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { account, amount } of bookings.flatMap(({ postings }) => postings)) {
    sums.set(account, (sums.get(account) ?? 0) + amount);
  }
  return sums;
}
