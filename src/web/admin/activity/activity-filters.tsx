import { useState } from "react";
import { getOrganization, listAllOrganizations } from "#contract/admin/organizations.ts";
import { ACTORS } from "#domain/activity/activity.ts";
import { ACTIVITY_KINDS } from "#domain/activity/describe-action.ts";
import { useCall, usePage } from "#web/lib/use-call.ts";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ComboField } from "../ui/combo-field.tsx";
import type { useActivityPart } from "./use-activity-part.ts";

const SHOWN = 20;

/** What, who, whose and when: the part of the activity that is shown. */
export function ActivityFilters({ part, choose }: ReturnType<typeof useActivityPart>) {
  return (
    <fieldset className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
      <legend className="sr-only">Show</legend>
      <SelectField
        label="What"
        value={part.kind ?? ""}
        onChange={(event) => choose("kind", event.currentTarget.value)}
      >
        <option value="">Everything</option>
        <Options labels={ACTIVITY_KINDS} />
      </SelectField>
      <SelectField
        label="By"
        value={part.by ?? ""}
        onChange={(event) => choose("by", event.currentTarget.value)}
      >
        <option value="">Everyone</option>
        <Options labels={ACTORS} />
      </SelectField>
      <div className="max-md:col-span-2">
        <OrganizationField
          organizationId={part.organizationId}
          onChoose={(id) => choose("organization", id)}
        />
      </div>
      <TextField
        label="From"
        type="date"
        value={part.from ?? ""}
        onChange={(event) => choose("from", event.currentTarget.value)}
      />
      <TextField
        label="Until"
        type="date"
        value={part.to ?? ""}
        onChange={(event) => choose("to", event.currentTarget.value)}
      />
    </fieldset>
  );
}

function Options({ labels }: { labels: Readonly<Record<string, string>> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

type OrganizationFieldProps = { organizationId: string | undefined; onChoose: (id: string) => void };

function OrganizationField({ organizationId, onChoose }: OrganizationFieldProps) {
  const [query, setQuery] = useState("");
  const chosen = useCall(getOrganization, organizationId ? { params: { id: organizationId } } : null);
  const found = usePage(
    listAllOrganizations,
    { query: { limit: SHOWN, sort: "organizationName", ...(query.trim() && { q: query.trim() }) } },
    { keepPreviousData: true },
  );
  const name = chosen.data?.organizationName ?? "";
  return (
    <ComboField
      label="Organization"
      placeholder="Every organization"
      isClearable
      value={organizationId ? { id: organizationId, name } : null}
      onChange={(choice) => onChoose(choice?.id ?? "")}
      onSearch={setQuery}
      choices={found.data?.data.map((row) => ({ id: row.organizationId, name: row.organizationName }))}
    />
  );
}
