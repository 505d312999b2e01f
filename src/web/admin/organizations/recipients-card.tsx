import { useState } from "react";
import { z } from "zod";
import { changeUsualRecipients, getOrganizationRecipients } from "#contract/admin/organizations.ts";
import { KnownRecipients, type RecipientChoices } from "#domain/documents/recipients.ts";
import type { Id } from "#domain/id.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { ColleagueBoxes, everyoneOf, PeopleBoxes } from "../ui/send-recipients.tsx";

type RecipientsCardProps = { organizationId: Id; organizationName: string };

/** Who is chosen at first when a document is sent to an organization. */
export function RecipientsCard({ organizationId, organizationName }: RecipientsCardProps) {
  const mayChange = useMayActAs("editor");
  const [isChanging, setIsChanging] = useState(false);
  const choices = useCall(getOrganizationRecipients, { params: { id: organizationId } });
  const { data } = choices;
  const hasPeople = data !== undefined && data.members.length + data.invited.length > 0;
  return (
    <Card aria-labelledby="recipients">
      <CardHeading
        id="recipients"
        action={
          mayChange && hasPeople ? (
            <Button size="sm" onClick={() => setIsChanging(true)}>
              Choose recipients
            </Button>
          ) : null
        }
      >
        Recipients of documents
      </CardHeading>
      <div className="p-5">
        <Fetched answer={choices} loading="Loading the recipients">
          {(found) => <UsualRecipients choices={found} />}
        </Fetched>
      </div>
      {isChanging && data ? (
        <RecipientsDialog
          organizationId={organizationId}
          organizationName={organizationName}
          choices={data}
          onClose={() => setIsChanging(false)}
        />
      ) : null}
    </Card>
  );
}

function UsualRecipients({ choices }: { choices: RecipientChoices }) {
  const { members, invited, colleagues, usual } = choices;
  if (usual === null)
    return <p className="text-ink-soft">Everyone who belongs to this organization, or is invited to it.</p>;
  const people = [
    ...members.filter((one) => usual.members.includes(one.userProfileId)),
    ...invited.filter((one) => usual.invited.includes(one.invitationId)),
  ];
  const copies = colleagues.filter((one) => usual.colleagues.includes(one.userProfileId));
  return (
    <>
      <p dir="auto" className="wrap-anywhere">
        {people.map(({ name }) => name).join(", ")}
      </p>
      {copies.length > 0 ? (
        <p dir="auto" className="wrap-anywhere mt-1 text-ink-soft text-sm">
          Copies to {copies.map(({ name }) => name).join(", ")}
        </p>
      ) : null}
    </>
  );
}

const USUAL = z.strictObject({ usual: KnownRecipients });

type RecipientsDialogProps = RecipientsCardProps & { choices: RecipientChoices; onClose: () => void };

function RecipientsDialog({ organizationId, organizationName, choices, onClose }: RecipientsDialogProps) {
  const cached = useCached();
  const everyone = everyoneOf(choices);
  const form = useSchemaForm({
    schema: USUAL,
    values: { usual: choices.usual ?? everyone },
    async save({ usual }) {
      // Everyone means also those who join later.
      const isEveryone = JSON.stringify(sorted(usual)) === JSON.stringify(sorted(everyone));
      const params = { id: organizationId };
      const saved = await call(changeUsualRecipients, { params, body: { usual: isEveryone ? null : usual } });
      await cached.replace(getOrganizationRecipients, { params }, saved);
      showToast({ title: "Recipients saved", text: organizationName });
      onClose();
    },
  });
  const shown = form.watch("usual");
  const isEmpty = shown.members.length + shown.invited.length === 0;
  const boxes = {
    choices,
    shown,
    onChange: (part: Partial<KnownRecipients>) =>
      form.setValue("usual", { ...shown, ...part }, { shouldDirty: true }),
  };
  return (
    <FormDialog
      form={form}
      title="Choose recipients"
      description="They are chosen at first when a document is sent. The sender can change that each time."
      action="Save"
      isDisabled={isEmpty}
      failureTitle="The recipients weren't saved"
      onClose={onClose}
    >
      <PeopleBoxes {...boxes} />
      <ColleagueBoxes {...boxes} />
      {isEmpty ? (
        <p className="text-ink-soft text-sm">Choose at least one person of the organization.</p>
      ) : null}
    </FormDialog>
  );
}

function sorted({ members, invited, colleagues }: KnownRecipients) {
  return [members, invited, colleagues].map((ids) => ids.toSorted());
}
