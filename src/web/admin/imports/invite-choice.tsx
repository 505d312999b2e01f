import { INVITED_AN_HOUR, MAX_INVITED } from "#domain/invitations/invitation.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useMayInvite } from "../ui/use-may-invite.ts";

const count = new Intl.NumberFormat("en-AU");

type InviteChoiceProps = { people: number; isChosen: boolean; onChoose: (isChosen: boolean) => void };

/** Whether the people of a file are invited with the import. */
export function InviteChoice({ people, isChosen, onChoose }: InviteChoiceProps) {
  const mayInvite = useMayInvite();
  const who = people === 1 ? "1 person" : `${count.format(people)} people`;
  if (!mayInvite)
    return (
      <Notice tone="info" title={`The file has ${who} who could be invited`}>
        Only owners invite people of clients here.
      </Notice>
    );
  if (people > MAX_INVITED)
    return (
      <Notice tone="info" title={`The file has ${who} who could be invited`}>
        At most {count.format(MAX_INVITED)} are invited together. To invite them, please split the file.
      </Notice>
    );
  return (
    <Checkbox
      checked={isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
      label={
        <>
          <span className="font-medium">
            {people === 1 ? "Invite this person" : `Invite these ${count.format(people)} people`}
          </span>
          <span className="block text-ink-soft text-sm">
            Each gets an email with a link, and may read. {describeDuration(people)} Without this, no one is
            emailed, and only the first person of an organization is saved, as its billing contact.
          </span>
        </>
      }
    />
  );
}

function describeDuration(people: number): string {
  if (people <= INVITED_AN_HOUR) return "The emails are sent within minutes.";
  const hours = Math.ceil(people / INVITED_AN_HOUR);
  return `${INVITED_AN_HOUR} emails are sent an hour, so the last one is sent after about ${hours} hours.`;
}
