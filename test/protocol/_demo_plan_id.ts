import { householdPlan } from "../../demo/household.ts";
import { TODAY } from "./_server_command.ts";

/** Id of the demo plan, which doesn't depend on the day. */
export const demoPlanId: string = householdPlan({ today: TODAY }).id;
