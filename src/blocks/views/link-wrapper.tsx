import type { block } from "#domain/page/blocks/link-wrapper.ts";
import { findBlock } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { allItems, slotItems } from "#domain/page/walk-page.ts";
import type { BlockView } from "../block.tsx";
import { EditNote } from "../edit-note.tsx";
import { OuterLinkContext, PageLink } from "../page-link.tsx";
import { useRenderContext } from "../render-context.ts";

/** A link around the blocks of its slot; behind them if they contain controls, which no link may surround. */
export function LinkWrapper({ item, props, slots }: BlockView<typeof block>) {
  const { link, target } = props;
  const { mode } = useRenderContext();
  if (mode === "edit") {
    return (
      <div className="cp-link-wrapper">
        {link === undefined && <EditNote>This part has no address to lead to.</EditNote>}
        <OuterLinkContext value={link === undefined ? null : "behind"}>
          {slots.content({ className: "cp-column" })}
        </OuterLinkContext>
      </div>
    );
  }
  if (link === undefined) return slots.content({ className: "cp-link-wrapper cp-column" });
  if (holdsControls(slotItems(item, "content"))) {
    return (
      <div className="cp-link-wrapper cp-link-wrapper--behind">
        <PageLink href={link} target={target} className="cp-link-wrapper__link">
          <span className="cp-unseen">Open {link.replace(/^https?:\/\//, "")}</span>
        </PageLink>
        <OuterLinkContext value="behind">
          {slots.content({ className: "cp-link-wrapper__content cp-column" })}
        </OuterLinkContext>
      </div>
    );
  }
  return (
    <PageLink href={link} target={target} className="cp-link-wrapper cp-column">
      <OuterLinkContext value="around">{slots.content()}</OuterLinkContext>
    </PageLink>
  );
}

/** Whether blocks contain controls at any depth. No link may surround such blocks. */
function holdsControls(content: PageItem[]): boolean {
  return allItems({ content, root: {} }).some(({ type, props }) => {
    const found = findBlock(type);
    if (!found) return false;
    return found.hasControls || (found.shape.html.length > 0 && /<a[\s>]/i.test(JSON.stringify(props)));
  });
}
