import type { ComponentProps } from "react";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";

const CHOICES = [
  { value: "read", label: "Can read", meaning: "Sees documents, work orders and invoices" },
  { value: "write", label: "Can read and accept", meaning: "Also accepts and declines for the organization" },
] as const;

/** The choice of a member's right. */
export function RightChoice({
  inputProps,
}: {
  inputProps: (value: PermissionType) => ComponentProps<"input">;
}) {
  return <ChoiceCards legend="Right" choices={CHOICES} inputProps={inputProps} isRow />;
}
