import { foldName } from "../../domain/base/fold_text.ts";
import type { JournalStep, JournalTarget } from "../journal.ts";
import type { StepKind } from "../kind.ts";
import type { CurrentRecord } from "../outcome/evidence.ts";

/** A group is found by its name. */
export const groupCreation: StepKind = {
  records: "groups",
  resolve: (step, { news: { allGroups } }) =>
    allGroups === undefined ? step : createdGroup(step, allGroups()),
  undo: null,
};

/** No group had the name just before, so the only one that has it now is ours. */
function createdGroup(step: JournalStep, groups: readonly CurrentRecord[]): JournalStep {
  const targets = step.targets.map((target): JournalTarget => {
    const wanted = foldName(String(target.after?.["name"]));
    const found = groups.filter((one) => "name" in one && foldName(String(one.name)) === wanted);
    const [only] = found;
    return only === undefined || found.length > 1
      ? target
      : { ...target, id: only.id, outcome: "done" };
  });
  return targets.every(({ outcome }) => outcome === "done") ? { ...step, targets } : step;
}
