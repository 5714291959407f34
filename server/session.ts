import type { ConfirmMode } from "../changes/change_request.ts";
import type { InFlightChanges, UnsentIntents } from "../changes/in_flight_changes.ts";
import type { ToolError } from "../domain/base/tool_error.ts";
import type { StatementsFolder } from "../statements/folder.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import type { Profile } from "../tools/_tool.ts";
import type { FinishedCall } from "./server_options.ts";
import type { LogEntry } from "./log_entry.ts";
import type { SettingsForm } from "./settings_form.ts";
import type { ViewSupport } from "./views/view_support.ts";

/** State and settings that all calls of a server share. */
export interface Session {
  /** `null` if the server isn't set up. */
  readonly copy: LocalCopy | null;
  /** The error that every call returns if the server isn't set up. */
  readonly setupError: ToolError | null;
  /** Whether data and changes are stored as configured, if known. */
  readonly isStoredAsConfigured: () => boolean;
  /** `undefined` if users change settings as flags and environment variables. */
  readonly settingsForm: SettingsForm | undefined;
  /** A notice about the settings that every answer includes. */
  readonly notice: string | null;
  readonly profile: Profile;
  readonly isWriteAllowed: boolean;
  /** The caller; `null` if the server has only one caller. */
  readonly principal: string | null;
  /** Id or name of the plan for calls that don't name one. */
  readonly planId: string | null;
  /** Folder whose bank statements may be read; `null` if none is set. */
  readonly statementsFolder: StatementsFolder | null;
  readonly isFullIds: boolean;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: () => string;
  /** UTC day, `YYYY-MM-DD`. */
  readonly utcToday: () => string;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves when all reads so far have resolved as much of the journal as they can. */
  readonly journalResolved: () => Promise<void>;
  /** Changes in progress. */
  readonly inFlight: InFlightChanges;
  /** Intents for which no request was sent; `null` if the server isn't set up. */
  readonly unsent: UnsentIntents | null;
  /** How changes are confirmed. */
  readonly confirm: ConfirmMode;
  /** Support for the pages of views; `null` if the server offers no views. */
  readonly views: ViewSupport | null;
  /** Whether answers are validated against their schemas; for tests. */
  readonly checksAnswers: boolean;
  /** Receives log entries; they never contain data from the plan. */
  readonly log: (entry: LogEntry) => void;
  /** Called after each tool call. */
  readonly onCall: ((call: FinishedCall) => void) | undefined;
}
