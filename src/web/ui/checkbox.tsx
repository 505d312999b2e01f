import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "id"> & { label: ReactNode };

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames("flex gap-3 py-1 touch:min-h-11 touch:py-2", className)}>
      <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-brand" {...rest} />
      <span className="wrap-anywhere min-w-0">{label}</span>
    </label>
  );
}
