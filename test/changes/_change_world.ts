import { Journal } from "../../changes/journal.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { tools } from "../../tools/_manifest.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool, type ToolReply } from "../../server/run_tool.ts";
import type { Profile } from "../../tools/_tool.ts";
import { snapshotsOf } from "./plans/_shared_snapshot.ts";

/** Arguments of a call. */
export type Args = Readonly<Record<string, unknown>>;

/** A session and its upstream. */
export interface ChangeWorld {
  readonly upstream: DemoUpstream;
  readonly journal: Journal;
  call(name: string, args: Args): Promise<ToolReply>;
  /** What is stored of the first plan; what has not changed is shared with what was given before. */
  records(): PlanRecords;
  /** What is stored of all plans, for comparing. */
  state(): string;
  /** Reads through a session that has never read before. */
  readAnew(name: string, args: Args): Promise<ToolReply>;
  /** Writes past this server, as another client does; what is refused does not happen. */
  write(method: string, path: string, body?: unknown): Promise<void>;
  /** Lets time pass. */
  pass(seconds: number): void;
}

/** What a world is made of. */
export interface ChangeWorldOptions {
  readonly plans: readonly PlanRecords[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** `complete` when absent. */
  readonly profile?: Profile;
}

/** Opens a world at half past midnight. */
export function aChangeWorld(
  { plans, today, profile = "complete" }: ChangeWorldOptions,
): ChangeWorld {
  let time = Date.parse(`${today}T00:30:00Z`);
  const upstream = new DemoUpstream({ plans, now: () => new Date(time) });
  const open = (): ReturnType<typeof openSession> =>
    openSession({
      token: "demo-token",
      checksAnswers: true,
      fetch: upstream.fetch,
      today,
      now: () => time,
      profile,
      write: true,
      fullIds: true,
    }, { delay: () => Promise.resolve(), random: () => 0 });
  const session = open();
  if (session.copy === null) throw new Error("The session has no token");
  return {
    upstream,
    journal: new Journal(session.copy.changes),
    call: (name, args) => run(name, args, session),
    records: snapshotsOf(upstream),
    state: () => JSON.stringify(upstream.stored, (_, value) => plain(value)),
    readAnew: (name, args) => run(name, args, open()),
    write: async (method, path, body) => {
      await upstream.fetch(`https://upstream.test/v1/plans/${plans[0]?.id}${path}`, {
        method,
        headers: { authorization: "Bearer demo-token" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    pass: (seconds) => {
      time += seconds * 1000;
    },
  };
}

function run(
  name: string,
  args: Args,
  session: ReturnType<typeof openSession>,
): Promise<ToolReply> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  return runTool({ tool, args }, session);
}

function plain(value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}
