import { useState } from "react";
import { exportActivity } from "#contract/admin/activity.ts";
import { getOrganization, listAllOrganizations } from "#contract/admin/organizations.ts";
import { ACTOR_GROUP_NAMES, ACTOR_GROUPS, MAX_EXPORTED } from "#domain/activity/activity.ts";
import { ACTIVITY_KINDS, KIND_NAMES } from "#domain/activity/describe-action.ts";
import { ComboField } from "#web/admin/ui/combo-field.tsx";
import { call, explainFailure } from "#web/lib/call.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall, usePage } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { downloadText } from "#web/ui/download-text.ts";
import { Screen } from "#web/ui/page-body.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { type ActivityPart, Timeline } from "../ui/timeline.tsx";

export function ActivityPage() {
  const shown = useActivityPart();
  const mayExport = useMayActAs("owner");
  return (
    <Screen
      title="Activity"
      intro="What your colleagues, your clients and the portal did."
      actions={mayExport ? <ExportButton part={shown.part} /> : null}
    >
      <ActivityFilters {...shown} />
      <Timeline of={shown.part} />
    </Screen>
  );
}

/** Exports the part that the filters show, whatever is searched in the table. */
function ExportButton({ part }: { part: ActivityPart }) {
  const [isBusy, setIsBusy] = useState(false);
  async function download() {
    setIsBusy(true);
    try {
      const { csv, rows, isCut } = await call(exportActivity, { body: part });
      downloadText("activity.csv", "text/csv", csv);
      const most = MAX_EXPORTED.toLocaleString("en-AU");
      showToast({
        title: rows === 1 ? "Exported 1 row" : `Exported ${rows.toLocaleString("en-AU")} rows`,
        ...(isCut && { text: `A file has the latest ${most} rows. Choose dates to export the others.` }),
      });
    } catch (error) {
      showToast({ tone: "error", title: "The activity wasn't exported", text: explainFailure(error) });
    }
    setIsBusy(false);
  }
  return (
    <Button isBusy={isBusy} onClick={() => void download()}>
      Export CSV
    </Button>
  );
}

const SHOWN = 20;

/** What, who, whose and when: the part of the activity that is shown. */
function ActivityFilters({ part, choose }: ReturnType<typeof useActivityPart>) {
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
        <Options labels={ACTOR_GROUPS} />
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

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Filter = "kind" | "by" | "from" | "to" | "organization";

/** The part of the activity that the address names, and how to change it. */
function useActivityPart() {
  const [parameters, setParameters] = useSearchParams();
  const named = (name: Filter) => parameters.get(name) ?? "";
  const kind = KIND_NAMES.find((one) => one === named("kind"));
  const by = ACTOR_GROUP_NAMES.find((one) => one === named("by"));
  const [from, to] = [named("from"), named("to")].map((day) => (DAY.test(day) ? day : undefined));
  const organizationId = named("organization") || undefined;
  const part: ActivityPart = {
    ...(kind && { kind }),
    ...(by && { by }),
    ...(from && { from }),
    ...(to && { to }),
    ...(organizationId && { organizationId }),
  };
  function choose(name: Filter, value: string): void {
    setParameters(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        next.delete("page");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return { part, choose };
}
