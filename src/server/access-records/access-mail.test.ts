import { expect, test } from "vitest";
import { describeAccess, describeOwnAccess } from "./access-mail.ts";

test("FIELD-10 mails about access show names so that no program makes a link of them", () => {
  const event = {
    kind: "change" as const,
    person: { userProfileId: "person-1", name: "Md.Rahim", email: "rahim@client.example" },
    permissionType: "write" as const,
    previousPermissionType: "read" as const,
    actor: { name: "S.Kumar", side: "company" as const },
    organizationName: "Harbour",
  };
  expect(describeAccess("Ember", event, "mail")).toMatch(/^S\. Kumar of Ember .*Md\. Rahim \(rahim@client/);
  expect(describeOwnAccess("Ember", event)).toMatch(/^S\. Kumar of Ember /);
  expect(describeAccess("Ember", event, "notification")).toMatch(/^S\.Kumar of Ember .*Md\.Rahim/);
});
