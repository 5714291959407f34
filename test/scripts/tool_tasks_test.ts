import { assertEquals, assertThrows } from "@std/assert";
import { toolsByTask, toolTasks } from "../../scripts/_readme.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging } from "../../tools/_tool.ts";

function namesOf(found: ReturnType<typeof toolsByTask>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(found.map(([task, ofTask]) => [task, ofTask.map(({ name }) => name)]));
}

Deno.test("toolsByTask() has every tool once, in the order of its task", () => {
  const listed = Object.values(namesOf(toolsByTask(tools))).flat();
  assertEquals(listed.toSorted(), tools.map(({ name }) => name).toSorted());
});

Deno.test("toolsByTask() puts a tool without a task last, where those that read or change stand", () => {
  const like = (name: string, isChange: boolean): (typeof tools)[number] => {
    const model = tools.find((tool) => isChanging(tool) === isChange);
    if (model === undefined) throw new Error("There is no such tool");
    return { ...model, name };
  };
  const found = namesOf(toolsByTask([...tools, like("new_read", false), like("new_change", true)]));
  const now = namesOf(toolsByTask(tools));
  assertEquals(found, {
    ...now,
    "See what there is, and what was done": [
      ...now["See what there is, and what was done"] as readonly string[],
      "new_read",
    ],
    "Enter, edit, import, reconcile": [
      ...now["Enter, edit, import, reconcile"] as readonly string[],
      "new_change",
    ],
  });
});

Deno.test("toolsByTask() refuses a task that names a tool that there is not", () => {
  assertThrows(
    () => toolsByTask(tools, { ...toolTasks, "Fly": ["fly_away"] }),
    Error,
    "scripts/_tool_tasks.ts: there is no tool fly_away",
  );
});
