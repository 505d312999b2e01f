import { codeOf, hasCause } from "../causes.ts";
import { StartError } from "../start-error.ts";
import type { Asker } from "./roles.ts";

/** PostgreSQL's code for an invalid parameter value. */
const INVALID_PARAMETER = "22023";

/** Lists compute days in the database, so the database must know the zone of TIME_ZONE too. */
export async function refuseTimeZone(owner: Asker, timeZone: string): Promise<void> {
  try {
    await owner.query("select now() at time zone $1", [timeZone]);
  } catch (error) {
    if (!hasCause(error, (cause) => codeOf(cause) === INVALID_PARAMETER)) throw error;
    throw new StartError(
      "TIME_ZONE is a name that the database does not know. Nothing was changed. Set it to another name of the same zone.",
    );
  }
}
