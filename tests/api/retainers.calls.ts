import type * as calls from "#contract/admin/retainers.ts";
import { retainerPeriods } from "#server/schema/retainers.ts";
import { makeOrganization } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import { makeRetainer, RETAINER } from "#tests/support/make-retainer.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { organizationId: payerId } = await makeOrganization(db);
  const { retainerId } = await makeRetainer(db, { organizationId: payerId });
  const { retainerId: begunId, startsOn } = await makeRetainer(db, { organizationId: payerId });
  await db
    .insert(retainerPeriods)
    .values({ retainerId: begunId, startsOn, endsOn: startsOn, preparedAt: new Date() });
  return { payerId, retainerId };
}

export const pointed: PointedAt<typeof calls, "payerId" | "retainerId"> = {
  listRetainers: () => ({}),
  getRetainer: ({ retainerId }) => ({ params: { id: retainerId } }),
  addRetainer: ({ payerId }) => ({ body: { ...RETAINER, organizationId: payerId } }),
  changeRetainer: ({ retainerId }) => ({
    params: { id: retainerId },
    body: { ...RETAINER, name: `Care ${retainerId}`, recordVersion: 1 },
  }),
  pauseRetainer: ({ retainerId }) => ({ params: { id: retainerId }, body: { isPaused: true } }),
  endRetainer: ({ retainerId }) => ({ params: { id: retainerId } }),
  deleteRetainer: ({ retainerId }) => ({ params: { id: retainerId } }),
};
