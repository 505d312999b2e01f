import { use } from "react";
import { isPendingImage } from "#domain/images/image-address.ts";
import type { block, CaseStudy } from "#domain/page/blocks/case-studies.ts";
import type { PageItem } from "#domain/page/page.ts";
import type { BlockView } from "../block.tsx";
import { Directed, DirectedText } from "../directed.tsx";
import { EditNote, useMissingImage } from "../edit-note.tsx";
import { BlockTitle, EditableRichText, EditableText } from "../editable-text.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { PageLink } from "../page-link.tsx";
import { useRenderContext } from "../render-context.ts";
import { inkClass, SurfaceContext, surfaceOf } from "../surface.ts";

export function CaseStudies({ item, props }: BlockView<typeof block>) {
  const { write } = useRenderContext();
  const header = write ? props.header : props.header.trim();
  const headerTag = useHeadingTag(item.props.id);
  const titleTag = useHeadingTag(item.props.id, header ? 1 : 0);
  const cards = props.cards.filter(
    ({ title, summary, image }) => image || title.trim() || summary.trim() || write,
  );
  const note = cards.length === 0 && <EditNote>Add cards to show case studies here.</EditNote>;
  if (note && !write) return note;
  return (
    <Directed
      as="section"
      texts={[header, ...cards.flatMap(({ title, summary }) => [title, summary])]}
      className="cp-cases"
    >
      <BlockTitle item={item} path={["header"]} text={header} tag={headerTag} />
      {cards.length > 0 && (
        <ul className="cp-cases__list">
          {cards.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no id, and two may read the same
            <Card key={index} item={item} index={index} card={card} titleTag={titleTag} />
          ))}
        </ul>
      )}
      {note}
    </Directed>
  );
}

type CardProps = {
  item: PageItem;
  index: number;
  card: CaseStudy;
  titleTag: ReturnType<typeof useHeadingTag>;
};

function Card({ item, index, card, titleTag }: CardProps) {
  const { title, summary, link, image, colour, imageSize, imagePosition } = card;
  const { mode, imageData, write } = useRenderContext();
  const under = use(SurfaceContext);
  const shown = mode === "print" ? image && imageData?.(image) : image;
  const { isMissing, watch } = useMissingImage(image);
  const isShown = shown !== undefined && !isMissing && !isPendingImage(shown);
  const surface = surfaceOf(under, { backgroundColor: colour, backgroundOpacity: 1, hasImage: false });
  return (
    <li className={`cp-case${inkClass(surface, under)}`} style={{ backgroundColor: colour }}>
      <SurfaceContext value={surface}>
        {image && !isShown && <span className="cp-image__stand-in cp-case__stand-in">Image</span>}
        {isShown && (
          <img
            {...watch}
            src={shown}
            alt=""
            className="cp-case__image"
            style={{ objectFit: imageSize, objectPosition: imagePosition }}
            loading="lazy"
          />
        )}
        <div className="cp-case__text">
          {(title.trim() || link || write) && (
            <DirectedText as={titleTag} text={title} className="cp-case__title">
              <PageLink href={link} target="_blank" className="cp-case__link">
                {title.trim() || write ? (
                  <EditableText
                    item={item}
                    path={["cards", index, "title"]}
                    text={write ? title : title.trim()}
                  />
                ) : (
                  "Read more"
                )}
              </PageLink>
            </DirectedText>
          )}
          <EditableRichText
            item={item}
            path={["cards", index, "summary"]}
            text={summary}
            className="cp-case__summary"
          />
        </div>
      </SurfaceContext>
    </li>
  );
}
