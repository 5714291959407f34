import { householdPlan } from "../../demo/household.ts";
import { TODAY } from "./_server_command.ts";

/** The same whatever the day. */
export const demoPlanId: string = householdPlan({ today: TODAY }).id;
