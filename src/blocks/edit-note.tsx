import type { ReactNode } from "react";
import { useRenderContext } from "./render-context.ts";

/** A note for authors, in place of content that readers do not see. */
export function EditNote({ children }: { children: ReactNode }) {
  const { mode } = useRenderContext();
  return mode === "edit" ? <p className="cp-edit-note">{children}</p> : null;
}
