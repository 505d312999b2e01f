import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { Button } from "#web/ui/button.tsx";
import { previewPath } from "../ui/document-paths.ts";
import { useDesk } from "./editing-context.ts";
import { useSaved } from "./use-saved.ts";

/** Leads to screens that show the page as it is stored, once the last word is. */
export function LeaveSaved() {
  const { edited } = useDesk();
  const navigate = useNavigate();
  const { isBusy, whenSaved } = useSaved();
  const leave = (to: string) => void whenSaved(async () => navigate(to));

  return (
    <>
      <Button size="sm" tone="quiet" disabled={isBusy} onClick={() => leave(edited.revisionsPath)}>
        Version history
      </Button>
      {edited.kind === "document" ? (
        <Button size="sm" isBusy={isBusy} onClick={() => leave(previewPath(edited.id))}>
          Preview
        </Button>
      ) : null}
    </>
  );
}
