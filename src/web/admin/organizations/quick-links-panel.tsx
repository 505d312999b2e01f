import { zodResolver } from "@hookform/resolvers/zod";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { changeQuickLinks, getOrganization } from "#contract/admin/organizations.ts";
import {
  type ManagedOrganization,
  MOST_QUICK_LINKS,
  TypedQuickLinks,
} from "#domain/organizations/managed-organization.ts";
import { changedVersion } from "#web/admin/ui/say-changed.ts";
import { call, explainFormFailure } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useCached } from "#web/lib/use-call.ts";
import { beginSave } from "#web/ui/begin-save.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { KeepUnsaved } from "#web/ui/keep-unsaved.tsx";
import { Notice } from "#web/ui/notice.tsx";
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
  const [recordVersion, setRecordVersion] = useState(organization.linksVersion);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    mode: "onTouched",
    resolver: zodResolver(TypedQuickLinks),
    defaultValues: { quickLinks: organization.quickLinks },
  });
  const { register, control, handleSubmit, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { fields, append, remove, move } = useFieldArray({ control, name: "quickLinks" });

  const submit = handleSubmit(async ({ quickLinks }) => {
    setFailure(null);
    const takeSaved = beginSave(form);
    try {
      const saved = await call(changeQuickLinks, {
        params: { id: organizationId },
        body: { quickLinks, recordVersion },
      });
      setRecordVersion(saved.linksVersion);
      // First, so that nobody is asked whether to discard what is saved.
      takeSaved({ quickLinks: saved.quickLinks });
      await cached.replace(getOrganization, { params: { id: organizationId } }, saved);
      showToast({ title: "Links saved" });
    } catch (error) {
      setFailure(explainFormFailure(error));
      setRecordVersion(changedVersion(error) ?? recordVersion);
    }
  });

  return (
    <form noValidate className="max-w-3xl space-y-4" onSubmit={(event) => void submit(event)}>
      <p className="text-ink-soft">
        These links are on the dashboard of the organization's people, in this order. Each opens in a new tab.
      </p>
      {failure ? (
        <Notice tone="error" title="The links were not saved">
          {failure}
        </Notice>
      ) : null}
      {fields.length === 0 ? (
        <Card>
          <EmptyState title="No links yet">A project board, shared photos, a page to book a call.</EmptyState>
        </Card>
      ) : (
        <ol className="space-y-3">
          {fields.map((field, index) => (
            <li key={field.id} className="rounded-lg border border-line bg-surface p-4">
              <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
                <Field
                  label="Label"
                  autoComplete="off"
                  {...fieldOf(register, errors, `quickLinks.${index}.label`)}
                />
                <Field
                  label="Address"
                  autoComplete="off"
                  inputMode="url"
                  {...fieldOf(register, errors, `quickLinks.${index}.url`)}
                />
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
                <IconButton label={`Remove link ${index + 1}`} onClick={() => remove(index)}>
                  <Trash2 aria-hidden="true" strokeWidth={1.5} />
                </IconButton>
              </div>
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-3">
        <Button disabled={fields.length >= MOST_QUICK_LINKS} onClick={() => append({ label: "", url: "" })}>
          Add link
        </Button>
        <Button tone="primary" type="submit" isBusy={isSubmitting} disabled={!isDirty}>
          Save links
        </Button>
      </div>
      <KeepUnsaved form={form} />
    </form>
  );
}
