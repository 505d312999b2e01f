import type * as calls from "#contract/admin/people.ts";
import { makePerson, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";
import { PROVED } from "#tests/support/proved.ts";

export async function makeOwn({ db }: TestApp) {
  const [managed, removed] = [await makePerson(db), await makePerson(db)];
  return { managedPersonId: managed.userProfileId, removedPersonId: removed.userProfileId };
}

export const pointed: PointedAt<typeof calls, "managedPersonId" | "removedPersonId"> = {
  listPeople: () => ({}),
  getPerson: ({ managedPersonId }) => ({ params: { id: managedPersonId } }),
  correctName: ({ managedPersonId }) => ({
    params: { id: managedPersonId },
    body: { firstName: "Grace", lastName: "Hopper" },
  }),
  changeEmail: ({ managedPersonId }) => ({
    params: { id: managedPersonId },
    body: { newEmail: `${unique("new")}@example.test` },
    ...PROVED,
  }),
  endEmailChange: ({ managedPersonId }) => ({ params: { id: managedPersonId } }),
  resetFactor: ({ managedPersonId }) => ({ params: { id: managedPersonId }, ...PROVED }),
  removePerson: ({ removedPersonId }) => ({ params: { id: removedPersonId } }),
};
