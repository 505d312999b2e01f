import { useEffect } from "react";
import type { Id } from "#domain/id.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { useLive } from "#web/lib/use-live.ts";
import { listen, useObserved } from "../ui/listeners.ts";
import { blockName } from "./block-labels.ts";
import { useEditing, useEditor } from "./editing-context.ts";
import type { PageEditing } from "./page-editing.ts";
import type { OtherAuthor, Presence } from "./presence.ts";

/** The other authors on the page. A click scrolls to their block. */
export function OtherAuthors() {
  const { presence } = useEditor();
  const others = useObserved(presence, presence.others);
  if (others.length === 0) return null;
  return (
    <ul aria-label="Also on this page" className="flex flex-wrap gap-1">
      {others.map((one) => (
        <li key={`${one.userProfileId} ${one.tabId}`}>
          <Author author={one} />
        </li>
      ))}
    </ul>
  );
}

const CHIP =
  "inline-flex h-8 min-w-8 touch:h-11 touch:min-w-11 items-center justify-center rounded-full border border-brand bg-brand-soft px-1.5 font-semibold text-brand text-xs [button&]:hover:bg-hover";

function Author({ author: { label, initials, blockId } }: { author: OtherAuthor }) {
  const { editing } = useEditor();
  const item = useEditing(({ page }) => (blockId === null ? undefined : findItem(page, blockId)?.item));
  const what = item ? `${label}, at ${blockName(item)}` : label;
  const children = (
    <>
      <span aria-hidden="true">{initials}</span>
      <span className="sr-only">{what}</span>
    </>
  );
  const look = { title: what, className: CHIP, children };
  if (!item) return <span {...look} />;
  return <button type="button" {...look} onClick={() => editing.select(item.props.id)} />;
}

/** Reports where this tab is while the editor is open, and follows the other tabs. */
export function usePresence(presence: Presence, pageId: Id, editing: PageEditing): void {
  useEffect(() => {
    presence.open();
    const unfollow = editing.subscribe(() => presence.moveTo(editing.selectedId));
    // The page may come back from the browser's memory.
    const unlisten = listen(window, { pagehide: () => presence.close(), pageshow: () => presence.open() });
    return () => {
      unfollow();
      unlisten();
      presence.close();
    };
  }, [presence, editing]);
  useLive(
    ({ kind, id }) => {
      if (kind === "presence" && id === pageId) presence.refresh();
    },
    () => presence.refresh(),
  );
}
