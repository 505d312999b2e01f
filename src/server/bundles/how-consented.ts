import type { HowConsented } from "#domain/evidence/bundle/how-consented.ts";
import { findAccessGiverName } from "../access-records/find-access-giver.ts";
import type { Reader } from "../db/database.ts";
import type { DecisionRow } from "../documents/queries.ts";

type Recorded = Pick<DecisionRow, "recordVersion" | "accessRecordId" | "authorisedSince"> &
  Omit<HowConsented, "authorisedSince" | "accessGivenByName">;

/** How a consent came about, for the manifest. Records of version 1 tell nothing, so their bundles stay as they were. */
export async function readHowConsented(reader: Reader, recorded: Recorded): Promise<{ how?: HowConsented }> {
  const { recordVersion, consent, intent, identifiedBy, confirmedBy, authorisedSince, accessGivenBy } =
    recorded;
  if (recordVersion === 1) return {};
  return {
    how: {
      consent,
      intent,
      identifiedBy,
      confirmedBy,
      accessGivenBy,
      authorisedSince: authorisedSince?.toISOString() ?? null,
      accessGivenByName: await findAccessGiverName(reader, recorded),
    },
  };
}
