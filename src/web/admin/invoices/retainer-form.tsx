import { useState } from "react";
import { Controller, FormProvider, type UseFormReturn, useWatch } from "react-hook-form";
import type { z } from "zod";
import { DueDate, formatDay } from "#domain/invoices/invoice.ts";
import { duePeriods, PERIOD_LABELS, type Period } from "#domain/retainers/periods.ts";
import { MAX_BEGUN, RetainerForm as Rules } from "#domain/retainers/retainer.ts";
import { ChoiceField } from "#web/admin/ui/choice-field.tsx";
import type { ComboChoice } from "#web/admin/ui/combo-field.tsx";
import { useGstPercent } from "#web/admin/ui/company-gst.tsx";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { companyToday } from "#web/lib/company-time.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { RichTextInput } from "../ui/rich-text-input.tsx";
import { InvoiceLines, InvoiceSums, priceTyped } from "./invoice-lines.tsx";

export type TypedRetainer = z.input<typeof Rules>;
type Entered = z.output<typeof Rules>;

type RetainerFormProps = {
  values: TypedRetainer;
  recordVersion?: number;
  /** Whose it is at first; null: its author chooses. */
  organization: ComboChoice | null;
  /** How many periods were prepared: they fix the first day and the period. Left out for a new retainer. */
  prepared?: number;
  action: string;
  onCancel: () => void;
  onSave: (entered: Entered, recordVersion: number) => Promise<void>;
};

/** The form of a retainer. Amounts follow the typing by the rules that price its invoices. */
export function RetainerForm(props: RetainerFormProps) {
  const { values, recordVersion, prepared, action, onCancel, onSave } = props;
  const [organization, setOrganization] = useState(props.organization);
  const form = useSchemaForm({
    schema: Rules,
    values,
    recordVersion,
    save: onSave,
    subject: "this retainer",
  });
  const { control, register, setValue, formState } = form;
  const isNew = prepared === undefined;
  const isFixed = prepared !== undefined && prepared > 0;
  const [lines, hasWork] = useWatch({ control, name: ["lines", "hasWork"] });
  const [startsOn, period, endsOn] = useWatch({ control, name: ["startsOn", "period", "endsOn"] });
  const amounts = priceTyped(lines, useGstPercent());

  function choose(choice: ComboChoice | null) {
    setOrganization(choice);
    setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
  }

  return (
    <RecordForm form={form} failureTitle="The retainer wasn't saved">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
        <div className="space-y-5">
          <TextField
            label="Name"
            hint="Each invoice is named by it and its period, such as “Website care, 1 Nov 2026 to 30 Nov 2026”."
            form={form}
            name="name"
          />
          <FormProvider {...form}>
            <InvoiceLines amounts={amounts} />
          </FormProvider>
          <fieldset className="space-y-4">
            <legend className="mb-2 font-semibold text-lg">Work</legend>
            <Checkbox label="Prepare a work order each period" {...register("hasWork")} />
            {hasWork ? (
              <>
                <TextField label="Name of the work order" form={form} name="work.name" />
                <Controller
                  control={control}
                  name="work.description"
                  render={({ field: { value, onChange, onBlur } }) => (
                    <RichTextInput
                      label="Description"
                      hint="What is done, as the client reads it once you show the work order."
                      value={value}
                      onChange={onChange}
                      onBlur={onBlur}
                      error={formState.errors.work?.description?.message}
                    />
                  )}
                />
              </>
            ) : null}
          </fieldset>
        </div>
        <Card aria-label="Schedule" className="space-y-4 p-5">
          {isNew ? (
            <ChoiceField
              of="organization"
              label="Organization"
              value={organization}
              onChange={choose}
              error={formState.errors.organizationId?.message}
            />
          ) : null}
          {isFixed ? (
            <p>
              {PERIOD_LABELS[period]}, from {formatDay(startsOn)}
              <span className="block text-ink-soft text-sm">
                Invoices were prepared, so the first day and the period stay.
              </span>
            </p>
          ) : (
            <StartFields form={form} />
          )}
          <TextField
            label="Last day"
            hint="No period begins after it. If empty, there is no end."
            type="date"
            form={form}
            name="endsOn"
          />
          {isFixed ? null : <BegunNotice startsOn={startsOn} period={period} endsOn={endsOn} />}
          <Checkbox
            label="Issue each invoice on its first day: the client sees it and gets an email"
            {...register("issuesItself")}
          />
          <div className="border-line border-t pt-4">
            <p className="mb-2 font-semibold text-sm">Each invoice</p>
            <InvoiceSums amounts={amounts} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" type="submit" isBusy={form.isBusy}>
              {action}
            </Button>
            <Button onClick={onCancel} disabled={form.isBusy}>
              Cancel
            </Button>
          </div>
        </Card>
      </div>
    </RecordForm>
  );
}

function StartFields({ form }: { form: UseFormReturn<TypedRetainer, unknown, Entered> }) {
  return (
    <>
      <SelectField label="Every" form={form} name="period">
        {Object.entries(PERIOD_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="First day"
        hint="Months that begin on the 31st begin on the last day of shorter months."
        type="date"
        form={form}
        name="startsOn"
      />
    </>
  );
}

type BegunNoticeProps = { startsOn: string; period: Period; endsOn: string };

/** Says how many invoices are prepared at once, because their periods have begun. */
function BegunNotice({ startsOn, period, endsOn }: BegunNoticeProps) {
  if (!DueDate.safeParse(startsOn).success) return null;
  const schedule = { startsOn, period, endsOn: DueDate.safeParse(endsOn).data ?? null, pauses: [] };
  const begun = duePeriods(schedule, 0, companyToday(), MAX_BEGUN + 1);
  const [first, last] = [begun[0], begun.at(-1)];
  if (!first || !last) return null;
  if (begun.length > MAX_BEGUN) {
    return (
      <Notice tone="error">
        More than {MAX_BEGUN} periods have begun since then. Please enter a later first day.
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      {begun.length === 1
        ? `1 invoice is prepared at once, for the period that began on ${formatDay(first.startsOn)}.`
        : `${begun.length} invoices are prepared at once, for the periods that began from ${formatDay(first.startsOn)} to ${formatDay(last.startsOn)}. Those that began before today stay drafts.`}
    </Notice>
  );
}
