import { Plus, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { Exact } from "#blocks/exact.tsx";
import {
  type ChosenRecipients,
  type KnownRecipients,
  MAX_RECIPIENTS,
  type RecipientChoices,
} from "#domain/documents/recipients.ts";
import type { Id } from "#domain/id.ts";
import { PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import type { RecordForm } from "#web/ui/record-form.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useMayInvite } from "./use-may-invite.ts";

/** The input of the dialog of a sending. Recipients are null until the choices are known. */
export type SendingInput = { message: string; validUntil: string; recipients: ChosenRecipients | null };

type SendRecipientsProps = {
  form: RecordForm<SendingInput, SendingInput>;
  choices: RecipientChoices;
  organizationName: string;
};

type Kind = "members" | "invited" | "colleagues";

const NEW_PERSON = { email: "", firstName: "", lastName: "", permissionType: "write" } as const;

/** Who is mailed: people of the organization, new people who are invited by it, and colleagues who get a copy. */
export function SendRecipients({ form, choices, organizationName }: SendRecipientsProps) {
  const { setValue } = form;
  const mayInvite = useMayInvite();
  const chosen = form.watch("recipients");
  useEffect(() => {
    if (chosen === null) setValue("recipients", firstChoice(choices));
  }, [chosen, choices, setValue]);
  const shown = chosen ?? firstChoice(choices);
  const change = (part: Partial<ChosenRecipients>) =>
    setValue("recipients", { ...shown, ...part }, { shouldDirty: true });
  const { members, invited, last } = choices;
  const isEmpty = members.length + invited.length + shown.newPeople.length === 0;
  return (
    <fieldset className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <legend className="float-left font-medium text-sm">Recipients</legend>
        {last && !isSame(last, shown) ? (
          <Button size="sm" tone="quiet" onClick={() => change({ ...last, newPeople: [] })}>
            Same as last time
          </Button>
        ) : null}
      </div>
      {isEmpty ? (
        <p className="text-ink-soft text-sm">
          No one belongs to <Exact>{organizationName}</Exact> yet. Add the person who gets this document.
        </p>
      ) : null}
      <PeopleBoxes choices={choices} shown={shown} onChange={change} />
      {shown.newPeople.map((_, index) => (
        <NewPerson
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the form
          key={index}
          form={form}
          index={index}
          onRemove={() => change({ newPeople: shown.newPeople.filter((_one, place) => place !== index) })}
        />
      ))}
      {mayInvite ? (
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" strokeWidth={1.5} />}
          onClick={() => change({ newPeople: [...shown.newPeople, NEW_PERSON] })}
        >
          Add a person
        </Button>
      ) : null}
      <ColleagueBoxes choices={choices} shown={shown} onChange={change} />
    </fieldset>
  );
}

type BoxesProps = {
  choices: RecipientChoices;
  shown: KnownRecipients;
  onChange: (part: Partial<KnownRecipients>) => void;
};

/** The state of a person's checkbox. */
function boxOf({ shown, onChange }: BoxesProps, kind: Kind, id: Id) {
  const isChosen = shown[kind].includes(id);
  return {
    checked: isChosen,
    onChange: () =>
      onChange({ [kind]: isChosen ? shown[kind].filter((one) => one !== id) : [...shown[kind], id] }),
  };
}

/** Checkboxes of the members and invited people of an organization. */
export function PeopleBoxes(props: BoxesProps) {
  const { members, invited } = props.choices;
  if (members.length + invited.length === 0) return null;
  const areMany = members.length > MAX_RECIPIENTS || invited.length > MAX_RECIPIENTS;
  return (
    <div className="max-h-60 overflow-y-auto rounded-md border border-line px-3 py-1">
      {areMany ? (
        <p className="py-1 text-ink-soft text-sm">
          At most {MAX_RECIPIENTS} members and {MAX_RECIPIENTS} invited people can be chosen. The others
          aren't emailed.
        </p>
      ) : null}
      {members.map((one) => (
        <Checkbox
          key={one.userProfileId}
          label={<Person {...one} note={PERMISSION_LABELS[one.permissionType]} />}
          {...boxOf(props, "members", one.userProfileId)}
        />
      ))}
      {invited.map((one) => (
        <Checkbox
          key={one.invitationId}
          label={<Person {...one} note="Invited, opens it by a link" />}
          {...boxOf(props, "invited", one.invitationId)}
        />
      ))}
    </div>
  );
}

/** Checkboxes of colleagues who get a copy of the mail. */
export function ColleagueBoxes(props: BoxesProps) {
  const { shown, choices } = props;
  if (choices.colleagues.length === 0) return null;
  return (
    <details className="rounded-md border border-line px-3 py-2" open={shown.colleagues.length > 0}>
      <summary className="cursor-pointer text-sm">
        Copies to colleagues{shown.colleagues.length > 0 ? ` (${shown.colleagues.length})` : ""}
      </summary>
      <div className="max-h-48 overflow-y-auto pt-1">
        {choices.colleagues.map((one) => (
          <Checkbox
            key={one.userProfileId}
            label={<Person {...one} note={null} />}
            {...boxOf(props, "colleagues", one.userProfileId)}
          />
        ))}
      </div>
    </details>
  );
}

/** All members and invited people, as many as can be chosen. */
export function everyoneOf({ members, invited }: RecipientChoices): KnownRecipients {
  return {
    members: members.slice(0, MAX_RECIPIENTS).map((one) => one.userProfileId),
    invited: invited.slice(0, MAX_RECIPIENTS).map((one) => one.invitationId),
    colleagues: [],
  };
}

/** The usual recipients, or everyone; if there is no one, a form for the first person. */
function firstChoice(choices: RecipientChoices): ChosenRecipients {
  const isEmpty = choices.members.length + choices.invited.length === 0;
  return { ...(choices.usual ?? everyoneOf(choices)), newPeople: isEmpty ? [NEW_PERSON] : [] };
}

function isSame(
  last: NonNullable<RecipientChoices["last"]>,
  { newPeople, ...shown }: ChosenRecipients,
): boolean {
  const kinds: Kind[] = ["members", "invited", "colleagues"];
  return (
    newPeople.length === 0 &&
    kinds.every((kind) => last[kind].toSorted().join(" ") === shown[kind].toSorted().join(" "))
  );
}

function Person({ name, email, note }: { name: string; email: string; note: string | null }) {
  return (
    <>
      <Exact>{name}</Exact>
      <span className="block text-ink-soft text-sm">
        {name === email ? null : <Exact>{email}</Exact>}
        {note === null ? null : `${name === email ? "" : " · "}${note}`}
      </span>
    </>
  );
}

type NewPersonProps = Pick<SendRecipientsProps, "form"> & { index: number; onRemove: () => void };

/** Someone who is invited by the sending itself. */
function NewPerson({ form, index, onRemove }: NewPersonProps) {
  return (
    <div className="space-y-3 rounded-md border border-line p-3">
      <div className="flex items-center justify-between gap-2">
        <p className="font-medium text-sm">New person</p>
        <IconButton label="Remove this person" onClick={onRemove}>
          <Trash2 aria-hidden="true" strokeWidth={1.5} />
        </IconButton>
      </div>
      <TextField label="Email" type="email" form={form} name={`recipients.newPeople.${index}.email`} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="First name" form={form} name={`recipients.newPeople.${index}.firstName`} />
        <TextField label="Last name" form={form} name={`recipients.newPeople.${index}.lastName`} />
      </div>
      <SelectField
        label="Permission"
        hint="They join the portal when they want to decide or to see more"
        form={form}
        name={`recipients.newPeople.${index}.permissionType`}
      >
        <option value="write">{PERMISSION_LABELS.write}</option>
        <option value="read">{PERMISSION_LABELS.read}</option>
      </SelectField>
    </div>
  );
}
