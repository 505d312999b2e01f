import { LogOut } from "lucide-react";
import { useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import { BRAND } from "#web/lib/brand.ts";
import { VIEW_PATH } from "#web/lib/client-view.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { SecurityCards } from "#web/security/security-cards.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { signOutWithToast } from "#web/ui/menu-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { RecordForm, useRecordForm } from "#web/ui/record-form.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useUpdateProfile } from "./use-update-profile.ts";

export function ProfilePage() {
  usePageTitle("My Profile");
  const { profile, organizations } = usePerson();
  return (
    <PageBody>
      <PageHeading intro={profile ? <Exact>{profile.email}</Exact> : <Skeleton className="my-1 h-5 w-48" />}>
        My Profile
      </PageHeading>
      {profile && organizations ? (
        <ProfileContent profile={profile} organizations={organizations} />
      ) : (
        <Loading label="Loading your profile" className="max-w-2xl">
          <Skeleton className="h-60 w-full rounded-lg" />
        </Loading>
      )}
    </PageBody>
  );
}

type ProfileProps = { profile: UserProfile; organizations: readonly Organization[] };

function ProfileContent({ profile, organizations }: ProfileProps) {
  return (
    <>
      {organizations.length === 0 && !profile.adminRole ? (
        <Notice tone="info" title="You're not a member of an organization yet." className="mb-6 max-w-2xl">
          Ask your contact at <Exact>{BRAND.companyName}</Exact>, or a colleague who uses the portal, to add
          you.
        </Notice>
      ) : null}
      <Card aria-label="Profile" className="max-w-2xl p-5">
        <ProfileForm profile={profile} organizations={organizations} />
      </Card>
      {VIEW_PATH === undefined ? <SecurityCards email={profile.email} /> : null}
      <div className="mt-4 -ml-4">
        <SignOutButton />
      </div>
    </>
  );
}

function SignOutButton() {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Button
      tone="quiet"
      isBusy={isLeaving}
      icon={<LogOut aria-hidden="true" strokeWidth={1.5} />}
      onClick={() => {
        setIsLeaving(true);
        void signOutWithToast().finally(() => setIsLeaving(false));
      }}
    >
      Sign out
    </Button>
  );
}

const NAME_RULES = { maxLength: { value: 100, message: "At most 100 characters" } };

function typedOf(
  { firstName, lastName, activeOrganizationId: acting }: UserProfile,
  organizations: readonly Organization[],
) {
  const isMember = organizations.some((one) => one.organizationId === acting);
  return { firstName, lastName, activeOrganizationId: (isMember && acting) || "" };
}

/** First Name, Last Name and, for people of several organizations, the organization they act for. */
function ProfileForm({ profile, organizations }: ProfileProps) {
  const updateProfile = useUpdateProfile();
  const values = typedOf(profile, organizations);
  const form = useRecordForm({
    values,
    staysOpen: true,
    async save(typed) {
      // Another window may have changed the others.
      const changes = {
        ...(dirtyFields.firstName && { firstName: typed.firstName.trim() }),
        ...(dirtyFields.lastName && { lastName: typed.lastName.trim() }),
        ...(dirtyFields.activeOrganizationId && { activeOrganizationId: typed.activeOrganizationId }),
      };
      const saved = await updateProfile(profile, changes);
      showToast({ title: "Profile updated" });
      return { values: typedOf(saved, organizations) };
    },
  });
  const { dirtyFields } = form.formState;

  return (
    <RecordForm form={form} failureTitle="Your profile wasn't saved" className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First Name"
          autoComplete="given-name"
          form={form}
          name="firstName"
          rules={{ ...NAME_RULES, validate: (text) => text.trim() !== "" || "Please enter your first name" }}
        />
        <TextField
          label="Last Name"
          autoComplete="family-name"
          hint="Leave empty if you have one name"
          form={form}
          name="lastName"
          rules={NAME_RULES}
        />
      </div>
      {organizations.length > 1 ? (
        <SelectField
          label="Active Organization"
          hint="You see the documents, work orders and invoices of this organization."
          form={form}
          name="activeOrganizationId"
        >
          {values.activeOrganizationId === "" ? <option value="">Choose an organization</option> : null}
          {organizations.map(({ organizationId, organizationName }) => (
            <option key={organizationId} value={organizationId} translate="no">
              {organizationName}
            </option>
          ))}
        </SelectField>
      ) : null}
      <div className="flex justify-end pt-2">
        <Button tone="primary" type="submit" isBusy={form.isBusy}>
          Update
        </Button>
      </div>
    </RecordForm>
  );
}
