import { X } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { z } from "zod";
import { listAnnouncements, sendAnnouncement } from "#contract/admin/mail.ts";
import { listAllOrganizations } from "#contract/admin/organizations.ts";
import { AnnouncementDetails, type AnnouncementTo } from "#domain/announcements/announcement.ts";
import type { Id } from "#domain/id.ts";
import { NotificationLink } from "#domain/notifications/notification.ts";
import type { ListedOrganization } from "#domain/organizations/managed-organization.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { INPUT_CLASS } from "#web/lib/class-names.ts";
import { useCached, usePage } from "#web/lib/use-call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { FormProblem } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

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

type ChosenOrganization = Pick<ListedOrganization, "organizationId" | "organizationName">;

const SHOWN = 8;

type OrganizationPickerProps = {
  chosen: readonly ChosenOrganization[];
  onChoose: (chosen: readonly ChosenOrganization[]) => void;
};

/** Chooses organizations among any number of them, by searching their names. */
export function OrganizationPicker({ chosen, onChoose }: OrganizationPickerProps) {
  const searchId = useId();
  const [search, setSearch] = useState("");
  const query = useDeferredValue(search.trim());
  const found = usePage(
    listAllOrganizations,
    { query: { limit: SHOWN, sort: "organizationName", ...(query === "" ? {} : { q: query }) } },
    { keepPreviousData: true },
  );
  const isChosen = (id: string) => chosen.some(({ organizationId }) => organizationId === id);
  const rows = found.data?.data ?? [];
  const total = found.data?.page.total ?? 0;

  function toggle({ organizationId, organizationName }: ChosenOrganization) {
    const others = chosen.filter((one) => one.organizationId !== organizationId);
    onChoose(isChosen(organizationId) ? others : [...others, { organizationId, organizationName }]);
  }

  return (
    <div className="rounded-md border border-line p-3">
      <label htmlFor={searchId} className="sr-only">
        Search organizations
      </label>
      <input
        id={searchId}
        type="search"
        placeholder="Search organizations"
        autoComplete="off"
        className={INPUT_CLASS}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {chosen.length > 0 ? (
        <ul aria-label="Chosen organizations" className="mt-3 flex flex-wrap gap-1.5">
          {chosen.map((one) => (
            <li key={one.organizationId}>
              <button
                type="button"
                onClick={() => toggle(one)}
                className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-brand-soft px-2.5 text-left text-brand text-sm touch:min-h-11"
              >
                <span className="wrap-anywhere">{one.organizationName}</span>
                <X aria-hidden="true" strokeWidth={1.75} className="size-3.5 shrink-0" />
                <span className="sr-only">: don't tell</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <fieldset className="mt-2 max-h-52 overflow-y-auto">
        <legend className="sr-only">Organizations</legend>
        {rows.map((row) => (
          <Checkbox
            key={row.organizationId}
            checked={isChosen(row.organizationId)}
            onChange={() => toggle(row)}
            label={
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="wrap-anywhere">{row.organizationName}</span>
                {row.status === "INACTIVE" ? <Badge status="INACTIVE" /> : null}
              </span>
            }
          />
        ))}
      </fieldset>
      <p role="status" className="text-ink-faint text-sm">
        {found.error && !found.data ? "We couldn't load the organizations." : null}
        {found.data && total === 0 ? "No organization has this name." : null}
        {total > rows.length ? `${rows.length} of ${total}. Search to find others.` : null}
      </p>
    </div>
  );
}
