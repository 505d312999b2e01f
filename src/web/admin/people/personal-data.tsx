import { type ReactNode, useState } from "react";
import { listActivity } from "#contract/admin/activity.ts";
import { erasePerson, exportPerson, previewErasure } from "#contract/admin/people.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import {
  type ErasureOutcome,
  type ErasurePreview,
  PERSONAL_DATA_OUTCOMES,
  type PersonalDataName,
} from "#domain/account/personal-data.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { DownloadData } from "#web/security/personal-data-card.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export type PersonEnd = {
  /** Leaves the screen of a person once they are removed or erased, with a message. */
  end(endPerson: () => Promise<unknown>, title: string, text: string): Promise<void>;
  /** Pauses the answers about the person: a live event would request someone who is gone. */
  isEnding(): boolean;
};

type Props = { person: ManagedPerson; ending: PersonEnd };

/** What owners do with everything that is stored of a person. */
export function PersonalData({ person, ending }: Props) {
  const [isErasing, setIsErasing] = useState(false);
  const cached = useCached();
  const download = async () => {
    const link = await call(exportPerson, { params: { id: person.userProfileId } });
    // The activity of the same screen has one more entry.
    void cached.refetch(listActivity);
    return link;
  };
  return (
    <Card aria-labelledby="personal-data">
      <CardHeading id="personal-data">Personal data</CardHeading>
      <DownloadData
        onDownload={download}
        intro="Everything the portal stores about them, as one file for them or another system. The activity shows that you downloaded it."
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-5 py-4">
        <p className="min-w-0 max-w-[52ch] flex-1 basis-64 text-pretty text-ink-soft">
          {person.adminRole === null
            ? "Erase them from the portal, its records and PDFs. You first see what is erased and what stays."
            : "They work for the company. Remove their role under “People” before you erase them."}
        </p>
        {person.adminRole === null ? <Button onClick={() => setIsErasing(true)}>Erase person</Button> : null}
      </div>
      {isErasing ? <EraseDialog person={person} ending={ending} onClose={() => setIsErasing(false)} /> : null}
    </Card>
  );
}

function EraseDialog({ person, ending, onClose }: Props & { onClose: () => void }) {
  const [isSure, setIsSure] = useState(false);
  const params = { id: person.userProfileId };
  const answer = useCall(previewErasure, { params }, { isPaused: ending.isEnding });
  const name = displayName(person);

  const erase = () =>
    ending.end(
      () => call(erasePerson, { params }),
      "Person erased",
      `${name} can no longer sign in, and no record names them.`,
    );

  return (
    <ConfirmDialog
      title={`Erase ${name}?`}
      description="In one step, and for good: they are removed from the portal and erased from its records."
      action="Erase person"
      tone="danger"
      failureTitle="Nothing was erased"
      isWide
      isDisabled={!isSure || answer.data === undefined}
      onSubmit={erase}
      onClose={onClose}
    >
      {answer.data ? (
        <>
          <Consequences preview={answer.data} name={name} />
          <Checkbox
            checked={isSure}
            onChange={(event) => setIsSure(event.currentTarget.checked)}
            label="I know that this can't be undone."
          />
        </>
      ) : (
        (fetchFailure(answer, "We couldn't load what would be erased.") ?? (
          <Loading label="Loading what would be erased">
            <Skeleton className="h-64 w-full" />
          </Loading>
        ))
      )}
    </ConfirmDialog>
  );
}

/** What goes, what stays and why. */
function Consequences({ preview, name }: { preview: ErasurePreview; name: string }) {
  const ofOutcome = (...outcomes: ErasureOutcome[]) =>
    preview.found
      .filter((one) => outcomes.includes(PERSONAL_DATA_OUTCOMES[one.name]))
      .map((one) => countText(one.name, one.count));
  const pdfs = preview.pdfs > 0 ? [count(preview.pdfs, "PDF that names them", "PDFs that name them")] : [];
  return (
    <div className="space-y-4">
      <Group title="Erased" entries={[...ofOutcome("removed", "emptied"), ...pdfs]}>
        Of emails that were sent, only the time stays. {emailsText(preview.emails)}
      </Group>
      <Group title="Stays as evidence, without their name" entries={ofOutcome("evidence")}>
        These records prove to both sides what was agreed, when and for which organization. Name, email and
        network address are erased. Accepted documents and others' signed copies get new PDFs.
      </Group>
      <Group title="Stays as “Removed person”" entries={ofOutcome("unnamed")}>
        The company's own work and history. It keeps a number that leads to no one.
      </Group>
      <Group title={`Stays under the name ${name}`} entries={ofOutcome("named")}>
        What someone of this name wrote for the company. Change or delete it by hand where the name must go.
      </Group>
      <Group
        title="Not reached"
        entries={[
          "Backups",
          "Files and emails outside the portal",
          "Texts, emails and notifications to others that name them",
        ]}
      >
        Erase them again after you restore an older backup. Look for their name with the search.
      </Group>
    </div>
  );
}

type GroupProps = { title: string; entries: readonly string[]; children: ReactNode };

/** Nothing if there are no entries. */
function Group({ title, entries, children }: GroupProps) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 list-disc gap-x-8 ps-5 marker:text-ink-faint sm:columns-2">
        {entries.map((entry) => (
          <li key={entry} className="break-inside-avoid">
            {entry}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-soft text-sm">{children}</p>
    </section>
  );
}

function emailsText(emails: readonly string[]): string {
  return emails.length > 1 ? `All of their emails are erased: ${emails.join(", ")}.` : "";
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

function countText(name: PersonalDataName, number: number): string {
  const label = LABELS[name];
  return typeof label === "string" ? label : count(number, ...label);
}

/** What people call each kind of entry: one and several, or without a number. */
const LABELS: Record<PersonalDataName, string | [one: string, many: string]> = {
  profile: "Name and email",
  signIn: "Sign-in",
  waysToSignIn: "Password",
  sessions: ["session", "sessions"],
  twoStepSignIn: "Two-step sign-in",
  passkeys: ["passkey", "passkeys"],
  linkedIdentities: ["linked sign-in by single sign-on", "linked sign-ins by single sign-on"],
  memberships: ["membership of an organization", "memberships of organizations"],
  newEmail: "New email that was asked for",
  requestsForAccess: ["request for access", "requests for access"],
  invitations: ["invitation to them", "invitations to them"],
  receivedDocuments: ["entry as a recipient of a document", "entries as a recipient of documents"],
  requestsToSignAgain: ["request to sign again", "requests to sign again"],
  notifications: ["notification", "notifications"],
  billingContactOf: ["billing contact", "billing contacts"],
  emails: ["email to them", "emails to them"],
  decisions: ["decision", "decisions"],
  signatures: ["signature", "signatures"],
  changesOfAccess: ["change of their access", "changes of their access"],
  changesOfAccessOfOthers: ["change of access by them", "changes of access by them"],
  activity: ["entry of the activity", "entries of the activity"],
  openings: ["opening of a document", "openings of documents"],
  mailChoices: "Choice of emails",
  newEmailsRequestedForOthers: ["new email asked for others", "new emails asked for others"],
  requestsForAccessOfOthers: ["request for another person", "requests for other people"],
  invitationsToOthers: ["invitation sent by them", "invitations sent by them"],
  usualRecipientOf: ["organization's usual recipient", "organizations' usual recipient"],
  ownedOrganizations: ["organization they looked after", "organizations they looked after"],
  documents: ["document they owned or wrote", "documents they owned or wrote"],
  sentDocuments: ["version they sent", "versions they sent"],
  savedPages: ["page they saved", "pages they saved"],
  openPages: ["page they have open", "pages they have open"],
  templates: ["template they wrote", "templates they wrote"],
  sharedDocuments: ["document they shared", "documents they shared"],
  recordedPayments: ["payment they recorded", "payments they recorded"],
  retainers: ["retainer they added", "retainers they added"],
  announcements: ["announcement", "announcements"],
  notes: ["note", "notes"],
  changesOfStatus: ["change of an organization's status", "changes of organizations' status"],
  publishedTexts: ["published text", "published texts"],
  draftedTexts: ["drafted text", "drafted texts"],
  sections: ["saved section", "saved sections"],
};
