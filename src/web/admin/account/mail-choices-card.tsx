import { changeMailChoices, getMailChoices } from "#contract/admin/mail.ts";
import { MailChoices } from "#domain/account/mail-choices.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";

/** Which mails a colleague gets. */
export function MailChoicesCard() {
  const { data, error, mutate } = useCall(getMailChoices, {});
  return (
    <Card aria-labelledby="mail-choices" className="mt-4 max-w-2xl">
      <CardHeading id="mail-choices">Emails you get</CardHeading>
      <div className="p-5">
        {data ? (
          <MailChoicesForm choices={data} />
        ) : (
          (fetchFailure({ error, mutate }, "We couldn't load your choices.") ?? (
            <Loading label="Loading your choices">
              <Skeleton className="h-32 w-full rounded-md" />
            </Loading>
          ))
        )}
      </div>
    </Card>
  );
}

function MailChoicesForm({ choices }: { choices: MailChoices }) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: MailChoices,
    values: choices,
    staysOpen: true,
    async save(body) {
      const saved = await call(changeMailChoices, { body });
      await cached.replace(getMailChoices, {}, saved);
      showToast({ title: "Your choices are saved" });
      return { values: saved };
    },
  });
  return (
    <RecordForm form={form} failureTitle="Your choices weren't saved">
      <SelectField
        label="Decisions"
        hint="When a client accepts or declines. Documents without an owner count as yours."
        form={form}
        name="decisions"
      >
        <option value="OWN">Of documents I own</option>
        <option value="ALL">Of all documents</option>
        <option value="NONE">None</option>
      </SelectField>
      <SelectField
        label="Openings"
        hint="When a document that you own is opened for the first time since it was sent."
        form={form}
        name="openings"
      >
        <option value="OWN">Of documents I own</option>
        <option value="NONE">None</option>
      </SelectField>
      <SelectField
        label="Undelivered emails"
        hint="When an email can't be delivered, at most once a day for each document."
        form={form}
        name="undelivered"
      >
        <option value="OWN">About documents I own</option>
        <option value="ALL">About everything</option>
        <option value="NONE">None</option>
      </SelectField>
      <SelectField
        label="Requests"
        hint="When a client requests access for a person."
        form={form}
        name="requests"
      >
        <option value="ALL">All requests</option>
        <option value="NONE">None</option>
      </SelectField>
      <Button type="submit" isBusy={form.isBusy}>
        Save
      </Button>
    </RecordForm>
  );
}
