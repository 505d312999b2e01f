import { type ReactNode, useState } from "react";
import { changeOrganizationDetails, getOrganization } from "#contract/admin/organizations.ts";
import { listAdmins } from "#contract/admin/people.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { formatAbn } from "#domain/format-party.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { TypedDetails, typeDetails } from "#domain/organizations/organization-details.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

/** Who an organization is on paper, whom the company bills, and who looks after it. */
export function DetailsCard({ organization }: { organization: ManagedOrganization }) {
  const mayChange = useMayActAs("editor");
  const [isChanging, setIsChanging] = useState(false);
  const { details } = organization;
  return (
    <Card aria-labelledby="details">
      <CardHeading
        id="details"
        action={
          mayChange ? (
            <Button size="sm" onClick={() => setIsChanging(true)}>
              Change details
            </Button>
          ) : null
        }
      >
        Details
      </CardHeading>
      <Facts details={details} />
      {isChanging ? <DetailsDialog organization={organization} onClose={() => setIsChanging(false)} /> : null}
    </Card>
  );
}

/** What is known of them. */
function Facts({ details }: Pick<ManagedOrganization, "details">) {
  const { legalName, abn, billingAddress, phone, billingContact, billingEmail, ownerName } = details;
  const facts: Record<string, ReactNode> = {
    "Legal name": legalName,
    ABN: abn && formatAbn(abn),
    "Billing address": billingAddress && (
      <span className="wrap-anywhere whitespace-pre-line">{billingAddress}</span>
    ),
    Phone: phone && <Outside href={`tel:${phone}`}>{phone}</Outside>,
    "Billing contact": billingContact,
    "Billing email": billingEmail && <Outside href={`mailto:${billingEmail}`}>{billingEmail}</Outside>,
    Owner: ownerName,
  };
  const given = Object.entries(facts).filter(([, value]) => Boolean(value));
  const missing = Object.keys(facts).filter((label) => !facts[label]);
  return (
    <div className="grid gap-3.5 p-5">
      {given.length > 0 ? (
        <DetailList>
          {given.map(([label, value]) => (
            <Detail key={label} label={label}>
              {value}
            </Detail>
          ))}
        </DetailList>
      ) : null}
      {missing.length > 0 ? <p className="text-ink-faint text-sm">Not given: {missing.join(", ")}</p> : null}
    </div>
  );
}

/** Opens a mail or a call in another program. */
function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      translate="no"
      className="wrap-anywhere rounded-sm text-brand underline underline-offset-3"
    >
      {children}
    </a>
  );
}

type DetailsDialogProps = { organization: ManagedOrganization; onClose: () => void };

function DetailsDialog({ organization, onClose }: DetailsDialogProps) {
  const { organizationId, details, detailsVersion } = organization;
  const cached = useCached();
  const { data: admins } = useCall(listAdmins, {});
  const form = useSchemaForm({
    schema: TypedDetails,
    values: typeDetails(details),
    recordVersion: detailsVersion,
    async save(entered, recordVersion) {
      const params = { id: organizationId };
      const saved = await call(changeOrganizationDetails, { params, body: { ...entered, recordVersion } });
      await cached.replace(getOrganization, { params }, saved);
      showToast({ title: "Details changed", text: saved.organizationName });
      onClose();
    },
    subject: "this organization",
  });
  // Until the list is here, the owner of now can stay.
  const owners =
    admins?.map((admin) => ({ id: admin.userProfileId, name: displayName(admin) })) ??
    (details.ownerId === null ? [] : [{ id: details.ownerId, name: details.ownerName ?? "" }]);
  return (
    <FormDialog
      form={form}
      title="Change details"
      description="New invoices show the legal name, ABN and billing address. Issued ones stay as they are."
      action="Save"
      failureTitle="The details weren't changed"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Legal name"
          hint={`If empty: ${organization.organizationName}`}
          form={form}
          name="legalName"
        />
        <TextField label="ABN" hint="11 digits" inputMode="numeric" form={form} name="abn" />
      </div>
      <TextField
        isLong
        label="Billing address"
        hint="As on an envelope"
        rows={3}
        form={form}
        name="billingAddress"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Billing contact" form={form} name="billingContact" />
        <TextField label="Billing email" type="email" form={form} name="billingEmail" />
        <TextField label="Phone" type="tel" form={form} name="phone" />
        <SelectField label="Owner" hint="Who looks after them here" form={form} name="ownerId">
          <option value="">None</option>
          {owners.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </FormDialog>
  );
}
