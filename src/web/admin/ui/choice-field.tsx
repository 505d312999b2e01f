import { type ComponentProps, useState } from "react";
import { findChoices } from "#contract/admin/choices.ts";
import type { ChoiceKind } from "#domain/choices/choice.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useDelayed } from "#web/lib/use-delayed.ts";
import { ComboField } from "./combo-field.tsx";

type ChoiceFieldProps = Omit<ComponentProps<typeof ComboField>, "choices" | "onSearch"> & {
  of: ChoiceKind;
  /** Whose documents or invoices; null: of nobody yet. */
  organizationId?: string | null;
};

const PAUSE_MS = 200;

/** A choice among organizations, or the documents or invoices of one, which the server searches. */
export function ChoiceField({ of, organizationId, ...field }: ChoiceFieldProps) {
  const [typed, setTyped] = useState("");
  const q = useDelayed(typed.trim().slice(0, 200), PAUSE_MS);
  const query = { ...(q !== "" && { q }), ...(organizationId && { organizationId }) };
  const { data, isLoading } = useCall(
    findChoices,
    organizationId === null ? null : { params: { of }, query },
  );
  const choices = data?.map(({ number, ...choice }) => ({ ...choice, note: number }));
  return <ComboField {...field} choices={isLoading ? undefined : (choices ?? [])} onSearch={setTyped} />;
}
