import { expect, test } from "vitest";
import { WorldPerson } from "./world-file.ts";

const noah = { firstName: "Noah", lastName: "Castellan", email: "noah@studio.example" };

test.each([
  { isStaff: true, adminRole: "viewer" },
  { isStaff: true, adminRole: null },
  { isStaff: false, adminRole: "owner" },
])("API-5 a person with $isStaff and $adminRole is refused in words", (said) => {
  const issues = WorldPerson.safeParse({ ...noah, ...said }).error?.issues;
  expect(issues).toMatchObject([
    {
      path: ["adminRole"],
      message: `isStaff: ${said.isStaff} and adminRole: ${said.adminRole} contradict each other; leave isStaff out`,
    },
  ]);
});
