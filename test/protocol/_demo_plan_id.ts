import { householdOn } from "../_household.ts";
import { TODAY } from "./_server_command.ts";

/** Id of the demo plan, which is the same every day. */
export const demoPlanId: string = householdOn(TODAY).id;
