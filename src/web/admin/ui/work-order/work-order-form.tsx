import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { listProducts } from "#contract/admin/products.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { changedFields } from "#domain/record-version.ts";
import { type AdminWorkOrder, AdminWorkOrder as Found } from "#domain/work-orders/admin-work-order.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { detailsOf, WorkOrderForm as Rules } from "#domain/work-orders/work-order-details.ts";
import { sayChanged } from "#web/admin/ui/say-changed.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { explainFormFailure } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useCall } from "#web/lib/use-call.ts";
import { beginSave } from "#web/ui/begin-save.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { KeepTyped } from "#web/ui/keep-typed.tsx";
import { KeepUnsaved } from "#web/ui/keep-unsaved.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useNewest } from "#web/ui/use-newest.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { ComboChoice } from "../combo-field.tsx";
import { LinkedField } from "../linked-field.tsx";
import { RichTextInput } from "../rich-text-input.tsx";
import { useGstPercent } from "../use-gst-percent.ts";
import { WORK_ORDERS } from "../work-order-paths.ts";
import { fieldNames } from "./field-names.ts";
import { type Entered, firstValues, priceTyped, type Typed } from "./form-values.ts";
import { OwnTotals } from "./own-totals.tsx";
import { ProductLines } from "./product-lines.tsx";

type WorkOrderFormProps = {
  /** Null for a new one. */
  workOrder: AdminWorkOrder | null;
  /** The document to which it belongs, in the document's own editor. */
  within?: { organizationId: Id; uniqueDocument: Id };
  /** Closes the form without a change; left out, a link leads to the list. */
  onCancel?: () => void;
  /** Told whether something is typed that is not saved. */
  onTyped?: (isTyped: boolean) => void;
  /** Throws if it was not saved: everything typed stays. Returns it as it was saved, if the form stays open. */
  onSave: (entered: Entered, read: AdminWorkOrder | null) => Promise<AdminWorkOrder | null>;
};

/** The form of a work order (FORM-2). Totals follow the typing by the rules that price documents. */
export function WorkOrderForm({ workOrder, within, onCancel, onTyped, onSave }: WorkOrderFormProps) {
  const formId = useId();
  const [read, setRead] = useState(workOrder);
  const [failure, setFailure] = useState<string | null>(null);
  const [organization, setOrganization] = useState(
    chosen(workOrder?.organizationId, workOrder?.organizationName),
  );
  const [document, setDocument] = useState(linked(workOrder, "uniqueDocument", NO_PROPOSAL));
  const [invoice, setInvoice] = useState(linked(workOrder, "invoice", NO_INVOICE));
  const { data: catalogue } = useCall(listProducts, {});
  const form = useForm<Typed, unknown, Entered>({
    mode: "onTouched",
    resolver: zodResolver(Rules),
    defaultValues: { ...firstValues(workOrder), ...within },
  });
  const { control, register, handleSubmit, setValue, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const [products, discountPercent, discountName] = useWatch({
    control,
    name: ["products", "discountPercent", "discountName"],
  });
  useEffect(() => onTyped?.(isDirty), [isDirty, onTyped]);
  useNewest(form, workOrder && { ...firstValues(workOrder), ...within }, () => {
    setRead(workOrder);
    setDocument(linked(workOrder, "uniqueDocument", NO_PROPOSAL));
    setInvoice(linked(workOrder, "invoice", NO_INVOICE));
  });
  const price = priceTyped({ products, discountPercent }, catalogue ?? [], useGstPercent());

  const submit = handleSubmit(async (entered) => {
    setFailure(null);
    const takeSaved = beginSave(form);
    try {
      const saved = await onSave(entered, read);
      if (!saved) return;
      setRead(saved);
      takeSaved({ ...firstValues(saved), ...within });
    } catch (error) {
      setFailure(explainFormFailure(error));
      const current = workOrderNow(error);
      if (current === null || read === null) return;
      setFailure(explainChange(read, current));
      setRead(current);
    }
  });

  function chooseOrganization(choice: ComboChoice | null) {
    setOrganization(choice);
    setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
    chooseDocument(null);
    chooseInvoice(null);
  }
  function chooseDocument(choice: ComboChoice | null) {
    setDocument(choice);
    setValue("uniqueDocument", choice?.id ?? NO_PROPOSAL, { shouldDirty: true });
  }
  function chooseInvoice(choice: ComboChoice | null) {
    setInvoice(choice);
    setValue("invoice", choice?.id ?? NO_INVOICE, { shouldDirty: true });
  }

  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
      {workOrder ? <KeepUnsaved form={form} /> : <KeepTyped isTyped={isDirty && !isSubmitting} />}
      <div
        className={
          within ? "space-y-5" : "grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10"
        }
      >
        <div className="space-y-5">
          {failure ? (
            <Notice tone="error" title="The work order was not saved">
              {failure}
            </Notice>
          ) : null}
          <Field label="Name" autoComplete="off" {...fieldOf(register, errors, "name")} />
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
            <Field
              label="Discount in percent"
              hint="On these products"
              inputMode="decimal"
              autoComplete="off"
              {...fieldOf(register, errors, "discountPercent")}
            />
            <Field
              label="Name of the discount"
              hint="Shown beside it, if there is one"
              autoComplete="off"
              {...fieldOf(register, errors, "discountName")}
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
              <LinkedField
                of="document"
                organizationId={organization?.id ?? null}
                value={document}
                onChange={chooseDocument}
                error={errors.uniqueDocument?.message}
              />
              <LinkedField
                of="invoice"
                organizationId={organization?.id ?? null}
                value={invoice}
                onChange={chooseInvoice}
                error={errors.invoice?.message}
              />
            </>
          )}
          <Checkbox label="Optional: the client chooses whether it is done" {...register("isOptional")} />
          <div className={catalogue ? "border-line border-t pt-4" : "invisible border-t pt-4"}>
            <OwnTotals price={price} discountName={discountName} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" type="submit" isBusy={isSubmitting}>
              {workOrder ? "Save" : "Add work order"}
            </Button>
            {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
            {workOrder || onCancel ? null : <ButtonLink to={WORK_ORDERS}>Cancel</ButtonLink>}
          </div>
        </Card>
      </div>
    </form>
  );
}

function chosen(id: string | undefined, name: string | null | undefined): ComboChoice | null {
  return id === undefined ? null : { id, name: name ?? id };
}

function linked(
  workOrder: AdminWorkOrder | null,
  field: "uniqueDocument" | "invoice",
  none: string,
): ComboChoice | null {
  if (workOrder === null || workOrder[field] === none) return null;
  return chosen(workOrder[field], workOrder.linkedNames[field]);
}

/** The work order as another editor left it, if that is why a change was refused. */
function workOrderNow(error: unknown): AdminWorkOrder | null {
  return error instanceof ApiError ? (Found.safeParse(error.details.workOrder).data ?? null) : null;
}

function explainChange(before: AdminWorkOrder, now: AdminWorkOrder): string {
  const fields = fieldNames(changedFields(detailsOf(before), detailsOf(now)));
  return sayChanged("this work order", fields);
}
