import { h, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAsking } from "./use_asking.ts";
import { Problem } from "./parts.tsx";
import type { Host } from "./host.ts";

interface Account {
  readonly account_id: string;
  readonly name: string;
}

interface AccountChoiceProps {
  readonly call: Host["call"];
  readonly planId: unknown;
  readonly onAccount: (id: string) => void;
}

/** Asks which account a statement belongs to. */
export function AccountChoice({ call, planId, onAccount }: AccountChoiceProps): VNode {
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  const { problem, ask } = useAsking(call);
  useEffect(() => {
    ask<{ readonly accounts?: readonly Account[] }>("list_accounts", { plan_id: planId })
      .then((listed) => setAccounts(listed?.answer.accounts ?? []));
  }, []);
  return (
    <label class="control" role="alert">
      <span>Which account is this statement of?</span>
      <select value="" onChange={({ currentTarget: { value } }) => value && onAccount(value)}>
        <option value="">Choose{"\u2026"}</option>
        {accounts.map(({ account_id: id, name }) => <option key={id} value={id}>{name}</option>)}
      </select>
      <Problem words={problem} />
    </label>
  );
}
