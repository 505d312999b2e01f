import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { INPUT_CLASS } from "./input-class.ts";

/** The browser's select in the style of our inputs. `className` applies to the frame. */
export function SelectInput({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className={classNames("relative", className)}>
      <select className={classNames(INPUT_CLASS, "appearance-none truncate pr-9")} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        strokeWidth={1.5}
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-faint"
      />
    </div>
  );
}
