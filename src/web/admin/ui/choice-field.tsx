import { type ComponentProps, useState } from "react";
import { findChoices } from "#contract/admin/search.ts";
import type { ChoiceKind } from "#domain/search/search-hit.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useDelayed } from "#web/lib/use-delayed.ts";
import { ComboField, matching } from "./combo-field.tsx";

type ChoiceFieldProps = Omit<ComponentProps<typeof ComboField>, "choices" | "onSearch"> & {
  of: ChoiceKind;
  /** Whose documents or invoices; null: no organization is selected yet. */
  organizationId?: string | null;
};

const PAUSE_MS = 200;

/** A choice among organizations, or the documents or invoices of one, which the server searches. */
export function ChoiceField(props: ChoiceFieldProps) {
  // Nothing that was found for one organization shows for another.
  return <FoundChoices key={props.organizationId} {...props} />;
}

function FoundChoices({ of, organizationId, ...field }: ChoiceFieldProps) {
  const [typed, setTyped] = useState("");
  const typedText = typed.trim().slice(0, 200);
  const q = useDelayed(typedText, PAUSE_MS);
  const query = { ...(q !== "" && { q }), ...(organizationId && { organizationId }) };
  const { data, isLoading } = useCall(
    findChoices,
    organizationId === null ? null : { params: { of }, query },
    { keepPreviousData: true },
  );
  const found = data?.map(({ number, ...choice }) => ({ ...choice, note: number })) ?? [];
  // Until the server answers, what it found before stays and can be pressed, as far as it matches.
  const matchesSoFar = matching(found, typedText);
  const choices = !isLoading && q === typedText ? found : matchesSoFar.length > 0 ? matchesSoFar : undefined;
  return <ComboField {...field} choices={choices} onSearch={setTyped} />;
}

const WORDS = {
  document: { label: "Document", placeholder: "No document" },
  invoice: { label: "Invoice", placeholder: "No invoice" },
};

type Given = Pick<ComponentProps<typeof ChoiceField>, "value" | "onChange" | "error">;
type LinkedFieldProps = Given & { of: keyof typeof WORDS; organizationId: string | null };

/** The document or invoice to which a record belongs, if any. Shown once there is an organization that has one. */
export function LinkedField({ of, organizationId, ...fieldProps }: LinkedFieldProps) {
  const { data } = useCall(
    findChoices,
    organizationId === null ? null : { params: { of }, query: { organizationId } },
  );
  const hasChoice = fieldProps.value !== null || (data?.length ?? 0) > 0;
  if (organizationId === null || !hasChoice) return null;
  return <ChoiceField of={of} organizationId={organizationId} {...WORDS[of]} isClearable {...fieldProps} />;
}
