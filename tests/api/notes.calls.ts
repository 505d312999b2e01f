import type * as calls from "#contract/admin/notes.ts";
import { notes } from "#server/schema/notes.ts";
import { makeOrganization, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { organizationId } = await makeOrganization(db);
  const noteId = async () => {
    const id = unique("note");
    const by = { writtenBy: "Noah", writtenAt: new Date() };
    await db.insert(notes).values({ noteId: id, organizationId, text: id, ...by });
    return id;
  };
  return {
    notedOrganizationId: organizationId,
    changedNoteId: await noteId(),
    removedNoteId: await noteId(),
  };
}

type Own = keyof Awaited<ReturnType<typeof makeOwn>>;

export const pointed: PointedAt<typeof calls, Own> = {
  listNotes: ({ notedOrganizationId }) => ({ params: { id: notedOrganizationId } }),
  addNote: ({ notedOrganizationId }) => ({
    params: { id: notedOrganizationId },
    body: { text: `Prefers calls to emails (${notedOrganizationId})` },
  }),
  changeNote: ({ changedNoteId }) => ({
    params: { id: changedNoteId },
    body: { text: "Prefers emails", asRead: changedNoteId },
  }),
  removeNote: ({ removedNoteId }) => ({ params: { id: removedNoteId } }),
};
