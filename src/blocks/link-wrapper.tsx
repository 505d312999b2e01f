import type { LinkWrapperProps } from "#domain/page/block-props.ts";
import type { BlockView } from "./block.tsx";
import { EditNote } from "./edit-note.tsx";
import { InsideLinkProvider, PageLink } from "./page-link.tsx";
import { useRenderContext } from "./render-context.ts";

/**
 * Makes a link of the blocks it holds. Where these can be pressed themselves, the link lies behind them, since
 * none may be around a button or another link.
 */
export function LinkWrapper({ props, slots }: BlockView<LinkWrapperProps>) {
  const { link, target, content } = props;
  const { mode } = useRenderContext();
  if (link === undefined || mode === "edit") {
    return (
      <div className="cp-link-wrapper cp-column">
        {link === undefined && <EditNote>This part has no address to lead to.</EditNote>}
        {slots.content}
      </div>
    );
  }
  if (content.holdsControls) {
    return (
      <div className="cp-link-wrapper cp-link-wrapper--behind">
        <PageLink href={link} target={target} className="cp-link-wrapper__link">
          <span className="cp-unseen">Open {link.replace(/^https?:\/\//, "")}</span>
        </PageLink>
        <div className="cp-link-wrapper__content cp-column">{slots.content}</div>
      </div>
    );
  }
  return (
    <PageLink href={link} target={target} className="cp-link-wrapper cp-column">
      <InsideLinkProvider value={true}>{slots.content}</InsideLinkProvider>
    </PageLink>
  );
}
