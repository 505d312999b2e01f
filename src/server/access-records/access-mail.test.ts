import { expect, test } from "vitest";
import { readEnv } from "../env/read-env.ts";
import { composeAccessNotice, describeAccess, describeOwnAccess } from "./access-mail.ts";

const ADA = { userProfileId: "person-2", name: "Ada Byron", email: "ada@h.example" };

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

test.each([
  ["of one person", { isOwn: false, person: ADA }, /please ask Ada Byron and Ember at once/],
  [
    "of a person without a name",
    { isOwn: false, person: { ...ADA, name: "" } },
    /ask ada@h\.example and Ember/,
  ],
  ["of several people or of an issuer", { isOwn: false, person: null }, /ask your colleagues and Ember/],
  ["of the reader", { isOwn: true, person: ADA }, /tell your colleagues and Ember/],
])("CONNECT-1, COMPANY-12 the mail about a change %s names whom to ask", (_of, about, expected) => {
  const brand = { ...readEnv({}).brand, companyName: "Ember", timeZone: "Australia/Sydney" };
  const notice = { sentences: ["It was changed."], organizationName: "Harbour", ...about };
  expect(composeAccessNotice(brand, "https://portal.example", notice).text).toMatch(expected);
});
