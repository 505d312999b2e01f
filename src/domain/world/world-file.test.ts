import { expect, test } from "vitest";
import { WorldPerson } from "./world-file.ts";
import { momentAt, WorldMoment } from "./world-moment.ts";

const noah = { firstName: "Noah", lastName: "Castellan", email: "noah@studio.example" };

test.each([
  { isStaff: true, adminRole: "viewer" },
  { isStaff: true, adminRole: null },
  { isStaff: false, adminRole: "owner" },
])("API-5 a person with $isStaff and $adminRole is refused in words", (message) => {
  const issues = WorldPerson.safeParse({ ...noah, ...message }).error?.issues;
  expect(issues).toMatchObject([
    {
      path: ["adminRole"],
      message: `isStaff: ${message.isStaff} and adminRole: ${message.adminRole} contradict each other; leave isStaff out`,
    },
  ]);
});

const NOW = new Date("2026-03-10T12:00:00.000Z");

test.each([
  ["-90m", "2026-03-10T10:30:00.000Z"],
  ["-2h", "2026-03-10T10:00:00.000Z"],
  ["-30d", "2026-02-08T12:00:00.000Z"],
  ["-0m", "2026-03-10T12:00:00.000Z"],
  ["2026-03-01T09:30:00+11:00", "2026-02-28T22:30:00.000Z"],
  ["2026-03-01T09:30:00Z", "2026-03-01T09:30:00.000Z"],
])("%s is a moment", (text, expected) => {
  expect(momentAt(WorldMoment.parse(text), NOW).toISOString()).toBe(expected);
});

test.each([
  "",
  "yesterday",
  "3d",
  "-3w",
  "-1.5d",
  "--3d",
  "2026-03-01",
  "2026-03-01T09:30:00",
  "2026-02-30T00:00:00Z",
])("%j is no moment", (text) => {
  expect(WorldMoment.safeParse(text).success).toBe(false);
});
