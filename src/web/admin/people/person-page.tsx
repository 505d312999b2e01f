import { useRef, useState } from "react";
import { z } from "zod";
import {
  changeEmail,
  correctName,
  endEmailChange,
  getPerson,
  listPeople,
  removePerson,
  resetFactor,
} from "#contract/admin/people.ts";
import { adminRoleLabel } from "#domain/account/admin-role.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import { displayName, Email } from "#domain/account/user-profile.ts";
import { PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useNavigate, useParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs, usePerson } from "#web/lib/use-person.ts";
import { ALL_PEOPLE_PATH } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { organizationPath } from "../ui/paths.ts";
import { RecordScreen } from "../ui/record-screen.tsx";
import { Timeline } from "../ui/timeline.tsx";
import { PersonalData, type PersonEnd } from "./personal-data.tsx";

export function PersonPage() {
  const { userProfileId = "" } = useParams();
  const ending = usePersonEnd();
  const answer = useCall(getPerson, { params: { id: userProfileId } }, { isPaused: ending.isEnding });
  return (
    <RecordScreen
      answer={answer}
      id={userProfileId}
      noun="person"
      list={{ to: ALL_PEOPLE_PATH, label: "All people" }}
      title={displayName}
      skeleton={<Skeleton className="h-56 w-full max-w-3xl rounded-lg" />}
    >
      {(person) => (
        <Person
          person={person}
          ending={ending}
          onChanged={(changed) => void answer.mutate(changed, { revalidate: false })}
        />
      )}
    </RecordScreen>
  );
}

function usePersonEnd(): PersonEnd {
  const isEnding = useRef(false);
  const cached = useCached();
  const navigate = useNavigate();
  return {
    isEnding: () => isEnding.current,
    async end(endPerson, title, text) {
      isEnding.current = true;
      await endPerson().catch((error: unknown) => {
        isEnding.current = false;
        throw error;
      });
      showToast({ title, text });
      void cached.refetch(listPeople);
      await navigate(ALL_PEOPLE_PATH, { replace: true });
    },
  };
}

type PersonProps = { person: ManagedPerson; onChanged: (person: ManagedPerson) => void };

function Person({ person, ending, onChanged }: PersonProps & { ending: PersonEnd }) {
  const { profile } = usePerson();
  const mayChange = useMayActAs("owner");
  const [open, setOpen] = useState<"name" | "email" | "factor" | "removal" | null>(null);
  const isAnother = person.userProfileId !== profile?.userProfileId;
  const close = () => setOpen(null);
  const name = displayName(person);
  return (
    <article>
      <PageHeading
        eyebrow={<TextLink to={ALL_PEOPLE_PATH}>All people</TextLink>}
        actions={
          mayChange ? (
            <>
              <Button onClick={() => setOpen("name")}>Correct name</Button>
              <Button onClick={() => setOpen("email")}>Change email</Button>
              {person.hasSignIn && isAnother ? (
                <Button onClick={() => setOpen("factor")}>Reset two-step sign-in</Button>
              ) : null}
              {person.adminRole === null ? (
                <Button tone="quiet" onClick={() => setOpen("removal")}>
                  Remove for good
                </Button>
              ) : null}
            </>
          ) : null
        }
      >
        {name}
      </PageHeading>
      <div className="grid max-w-3xl gap-6">
        {person.emailChange ? (
          <EmailChangeNotice person={person} mayChange={mayChange} onChanged={onChanged} />
        ) : null}
        {person.adminRole && person.memberships.length > 0 ? (
          <Notice tone="warning" title="This person is on both sides">
            They work for the company and belong to an organization, so they can't accept, decline, choose or
            sign for it. Remove their role under “People”, or remove them from the organization.
          </Notice>
        ) : null}
        <Facts person={person} />
        <Memberships person={person} />
        {mayChange ? <PersonalData person={person} ending={ending} /> : null}
      </div>
      <section aria-labelledby="activity" className="mt-12">
        <h2 id="activity" className="mb-3 font-semibold text-lg">
          Activity
        </h2>
        <Timeline of={{ personId: person.userProfileId }} />
      </section>
      {open === "name" ? <CorrectNameDialog person={person} onClose={close} onChanged={onChanged} /> : null}
      {open === "email" ? <ChangeEmailDialog person={person} onClose={close} onChanged={onChanged} /> : null}
      {open === "factor" ? <ResetFactorDialog person={person} onClose={close} /> : null}
      {open === "removal" ? <RemovePersonDialog person={person} ending={ending} onClose={close} /> : null}
    </article>
  );
}

function Facts({ person }: { person: ManagedPerson }) {
  return (
    <Card aria-label="Facts" className="p-5">
      <DetailList>
        <Detail label="Email">
          <span className="wrap-anywhere">{person.email}</span>
        </Detail>
        <Detail label="Last sign-in">
          {person.lastSignedInAt ? <DateTimeText iso={person.lastSignedInAt} /> : "Not yet"}
        </Detail>
        {person.hasSignIn ? null : <Detail label="Account">Has none yet</Detail>}
        {person.adminRole ? (
          <Detail label="Role">{adminRoleLabel(person.adminRole)} of the company</Detail>
        ) : null}
        <Detail label="Added">
          <DateText iso={person.createdAt} />
        </Detail>
      </DetailList>
    </Card>
  );
}

const MEMBERSHIP = "flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-2.5";

function Memberships({ person: { memberships, invitations } }: { person: ManagedPerson }) {
  return (
    <Card aria-labelledby="memberships">
      <CardHeading id="memberships">Organizations</CardHeading>
      {memberships.length + invitations.length === 0 ? (
        <p className="px-5 py-4 text-ink-soft">Belongs to no organization.</p>
      ) : null}
      <ul className="divide-y divide-line">
        {memberships.map(({ organizationId, organizationName, permissionType }) => (
          <li key={organizationId} className={MEMBERSHIP}>
            <TextLink to={`${organizationPath(organizationId)}?tab=People`}>{organizationName}</TextLink>
            <span className="text-ink-soft text-sm">{PERMISSION_LABELS[permissionType]}</span>
          </li>
        ))}
        {invitations.map(({ invitationId, organizationId, expiresAt }) => (
          <li key={invitationId} className={MEMBERSHIP}>
            {organizationId ? (
              <TextLink to={`${organizationPath(organizationId)}?tab=People`}>
                Invited to another organization
              </TextLink>
            ) : (
              <span>Invited to work for the company</span>
            )}
            <span className="text-ink-soft text-sm">
              Until <DateText iso={expiresAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function EmailChangeNotice({ person, mayChange, onChanged }: PersonProps & { mayChange: boolean }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { emailChange } = person;
  if (emailChange === null) return null;

  async function end() {
    setFailure(null);
    try {
      onChanged(await call(endEmailChange, { params: { id: person.userProfileId } }));
    } catch (error) {
      setFailure(explainFailure(error));
    }
  }

  return (
    <Notice
      tone="info"
      title={`${emailChange.newEmail} isn't confirmed yet`}
      action={
        mayChange ? (
          <Button size="sm" onClick={() => void end()}>
            Withdraw
          </Button>
        ) : null
      }
    >
      The link in our email works until <DateTimeText iso={emailChange.expiresAt} />. {failure}
    </Notice>
  );
}

/** Helps a person who has lost their phone and backup codes, or the device with their passkey. */
function ResetFactorDialog({ person, onClose }: { person: ManagedPerson; onClose: () => void }) {
  const name = displayName(person);

  async function reset() {
    const { wasOn } = await call(resetFactor, { params: { id: person.userProfileId } });
    showToast(
      wasOn
        ? { title: "Two-step sign-in is off", text: `${name} signs in with the password alone.` }
        : { title: "Nothing was changed", text: `${name} has no two-step sign-in.` },
    );
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Reset two-step sign-in of ${name}?`}
      description="Check with them first, in person or by phone. After this, their password alone signs them in, and their passkeys are removed. They are signed out everywhere, and we email them and all owners. For a day after that, they can't accept or sign for an organization unless a colleague there allows it."
      action="Reset two-step sign-in"
      tone="danger"
      onSubmit={reset}
      onClose={onClose}
    />
  );
}

type RemovePersonDialogProps = { person: ManagedPerson; ending: PersonEnd; onClose: () => void };

function RemovePersonDialog({ person, ending, onClose }: RemovePersonDialogProps) {
  const [isSure, setIsSure] = useState(false);
  const name = displayName(person);

  const remove = () =>
    ending.end(
      () => call(removePerson, { params: { id: person.userProfileId } }),
      "Person removed",
      `${name} can no longer sign in.`,
    );

  return (
    <ConfirmDialog
      title={`Remove ${name} for good?`}
      description="They can no longer sign in, and their name and email are erased. Their decisions and signatures keep their own copy, as evidence."
      action="Remove for good"
      tone="danger"
      isDisabled={!isSure}
      onSubmit={remove}
      onClose={onClose}
    >
      <Checkbox
        checked={isSure}
        onChange={(event) => setIsSure(event.currentTarget.checked)}
        label="I know that this can't be undone."
      />
    </ConfirmDialog>
  );
}

type PersonDialogProps = PersonProps & { onClose: () => void };

function CorrectNameDialog({ person, onClose, onChanged }: PersonDialogProps) {
  const form = useSchemaForm({
    schema: correctName.body,
    values: { firstName: person.firstName, lastName: person.lastName },
    async save(body) {
      const changed = await call(correctName, { params: { id: person.userProfileId }, body });
      onChanged(changed);
      showToast({ title: "Name corrected", text: displayName(changed) });
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title="Correct name"
      description="Their decisions and signatures keep the name used at the time."
      action="Save"
      onClose={onClose}
    >
      <TextField label="First name" autoComplete="off" form={form} name="firstName" />
      <TextField
        label="Last name"
        autoComplete="off"
        hint="Leave empty for a person with one name"
        form={form}
        name="lastName"
      />
    </FormDialog>
  );
}

const EmailForm = z.strictObject({ newEmail: Email });

function ChangeEmailDialog({ person, onClose, onChanged }: PersonDialogProps) {
  const form = useSchemaForm({
    schema: EmailForm,
    values: { newEmail: "" },
    async save(body) {
      onChanged(await call(changeEmail, { params: { id: person.userProfileId }, body }));
      showToast({ title: "Link sent", text: body.newEmail });
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title="Change email"
      description={`We'll send a link to the new email. Until they confirm it, ${person.email} stays. For a day after that, they can't accept or sign for an organization unless a colleague there allows it.`}
      action="Send link"
      onClose={onClose}
    >
      <TextField label="New email" type="email" autoComplete="off" form={form} name="newEmail" />
    </FormDialog>
  );
}
