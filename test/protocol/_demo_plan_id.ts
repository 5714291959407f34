import { householdOn } from "../_household.ts";
import { TODAY } from "./_server_command.ts";

/** Id of the demo plan, which doesn't depend on the day. */
export const demoPlanId: string = householdOn(TODAY).id;
