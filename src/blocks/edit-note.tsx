import type { ReactNode } from "react";
import { useRenderContext } from "./render-context.ts";

/** A word to the author of a page in the place of what its readers do not see. */
export function EditNote({ children }: { children: ReactNode }) {
  const { mode } = useRenderContext();
  return mode === "edit" ? <p className="cp-edit-note">{children}</p> : null;
}
