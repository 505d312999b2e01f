import { useState } from "react";
import { z } from "zod";
import { listAnnouncements, sendAnnouncement } from "#contract/admin/mail.ts";
import { AnnouncementDetails, type AnnouncementTo } from "#domain/announcements/announcement.ts";
import type { Id } from "#domain/id.ts";
import { NotificationLink } from "#domain/notifications/notification.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { FormProblem } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { type ChosenOrganization, OrganizationPicker } from "./organization-picker.tsx";

const AnnounceForm = AnnouncementDetails.extend({
  link: z
    .string()
    .trim()
    .transform((text) => (text === "" ? null : text))
    .pipe(
      NotificationLink.regex(
        /^\/|^https?:\/\/[^/\s]+\.[^/\s]/,
        "Please enter an address that starts with https:// or /",
      ).nullable(),
    ),
});

const RECEIVERS = [
  { value: "all", label: "All active organizations", meaning: "All members of every active client" },
  { value: "chosen", label: "Chosen organizations", meaning: "All members of the clients you choose" },
] as const;

type AnnounceDialogProps = {
  /** The receiving organization; null to select several or all. */
  organization: { organizationId: Id; organizationName: string } | null;
  onClose: () => void;
};

/** Notifies the people of organizations. */
export function AnnounceDialog({ organization, onClose }: AnnounceDialogProps) {
  const cached = useCached();
  const [receivers, setReceivers] = useState<"all" | "chosen">("chosen");
  const [chosen, setChosen] = useState<readonly ChosenOrganization[]>([]);
  const form = useSchemaForm({
    schema: AnnounceForm,
    values: { title: "", text: "", link: "", isMailed: false },
    async save(details) {
      await call(sendAnnouncement, { body: { details, to: receiversOf() } });
      showToast({ title: "Announcement sent", text: details.title });
      void cached.refetch(listAnnouncements);
      onClose();
    },
  });

  function receiversOf(): AnnouncementTo {
    if (organization) return { organizationIds: [organization.organizationId] };
    if (receivers === "all") return { all: true };
    if (chosen.length === 0) throw new FormProblem("Please choose at least one organization.");
    return { organizationIds: chosen.map(({ organizationId }) => organizationId) };
  }

  return (
    <FormDialog
      form={form}
      title={organization ? `Announce to ${organization.organizationName}` : "Announce"}
      description="Each member sees it in their notifications immediately."
      action="Send"
      failureTitle="Nothing was sent"
      onClose={onClose}
    >
      {organization ? null : (
        <>
          <ChoiceCards
            legend="To"
            choices={RECEIVERS}
            inputProps={(value) => ({
              name: "receivers",
              checked: value === receivers,
              onChange: () => setReceivers(value),
            })}
          />
          {receivers === "chosen" ? <OrganizationPicker chosen={chosen} onChoose={setChosen} /> : null}
        </>
      )}
      <TextField label="Title" autoComplete="off" form={form} name="title" />
      <TextField
        isLong
        label="Text"
        hint="A sentence or two, up to 380 characters."
        form={form}
        name="text"
      />
      <TextField
        label="Link (optional)"
        hint="https://… or a page of the portal, such as /invoices"
        autoComplete="off"
        inputMode="url"
        form={form}
        name="link"
      />
      <Checkbox label="Also send it by email" {...form.register("isMailed")} />
    </FormDialog>
  );
}
