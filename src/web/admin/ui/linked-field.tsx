import type { ComponentProps } from "react";
import { ChoiceField } from "./choice-field.tsx";

const WORDS = {
  document: { label: "Document", placeholder: "No document" },
  invoice: { label: "Invoice", placeholder: "No invoice" },
};

type Given = Pick<ComponentProps<typeof ChoiceField>, "value" | "onChange" | "error">;
type LinkedFieldProps = Given & { of: keyof typeof WORDS; organizationId: string | null };

/** The document or invoice to which a record belongs, if any. It can be chosen once there is an organization. */
export function LinkedField({ of, organizationId, ...fieldProps }: LinkedFieldProps) {
  return (
    <ChoiceField
      of={of}
      organizationId={organizationId}
      {...WORDS[of]}
      isClearable
      isDisabled={organizationId === null}
      {...fieldProps}
    />
  );
}
