import { openSession } from "../../server/open_session.ts";
import { runTool } from "../../server/run_tool.ts";
import { loadTool } from "../../tools/_load_tool.ts";

/** Returns a tool's response when every request fails with this error code or message. */
export async function answerDuring(failure: string, name = "Error"): Promise<string> {
  const cause = Object.assign(new Error(failure), { code: failure });
  const error = Object.assign(new TypeError("fetch failed", { cause }), { name });
  const fetch = (): Promise<Response> => Promise.reject(error);
  const noWait = { delay: (): Promise<void> => Promise.resolve() };
  const session = openSession({ token: "a-token", fetch }, noWait);
  return (await runTool({ tool: await loadTool("list_plans"), args: {} }, session)).text;
}
