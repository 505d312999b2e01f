import { ADA, EACH_TIME, ORGANIZATION } from "../mail/sample-values.ts";
import type { Noun } from "../noun.ts";
import {
  add,
  EVERY_ROW,
  MEMBER_ROLES,
  OF_ORGANIZATION,
  OF_THEIR_ORGANIZATIONS,
  see,
} from "../rls/row-rules.ts";
import { composeAccessNotice, describeAccess } from "./access-mail.ts";

const INVITATION_EVENT = {
  kind: "invite",
  person: { userProfileId: null, name: ADA.userName, email: ADA.userEmail },
  actor: { name: "Noah Castellan", side: "company" },
  permissionType: "write",
  organizationName: ORGANIZATION,
} as const;

export const noun: Noun = {
  mails: [
    {
      order: 180,
      mailKind: "access-changed",
      name: "The access to an organization was changed",
      when: "A person is invited, joins, gets another right or loses it, or the company changes their email or resets their two-step sign-in",
      to: "Everyone else in the organization who may accept, and the person",
      again: EACH_TIME,
      compose: (brand, publicUrl) =>
        composeAccessNotice(brand, publicUrl, {
          sentences: [describeAccess(brand.companyName, INVITATION_EVENT, "mail")],
          organizationName: ORGANIZATION,
          isOwn: false,
          person: INVITATION_EVENT.person,
        }),
    },
  ],
  rows: {
    access_records: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      add(["writer"], OF_ORGANIZATION),
      see(["person"], OF_THEIR_ORGANIZATIONS),
      see(["admin", "worker", "portal"], EVERY_ROW),
      add(["admin", "portal"], EVERY_ROW),
    ],
  },
};
