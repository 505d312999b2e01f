import type { HowConsented } from "#domain/evidence/bundle/how-consented.ts";
import { findLetInName } from "../access-records/find-let-in-name.ts";
import type { Reader } from "../db/database.ts";
import type { DecisionRow } from "../documents/queries.ts";

type Recorded = Pick<DecisionRow, "recordVersion" | "accessRecordId" | "authorisedSince"> &
  Omit<HowConsented, "authorisedSince" | "letInByName">;

/** How a consent came about, for the manifest. Records of version 1 tell nothing, so their bundles stay as they were. */
export async function readHowConsented(reader: Reader, recorded: Recorded): Promise<{ how?: HowConsented }> {
  const { recordVersion, consent, intent, identifiedBy, confirmedBy, authorisedSince, letInBy } = recorded;
  if (recordVersion === 1) return {};
  return {
    how: {
      ...{ consent, intent, identifiedBy, confirmedBy, letInBy },
      authorisedSince: authorisedSince?.toISOString() ?? null,
      letInByName: await findLetInName(reader, recorded),
    },
  };
}
