import { LogOut } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { Exact } from "#blocks/exact.tsx";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import { explainFormFailure } from "#web/lib/call.ts";
import { VIEW_PATH } from "#web/lib/client-view.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { SecurityCards } from "#web/security/security-cards.tsx";
import { beginSave } from "#web/ui/begin-save.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { KeepUnsaved } from "#web/ui/keep-unsaved.tsx";
import { leave } from "#web/ui/leave.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { SelectInput } from "#web/ui/select-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useNewest } from "#web/ui/use-newest.ts";
import { useUpdateProfile } from "./use-update-profile.ts";

/** /user */
export function ProfilePage() {
  usePageTitle("My Profile");
  const { profile, organizations } = usePerson();
  return (
    <PageBody>
      <PageHeading intro={profile ? <Exact>{profile.email}</Exact> : <Skeleton className="my-1 h-5 w-48" />}>
        My Profile
      </PageHeading>
      {profile && organizations ? (
        <Known profile={profile} organizations={organizations} />
      ) : (
        <Loading label="Loading your profile" className="max-w-2xl">
          <Skeleton className="h-60 w-full rounded-lg" />
        </Loading>
      )}
    </PageBody>
  );
}

function Known({ profile, organizations }: { profile: UserProfile; organizations: Organization[] }) {
  return (
    <>
      <Card aria-label="Profile" className="max-w-2xl p-5 sm:p-6">
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
        void leave().finally(() => setIsLeaving(false));
      }}
    >
      Sign out
    </Button>
  );
}

type ProfileFormProps = { profile: UserProfile; organizations: readonly Organization[] };

const isFilled = (text: string) => text.trim() !== "";
const NAME_RULES = { maxLength: { value: 100, message: "At most 100 characters" } };

function typedOf(
  { firstName, lastName, activeOrganizationId: acting }: UserProfile,
  organizations: readonly Organization[],
) {
  const isMember = organizations.some((one) => one.organizationId === acting);
  return { firstName, lastName, activeOrganizationId: (isMember && acting) || "" };
}

/** First Name, Last Name and, for people of several organizations, the organization they act for. */
function ProfileForm({ profile, organizations }: ProfileFormProps) {
  const selectId = useId();
  const updateProfile = useUpdateProfile();
  const [failure, setFailure] = useState<string | null>(null);
  const newest = typedOf(profile, organizations);
  const form = useForm({ mode: "onTouched", defaultValues: newest });
  useNewest(form, newest);
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting, dirtyFields } = formState;

  const submit = handleSubmit(async (typed) => {
    setFailure(null);
    const takeSaved = beginSave(form);
    // Another window may have changed the others.
    const changes = {
      ...(dirtyFields.firstName && { firstName: typed.firstName.trim() }),
      ...(dirtyFields.lastName && { lastName: typed.lastName.trim() }),
      ...(dirtyFields.activeOrganizationId && { activeOrganizationId: typed.activeOrganizationId }),
    };
    try {
      takeSaved(typedOf(await updateProfile(profile, changes), organizations));
      showToast({ title: "Profile updated" });
    } catch (error) {
      setFailure(explainFormFailure(error));
    }
  });

  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <KeepUnsaved form={form} />
      {failure ? (
        <Notice tone="error" title="Your profile was not saved">
          {failure}
        </Notice>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="First Name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register("firstName", {
            ...NAME_RULES,
            validate: (text) => isFilled(text) || "Please enter your first name",
          })}
        />
        <Field
          label="Last Name"
          autoComplete="family-name"
          hint="Leave empty if you have one name"
          {...fieldOf(register, errors, "lastName", NAME_RULES)}
        />
      </div>
      {organizations.length > 1 ? (
        <div>
          <label htmlFor={selectId} className="mb-1.5 block font-medium text-sm">
            Active Organization
          </label>
          <SelectInput id={selectId} {...register("activeOrganizationId")}>
            {newest.activeOrganizationId === "" ? <option value="">Choose an organization</option> : null}
            {organizations.map(({ organizationId, organizationName }) => (
              <option key={organizationId} value={organizationId} translate="no">
                {organizationName}
              </option>
            ))}
          </SelectInput>
          <p className="mt-1.5 text-ink-faint text-sm">
            You see the documents, work orders and invoices of this organization.
          </p>
        </div>
      ) : null}
      <div className="flex justify-end pt-2">
        <Button tone="primary" type="submit" isBusy={isSubmitting}>
          Update
        </Button>
      </div>
    </form>
  );
}
