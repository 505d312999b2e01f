import { expect, test } from "vitest";
import { getSystem } from "#contract/admin/system.ts";
import type { SystemPartId } from "#domain/system/system-part.ts";
import { makeAdmin, makeOrganization, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const readPart = async (id: SystemPartId) => {
  const { parts } = await app.request(getSystem, { as: owner });
  return parts.find((part) => part.id === id);
};

test("RUN-3 only owners read how the portal works", async () => {
  const organization = await makeOrganization(app.db);
  const client = await makePerson(app.db, { organization });
  for (const as of [await makeAdmin(app.db, "editor"), await makeAdmin(app.db, "viewer"), client])
    expect(await app.refusal(getSystem, { as })).toMatchObject({ status: 403 });
  const { parts } = await app.request(getSystem, { as: owner });
  expect(parts.map(({ id }) => id)).toContain("version");
});

test("RUN-3 the version of the portal and what it runs on are shown", async () => {
  const part = await readPart("version");
  expect(part).toMatchObject({ state: "ok" });
  expect(JSON.stringify(part?.facts)).toMatch(/"Portal","text":"\d+\.\d+\.\d+".*PostgreSQL \d+.*on a server/);
});
