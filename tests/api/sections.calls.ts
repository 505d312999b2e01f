import type * as calls from "#contract/admin/sections.ts";
import { makePage, makeSection } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { sectionId } = await makeSection(db);
  const { sectionId: removedSectionId } = await makeSection(db);
  return { sectionId, removedSectionId };
}

type Own = keyof Awaited<ReturnType<typeof makeOwn>>;

export const pointed: PointedAt<typeof calls, Own> = {
  listSections: () => ({}),
  getSection: ({ sectionId: id }) => ({ params: { id } }),
  addSection: ({ sectionId }) => ({ body: { name: `Like ${sectionId}`, page: makePage([], sectionId) } }),
  renameSection: ({ sectionId: id }) => ({ params: { id }, body: { name: `Terms ${id}`, asRead: id } }),
  removeSection: ({ removedSectionId: id }) => ({ params: { id } }),
};
