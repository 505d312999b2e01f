import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

type Requested = {
  name: string;
  email: string;
  permissionType: PermissionType;
  organizationName: string;
  /** Null: they are not there any more. */
  requestedBy: string | null;
};

/** The mail to the company's people who chose it that a client requests access for a person. */
export function composeRequest(brand: MailBrand, publicUrl: string, requested: Requested): ComposedMail {
  const { email, permissionType, organizationName, requestedBy } = requested;
  const person = unlinkedName(requested.name);
  const subject = `${organizationName} requests access for ${person}`;
  const by = requestedBy === null ? organizationName : `${unlinkedName(requestedBy)} of ${organizationName}`;
  return composeMail(brand, {
    subject,
    heading: subject,
    paragraphs: [
      `${by} requests access for ${person} (${email}): “${PERMISSION_LABELS[permissionType]}”. Please grant or refuse it.`,
      "You can choose which emails you get under “My account”.",
    ],
    button: { label: "See the request", href: `${publicUrl}/admin/requests` },
  });
}
