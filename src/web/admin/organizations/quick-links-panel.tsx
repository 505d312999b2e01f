import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { changeQuickLinks, getOrganization } from "#contract/admin/organizations.ts";
import {
  MAX_QUICK_LINKS,
  type ManagedOrganization,
  TypedQuickLinks,
} from "#domain/organizations/managed-organization.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card, EmptyState } from "#web/ui/card.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type QuickLinksPanelProps = { organization: ManagedOrganization; mayChange: boolean };

/** The links on the dashboard of an organization's people. */
export function QuickLinksPanel({ organization, mayChange }: QuickLinksPanelProps) {
  if (mayChange) return <QuickLinksForm organization={organization} />;
  if (organization.quickLinks.length === 0) {
    return (
      <Card className="max-w-3xl">
        <EmptyState title="No links">An editor can add links to the dashboard of these people.</EmptyState>
      </Card>
    );
  }
  return (
    <ul className="max-w-3xl divide-y divide-line border-line border-y">
      {organization.quickLinks.map(({ label, url }) => (
        <li key={`${label} ${url}`} className="wrap-anywhere py-2.5">
          <ExternalLink href={url}>{label}</ExternalLink>
          <span className="block text-ink-faint text-sm">{url}</span>
        </li>
      ))}
    </ul>
  );
}

function QuickLinksForm({ organization }: { organization: ManagedOrganization }) {
  const { organizationId } = organization;
  const cached = useCached();
  const form = useSchemaForm({
    schema: TypedQuickLinks,
    values: { quickLinks: organization.quickLinks },
    recordVersion: organization.linksVersion,
    staysOpen: true,
    async save({ quickLinks }, recordVersion) {
      const params = { id: organizationId };
      const saved = await call(changeQuickLinks, { params, body: { quickLinks, recordVersion } });
      await cached.replace(getOrganization, { params }, saved);
      showToast({ title: "Links saved" });
      return { values: { quickLinks: saved.quickLinks }, recordVersion: saved.linksVersion };
    },
    subject: "this organization",
  });
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: "quickLinks" });

  return (
    <RecordForm form={form} failureTitle="The links weren't saved" className="max-w-3xl space-y-4">
      <p className="text-ink-soft">
        These links are on the dashboard of the organization's people, in this order. Each opens in a new tab.
      </p>
      {fields.length === 0 ? (
        <Card>
          <EmptyState title="No links yet">A project board, shared photos, a page to book a call.</EmptyState>
        </Card>
      ) : (
        <ol className="space-y-3">
          {fields.map((field, index) => (
            <li key={field.id} className="rounded-lg border border-line bg-surface p-4">
              <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
                <TextField label="Label" form={form} name={`quickLinks.${index}.label`} />
                <TextField label="Address" inputMode="url" form={form} name={`quickLinks.${index}.url`} />
              </div>
              <div className="mt-2 -mb-1 flex justify-end gap-1">
                <IconButton
                  label={`Move link ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp aria-hidden="true" strokeWidth={1.5} />
                </IconButton>
                <IconButton
                  label={`Move link ${index + 1} down`}
                  disabled={index === fields.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown aria-hidden="true" strokeWidth={1.5} />
                </IconButton>
                <IconButton Icon={Trash2} label={`Remove link ${index + 1}`} onClick={() => remove(index)} />
              </div>
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-3">
        <Button disabled={fields.length >= MAX_QUICK_LINKS} onClick={() => append({ label: "", url: "" })}>
          Add link
        </Button>
        <Button tone="primary" type="submit" isBusy={form.isBusy} disabled={!form.isDirty}>
          Save links
        </Button>
      </div>
    </RecordForm>
  );
}
