import { useEffect, useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { listProducts } from "#contract/admin/products.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { ManagedWorkOrder } from "#domain/work-orders/managed-work-order.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { WorkOrderForm as Rules } from "#domain/work-orders/work-order-details.ts";
import {
  describeConflict,
  differingFields,
  errorDetails,
  useSchemaForm,
} from "#web/admin/ui/use-schema-form.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ChoiceField, LinkedField } from "../choice-field.tsx";
import type { ComboChoice } from "../combo-field.tsx";
import { useGstPercent } from "../company-gst.tsx";
import { WORK_ORDERS } from "../paths.ts";
import { RichTextInput } from "../rich-text-input.tsx";
import { type Entered, firstValues, priceTyped } from "./form-values.ts";
import { OwnTotals } from "./own-totals.tsx";
import { ProductLines } from "./product-lines.tsx";

type WorkOrderFormProps = {
  /** Null for a new one. */
  workOrder: ManagedWorkOrder | null;
  /** Whose new work it is at first; null or left out: its author chooses. */
  organization?: ComboChoice | null;
  /** The document to which it belongs, in the document's own editor. */
  within?: { organizationId: Id; uniqueDocument: Id };
  /** Closes the form without a change; left out, a link leads to the list. */
  onCancel?: () => void;
  /** Called when the form becomes dirty or clean. */
  onTyped?: (isTyped: boolean) => void;
  /** Throws if it was not saved: everything typed stays. Returns it as it was saved, if the form stays open. */
  onSave: (entered: Entered, recordVersion: number) => Promise<ManagedWorkOrder | null>;
};

/** The form of a work order (FORM-2). Totals follow the typing by the rules that price documents. */
export function WorkOrderForm(props: WorkOrderFormProps) {
  const { workOrder, organization: requested = null, within, onCancel, onTyped, onSave } = props;
  const first = { ...(requested && { organizationId: requested.id }), ...within };
  const form = useSchemaForm({
    schema: Rules,
    values: { ...firstValues(workOrder), ...first },
    recordVersion: workOrder?.recordVersion,
    staysOpen: workOrder !== null,
    async save(entered, recordVersion) {
      const saved = await onSave(entered, recordVersion);
      if (saved) return { values: { ...firstValues(saved), ...within }, recordVersion: saved.recordVersion };
    },
    explain(error, read) {
      const current = ManagedWorkOrder.safeParse(errorDetails(error).workOrder).data;
      if (!current) return null;
      const fields = differingFields(WORK_ORDER_NAMES, read, firstValues(current));
      return describeConflict("this work order", fields);
    },
  });
  const { control, register, setValue, isDirty } = form;
  const { errors } = form.formState;
  const [products, discountPercent, discountName, ...links] = useWatch({
    control,
    name: ["products", "discountPercent", "discountName", "uniqueDocument", "invoice"],
  });
  const [organization, setOrganization] = useState(
    workOrder ? choiceOf(workOrder.organizationId, workOrder.organizationName) : requested,
  );
  const [chosenLinks, setChosenLinks] = useState<readonly ComboChoice[]>([]);
  const [document, invoice] = links.map((id) =>
    [...chosenLinks, ...linksOf(workOrder)].find((one) => one.id === id),
  );
  const { data: catalogue } = useCall(listProducts, {});
  useEffect(() => onTyped?.(isDirty), [isDirty, onTyped]);
  const price = priceTyped({ products, discountPercent }, catalogue ?? [], useGstPercent());

  function chooseOrganization(choice: ComboChoice | null) {
    setOrganization(choice);
    setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
    chooseLink("uniqueDocument", null);
    chooseLink("invoice", null);
  }
  function chooseLink(name: Link, choice: ComboChoice | null) {
    if (choice) setChosenLinks((before) => [choice, ...before]);
    setValue(name, choice?.id ?? NONE[name], { shouldDirty: true });
  }

  return (
    <RecordForm form={form} failureTitle="The work order wasn't saved">
      <div
        className={
          within ? "space-y-5" : "grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10"
        }
      >
        <div className="space-y-5">
          <TextField label="Name" autoComplete="off" form={form} name="name" />
          <Controller
            control={control}
            name="description"
            render={({ field: { value, onChange, onBlur } }) => (
              <RichTextInput
                label="Description"
                hint="What is done, as the client reads it."
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={errors.description?.message}
              />
            )}
          />
          <ProductLines form={form} catalogue={catalogue} price={price} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Discount in per cent"
              hint="On these products"
              inputMode="decimal"
              form={form}
              name="discountPercent"
            />
            <TextField
              label="Name of the discount"
              hint="Shown beside it, if there is one"
              form={form}
              name="discountName"
            />
          </div>
        </div>
        <Card aria-label={within ? "Price" : "Belongs to"} className="space-y-4 p-5">
          {within ? null : (
            <>
              <ChoiceField
                of="organization"
                label="Organization"
                value={organization}
                onChange={chooseOrganization}
                error={errors.organizationId?.message}
                isDisabled={workOrder !== null}
                hint={workOrder ? "A work order stays with its organization." : undefined}
              />
              <Links
                organizationId={organization?.id ?? null}
                document={document ?? null}
                invoice={invoice ?? null}
                onChoose={chooseLink}
                errors={errors}
              />
            </>
          )}
          <Checkbox label="Optional: the client chooses whether it is done" {...register("isOptional")} />
          <div className={catalogue ? "border-line border-t pt-4" : "invisible border-t pt-4"}>
            <OwnTotals price={price} discountName={discountName} />
          </div>
          <Buttons isNew={workOrder === null} isBusy={form.isBusy} onCancel={onCancel} />
        </Card>
      </div>
    </RecordForm>
  );
}

type Link = "uniqueDocument" | "invoice";

type LinksProps = {
  organizationId: Id | null;
  document: ComboChoice | null;
  invoice: ComboChoice | null;
  onChoose: (name: Link, choice: ComboChoice | null) => void;
  errors: { [Name in Link]?: { message?: string | undefined } | undefined };
};

/** The document and the invoice to which the work belongs. */
function Links({ organizationId, document, invoice, onChoose, errors }: LinksProps) {
  return (
    <>
      <LinkedField
        of="document"
        organizationId={organizationId}
        value={document}
        onChange={(choice) => onChoose("uniqueDocument", choice)}
        error={errors.uniqueDocument?.message}
      />
      <LinkedField
        of="invoice"
        organizationId={organizationId}
        value={invoice}
        onChange={(choice) => onChoose("invoice", choice)}
        error={errors.invoice?.message}
      />
    </>
  );
}

type ButtonsProps = { isNew: boolean; isBusy: boolean; onCancel: (() => void) | undefined };

function Buttons({ isNew, isBusy, onCancel }: ButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="primary" type="submit" isBusy={isBusy}>
        {isNew ? "Add work order" : "Save"}
      </Button>
      {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
      {isNew && !onCancel ? <ButtonLink to={WORK_ORDERS}>Cancel</ButtonLink> : null}
    </div>
  );
}

function choiceOf(id: string, name: string | null): ComboChoice {
  return { id, name: name ?? id };
}

const NONE = { uniqueDocument: NO_PROPOSAL, invoice: NO_INVOICE } as const;

/** The document and the invoice of a work order, with their names. */
function linksOf(workOrder: ManagedWorkOrder | null): ComboChoice[] {
  if (workOrder === null) return [];
  const { uniqueDocument, invoice, linkedNames } = workOrder;
  const named = [
    choiceOf(uniqueDocument, linkedNames.uniqueDocument),
    choiceOf(invoice, linkedNames.invoice),
  ];
  return named.filter(({ id }) => id !== NO_PROPOSAL && id !== NO_INVOICE);
}

/** The names of the fields in a sentence. */
export const WORK_ORDER_NAMES: Readonly<Partial<Record<string, string>>> = {
  name: "name",
  description: "description",
  uniqueDocument: "document",
  invoice: "invoice",
  products: "products",
  discountPercent: "discount",
  discountName: "name of the discount",
  isOptional: "whether it is optional",
};
