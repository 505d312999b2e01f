import { v7 } from "uuid";
import type { RetainerDetails } from "#domain/retainers/retainer.ts";
import type { Db } from "#server/db/database.ts";
import { retainerLines, retainers } from "#server/schema/retainers.ts";
import { makeOrganization } from "./factories.ts";

/** A retainer that begins later than any test's clock. */
export const RETAINER: RetainerDetails = {
  name: "Website care",
  lines: [
    { description: "Updates", quantity: 2, unit: "hour", rate: 150, discountPercent: 0, hasGst: true },
    { description: "Domain", quantity: 1, unit: null, rate: 19.95, discountPercent: 10, hasGst: false },
  ],
  period: "MONTH",
  startsOn: "2099-01-31",
  endsOn: null,
  work: null,
  issuesItself: false,
};

/** Adds a retainer of one line that has prepared nothing. */
export async function makeRetainer(db: Db, given: Partial<typeof retainers.$inferInsert> = {}) {
  const organizationId = given.organizationId ?? (await makeOrganization(db)).organizationId;
  const { name, period, startsOn, endsOn, issuesItself } = RETAINER;
  const now = new Date();
  const [row] = await db
    .insert(retainers)
    .values({
      retainerId: v7(),
      organizationId,
      name,
      period,
      startsOn,
      endsOn,
      issuesItself,
      pauses: [],
      status: "ACTIVE",
      nextIndex: 0,
      nextOn: startsOn,
      createdAt: now,
      updatedAt: now,
      ...given,
    })
    .returning();
  if (!row) throw new Error("The database returned no retainer.");
  const { retainerId } = row;
  const line = { description: "Care", quantity: "1", rate: "100", discountPercent: "0", hasGst: true };
  await db.insert(retainerLines).values({ retainerId, position: 0, ...line });
  return row;
}
