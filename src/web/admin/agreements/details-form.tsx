import type { ReactNode } from "react";
import { Controller } from "react-hook-form";
import { z } from "zod";
import {
  GeneralDocumentDetails,
  GeneralDocumentSlug,
  slugOf,
} from "#domain/agreements/managed-general-document.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { generalDocumentPath } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { RichTextInput } from "../ui/rich-text-input.tsx";

const ForNew = GeneralDocumentDetails.extend({ generalDocumentId: GeneralDocumentSlug });
/** The address of an existing document is never validated again. */
const ForDraft = ForNew.extend({ generalDocumentId: z.string() });

export type Entered = z.output<typeof ForNew>;

const SIGNERS = [
  {
    value: "ACKNOWLEDGE",
    label: "Anyone",
    meaning: "Signs with name and email; the organization may be left out",
  },
  {
    value: "ACKNOWLEDGE_NEW_ORG",
    label: "New organizations",
    meaning: "People without an account enter their organization",
  },
] as const;

type DetailsFormProps = {
  first: Entered;
  isNew: boolean;
  /** The document is the General Terms and Conditions already, which another document can only replace. */
  isTerms: boolean;
  back: string;
  /** Above the fields. */
  children?: ReactNode;
  /** Throws if it was not saved: everything typed stays. */
  onSave: (entered: Entered) => Promise<void>;
  /** A failure that the screen explains by itself, as a sentence; null for others. */
  explain?: (error: unknown) => string | null;
};

/** The form of a general document or of its next version. Saving never publishes. */
export function DetailsForm({ first, isNew, isTerms, back, children, onSave, explain }: DetailsFormProps) {
  const form = useSchemaForm({
    schema: isNew ? ForNew : ForDraft,
    values: first,
    save: onSave,
    explain(error) {
      if (isTaken(error))
        form.setError("generalDocumentId", { message: "Another general document has this address" });
      return explain?.(error);
    },
  });
  const { control, register, setValue, formState, watch } = form;
  const { errors, dirtyFields } = formState;
  const address = watch("generalDocumentId");

  return (
    <RecordForm form={form} failureTitle="Nothing was saved">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
        <div className="space-y-5">
          {children}
          <TextField
            label="Title"
            form={form}
            name="name"
            rules={{
              onChange: (event: { target: { value: string } }) => {
                if (isNew && !dirtyFields.generalDocumentId) {
                  setValue("generalDocumentId", slugOf(event.target.value));
                }
              },
            }}
          />
          {isNew ? (
            <TextField
              label="Address"
              hint={`The page will be ${window.location.origin}${generalDocumentPath(address)}${address === "" ? "…" : ""}. It can't be changed later.`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              form={form}
              name="generalDocumentId"
            />
          ) : null}
          <Controller
            control={control}
            name="richText"
            render={({ field: { value, onChange, onBlur } }) => (
              <RichTextInput
                label="Text"
                hint="What people read and sign."
                hasHeadings
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={errors.richText?.message}
              />
            )}
          />
        </div>
        <Card aria-label="Signing" className="space-y-4 p-5">
          <ChoiceCards
            legend="Who signs"
            choices={SIGNERS}
            inputProps={(value) => ({ ...register("signatureType"), value })}
          />
          {isTerms ? (
            <p className="text-ink-soft text-sm">
              These are the General Terms and Conditions, which every document links to. Another document can
              replace them.
            </p>
          ) : (
            <Checkbox
              label="Make it the General Terms and Conditions, which every document links to, once it is published"
              {...register("isGeneralTerms")}
            />
          )}
          <div className="flex flex-wrap gap-2 border-line border-t pt-4">
            <Button tone="primary" type="submit" isBusy={form.isBusy}>
              Save draft
            </Button>
            <ButtonLink to={back}>Cancel</ButtonLink>
          </div>
          <p className="text-ink-faint text-sm">Only your colleagues see a draft.</p>
        </Card>
      </div>
    </RecordForm>
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.details.reason === "taken-address";
}
