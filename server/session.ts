import type { ConfirmMode } from "../changes/change_request.ts";
import type { ChangesUnderWay, UnsentIntents } from "../changes/changes_under_way.ts";
import type { ToolError } from "../domain/base/tool_error.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import type { Profile } from "../tools/_tool.ts";
import type { LogEntry } from "./log_entry.ts";
import type { SettingsForm } from "./settings_form.ts";
import type { ViewSupport } from "./views/view_support.ts";

/** The server behind the protocol. */
export interface Session {
  /** `null` while the server is not set up. */
  readonly copy: LocalCopy | null;
  /** What every call is answered with while the server is not set up. */
  readonly setupError: ToolError | null;
  /** Whether data and changes are stored as configured, as far as known. */
  readonly isKept: () => boolean;
  /** `undefined` where settings are flags and variables. */
  readonly settingsForm: SettingsForm | undefined;
  /** What every answer says about the settings. */
  readonly notice: string | null;
  readonly profile: Profile;
  readonly isWriteAllowed: boolean;
  /** The caller, if there can be several; else `null`. */
  readonly principal: string | null;
  /** Id or name of the plan of calls that name none. */
  readonly planId: string | null;
  readonly isFullIds: boolean;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: () => string;
  /** UTC day, `YYYY-MM-DD`. */
  readonly utcToday: () => string;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves when reads so far have settled what they can in the journal. */
  readonly journalResolved: () => Promise<void>;
  /** The changes that have begun. */
  readonly underWay: ChangesUnderWay;
  /** Intents of which nothing was sent; `null` while the server is not set up. */
  readonly unsent: UnsentIntents | null;
  /** How the yes to a change is asked for. */
  readonly confirm: ConfirmMode;
  /** What the pages of views work with; `null` where none are offered. */
  readonly views: ViewSupport | null;
  /** Whether answers are validated against their schemas; for tests. */
  readonly checksAnswers: boolean;
  /** Takes note of what went wrong; never holds a word of the plan. */
  readonly log: (entry: LogEntry) => void;
}
