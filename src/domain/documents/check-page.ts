import { exact } from "../decimal.ts";
import { labelOfField } from "../drafts/block-facts.ts";
import { formatDollars } from "../format.ts";
import { block as Button } from "../page/blocks/button.ts";
import { block as CaseStudies } from "../page/blocks/case-studies.ts";
import { block as Image } from "../page/blocks/image.ts";
import { block as LinkWrapper } from "../page/blocks/link-wrapper.ts";
import { block as PricingTable } from "../page/blocks/pricing-table.ts";
import { anchorsOf, readableValues } from "../page/edit-page.ts";
import { isEmptyBlock, isEmptyFooter, oldStartIn } from "../page/empty-blocks.ts";
import { blockShape, findBlock } from "../page/find-block.ts";
import { imageIdsOf, outsideImages } from "../page/images.ts";
import { unshowableTypes } from "../page/known-blocks.ts";
import type { PageItem, PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { resolveWorkOrders } from "../page/resolve-work-orders.ts";
import { plainText } from "../page/rich-text.ts";
import { isAnchor } from "../page/safe-url.ts";
import { tokenOf } from "../page/standard-variables.ts";
import { variablesOf } from "../page/variables.ts";
import { allItems, itemsOf, mapRichText, slotItems } from "../page/walk-page.ts";
import { refuseNumber, wrongAmounts } from "../page/wrong-amounts.ts";
import { listLetters } from "../paper/unprintable.ts";
import { planFaults, planWarnings } from "../payment-plans/payment-plan.ts";
import { documentTotal } from "../pricing/document-total.ts";
import { priceFaults, totalWithoutOptions } from "../pricing/price-faults.ts";
import { textsInside } from "../storable-text.ts";
import type { DocumentWork } from "../work-orders/document-work.ts";
import type { DocumentCheck } from "./sending.ts";

/** What only the server knows of a page. */
export type ServerFacts = {
  /** The addresses of images of which no copy is stored. */
  unfetched: ReadonlySet<string>;
  /** The ids of stored images that the organization cannot be shown: no one uploaded them, or they are another's. */
  lost: ReadonlySet<string>;
  /** A sentence for each part of the stored page that cannot be read. */
  unread: readonly string[];
  /** Letters for which the portal ships no font. */
  lettersWithoutFont: readonly string[];
  /** How many people of the organization will be told. */
  readers: number;
  /** The company's day: "2026-11-21". */
  today: string;
};

type Found = Pick<DocumentCheck, "kind" | "message"> & { at?: PageItem };

/** What keeps a page from being sent. A lost picture stops its PDF; an unfilled variable would reach its client. */
const REFUSED: readonly DocumentCheck["kind"][] = [
  "empty-page",
  "unknown-type",
  "picture-lost",
  "amount-out-of-range",
  "total-out-of-range",
  "unfilled-variable",
  "payment-plan",
];

/** Everything to look at before a migrated page with this work is sent; what keeps it from being sent comes first. */
export function checkPage(page: PuckState, work: DocumentWork, facts: ServerFacts): DocumentCheck[] {
  const unread = facts.unread.map(
    (problem): Found => ({ kind: "unread-part", message: unreadPart(problem) }),
  );
  if (page.content.every(isEmptyBlock)) {
    const empty: Found = { kind: "empty-page", message: "There is nothing on the page yet." };
    return [empty, ...unread].map(withText);
  }
  const resolved = resolveWorkOrders(page, work);
  const found: Found[] = [
    ...unknownTypes(page),
    ...unread,
    ...withoutWork(page),
    ...missingWork(page, work),
    ...unknownProducts(page, work),
    ...prices(resolved),
    ...unusedNumbers(page),
    ...lostPictures(page, facts.lost),
    ...pictures(page, facts),
    ...brokenAnchors(page),
    ...unfilledVariables(page),
    ...paymentPlans(resolved, work, facts.today),
    ...unwritten(page),
    ...withoutAddress(page),
    ...withoutFont(resolved, facts.lettersWithoutFont),
  ];
  if (facts.readers === 0)
    found.push({
      kind: "nobody-to-tell",
      message: "The organization has no people yet, so no one gets an email.",
    });
  return found.map(withText).toSorted((one, other) => Number(other.isRefused) - Number(one.isRefused));
}

/** The same finding at each of these blocks. */
function findingsAt(at: readonly { item: PageItem }[], kind: Found["kind"], message: string): Found[] {
  return at.map(({ item }) => ({ kind, message, at: item }));
}

function withText({ at, ...found }: Found): DocumentCheck {
  return { ...found, blockId: at?.props.id ?? null, isRefused: REFUSED.includes(found.kind) };
}

function unreadPart(problem: string): string {
  return `A part of the page can't be read, so no reader sees it. ${problem} You can remove it in the editor.`;
}

function unknownTypes(page: PuckState): Found[] {
  const unknown = new Set(unshowableTypes(page));
  return allItems(page)
    .filter(({ type }) => unknown.has(type))
    .map((at) => ({
      kind: "unknown-type",
      message: `This portal can't show the block “${at.type}”, so no one could accept the document. Remove it from the page.`,
      at,
    }));
}

function withoutWork(page: PuckState): Found[] {
  const empty = workOrdersBlocks(page).filter(({ props }) => props.workOrderData.workOrderIds.length === 0);
  return findingsAt(empty, "no-work", "A Work Orders block is empty, and readers see that.");
}

function missingWork(page: PuckState, work: DocumentWork): Found[] {
  const known = new Set(work.workOrders.map(({ workOrderId }) => workOrderId));
  return workOrdersBlocks(page).flatMap(({ item: at, props }) => {
    const missing = props.workOrderData.workOrderIds.filter((id) => !known.has(id)).length;
    if (missing === 0) return [];
    const message = `${missing === 1 ? "A work order" : `${missing} work orders`} of this block can't be found in the document.`;
    return [{ kind: "missing-work", message, at }];
  });
}

function unknownProducts(page: PuckState, { workOrders, products }: DocumentWork): Found[] {
  const known = new Set(products.map(({ productId }) => productId));
  return workOrders.flatMap(({ workOrderId, name, products: lines }): Found[] => {
    const at = workOrdersBlocks(page).find(({ props }) =>
      props.workOrderData.workOrderIds.includes(workOrderId),
    )?.item;
    const message = `A product of “${name}” is no longer in the catalogue.`;
    return at && lines.some(({ productId }) => !known.has(productId))
      ? [{ kind: "unknown-product", message, at }]
      : [];
  });
}

function prices(page: PuckState): Found[] {
  const total = documentTotal(page);
  const faults = priceFaults(page, total);
  if (faults.length > 0) {
    return faults.map(({ item, message }) =>
      item === null
        ? { kind: "total-out-of-range", message }
        : { kind: "amount-out-of-range", message, at: item },
    );
  }
  if (total === null) return [];
  const least = exact(totalWithoutOptions(page));
  const lessThanNothing: Found = {
    kind: "total-may-be-negative",
    message: `Without its optional work the document comes to ${formatDollars(least.toFixed(2))}, and then your client can't accept it.`,
  };
  return [
    ...(exact(total).eq(0)
      ? [{ kind: "zero-total" as const, message: "The prices on the page come to $0.00." }]
      : []),
    ...(least.lt(0) ? [lessThanNothing] : []),
  ];
}

/** The blocks of a migrated page that show one of these stored images. */
export function lostPictures(page: PuckState, lost: ServerFacts["lost"]): Found[] {
  if (lost.size === 0) return [];
  return allItems(page)
    .filter((at) => imageIdsOf(alone(at)).some((imageId) => lost.has(imageId)))
    .map((at) => ({
      kind: "picture-lost",
      message: `${nameOfPicture(at)} ${CANNOT_BE_SHOWN}`,
      at,
    }));
}

const CANNOT_BE_SHOWN =
  "cannot be shown to this client, on screen or in the PDF. Choose another one or take it off the page.";

function nameOfPicture(at: PageItem): string {
  const alt = at.type === Image.type ? Image.read(at.props).alt.trim() : "";
  return alt === "" ? `A picture of the block “${at.type}”` : `The picture “${alt}”`;
}

function pictures(page: PuckState, { unfetched }: ServerFacts): Found[] {
  const unnamed = itemsOf(page, Image).filter(
    ({ props }) => props.src !== undefined && props.alt.trim() === "",
  );
  const untitled = itemsOf(page, CaseStudies).filter(({ props }) =>
    props.cards.some(({ image, title }) => image !== undefined && title.trim() === ""),
  );
  const isMissing = (at: PageItem) => outsideImages(alone(at)).some((source) => unfetched.has(source));
  const missing = allItems(page).flatMap((item) => (isMissing(item) ? [{ item }] : []));
  const withoutText = "A picture has no text for people who can't see it.";
  const notFetched = "A picture hasn't been fetched from its address, so readers don't see it.";
  return [
    ...findingsAt([...unnamed, ...untitled], "no-alternative-text", withoutText),
    ...findingsAt(missing, "picture-not-fetched", notFetched),
  ];
}

/** A page of the block without those inside of it, so that only its own pictures and links count. */
function alone(item: PageItem): PuckState {
  const slots = findBlock(item.type)?.shape.slots ?? [];
  const own = Object.entries(item.props).filter(([name]) => !slots.includes(name));
  return { root: {}, content: [{ ...item, props: { ...Object.fromEntries(own), id: item.props.id } }] };
}

function brokenAnchors(page: PuckState): Found[] {
  const anchors = new Set(anchorsOf(page));
  return allItems(page).flatMap((at) => {
    const targets = [...readableValues(at, "link"), ...hrefsOf(at)].filter(isAnchor);
    return targets
      .filter((target) => target !== "#" && !anchors.has(target.slice(1)))
      .map((target) => ({
        kind: "broken-anchor" as const,
        message: `A link leads to “${target}”, and no place on the page is called that.`,
        at,
      }));
  });
}

/** What a client would read of a page whose variables have no text. */
export function unfilledVariables(page: PuckState): Found[] {
  const items = new Map(allItems(page).map((item) => [item.props.id, item]));
  return variablesOf(page).flatMap(({ name, blockIds }) =>
    blockIds.map((id): Found => {
      const at = items.get(id);
      const message = `${tokenOf(name)} hasn't been filled in yet. Fill it in before you send.`;
      return { kind: "unfilled-variable", message, ...(at && { at }) };
    }),
  );
}

function paymentPlans(resolved: PuckState, { workOrders }: DocumentWork, today: string): Found[] {
  const workIds = new Set(workOrders.map(({ workOrderId }) => workOrderId));
  return [
    ...planFaults(resolved, today, workIds).map(
      ({ item: at, message }): Found => ({ kind: "payment-plan", message, at }),
    ),
    ...planWarnings(resolved, workIds).map(
      ({ item: at, message }): Found => ({ kind: "payment-plan-unused", message, at }),
    ),
  ];
}

/** What a page has that its author has not written: old starting texts, empty blocks and lines without a product. */
function unwritten(page: PuckState): Found[] {
  const started = allItems(page).flatMap((at): Found[] => {
    const text = oldStartIn(at);
    const message = `A text still says “${text}”. Write your own, or delete it.`;
    return text === null ? [] : [{ kind: "old-starting-text", message, at }];
  });
  const footers = allItems(page).flatMap((item) => (isEmptyFooter(item) ? [{ item }] : []));
  const nameless = itemsOf(page, PricingTable).filter(({ props }) =>
    props.lineItems.some(({ product }) => product.trim() === ""),
  );
  return [
    ...started,
    ...findingsAt(footers, "empty-footer", "The footer names neither your business nor its ABN and address."),
    ...findingsAt(nameless, "no-product", "A line of a price table has no product, and readers see that."),
    ...emptyBlocks(page.content),
  ];
}

/** Each empty block with a line; of those inside an empty one none. */
function emptyBlocks(items: readonly PageItem[]): Found[] {
  return items.flatMap((at): Found[] => {
    if (!isEmptyFooter(at) && isEmptyBlock(at)) {
      const message = "A block is empty, so readers don't see it. Fill it in, or delete it.";
      return [{ kind: "empty-block", message, at }];
    }
    return blockShape(at.type).slots.flatMap((slot) => emptyBlocks(slotItems(at, slot)));
  });
}

function withoutAddress(page: PuckState): Found[] {
  const buttons = itemsOf(page, Button).filter(({ props }) => props.text.trim() !== "");
  const links = itemsOf(page, LinkWrapper).filter(({ item }) => !isEmptyBlock(item));
  return [...buttons, ...links]
    .filter(({ props }) => props.link === undefined)
    .map(({ item: at }): Found => {
      const what = at.type === Button.type ? "A button" : "A link";
      return { kind: "no-address", message: `${what} has no address, so it leads nowhere.`, at };
    });
}

function hrefsOf(item: PageItem): string[] {
  const found: string[] = [];
  mapRichText(alone(item), (html) => {
    for (const [, href = ""] of html.matchAll(/\shref="(#[^"]*)"/g)) found.push(href);
    return html;
  });
  return found;
}

/** The letters of each block; those of the names, which are in no block, on a line of their own. */
function withoutFont(resolved: PuckState, missing: readonly string[]): Found[] {
  const inBlocks = allItems(resolved).flatMap((at) => {
    const words = alone(at).content.flatMap(({ props }) => [...textsInside(props)]);
    const shown = words.map(({ text }) => `${text} ${plainText(text)}`).join(" ");
    const own = missing.filter((letter) => shown.includes(letter));
    return own.length > 0 ? [{ at, own }] : [];
  });
  const others = missing.filter((letter) => inBlocks.every(({ own }) => !own.includes(letter)));
  return [...inBlocks, ...(others.length > 0 ? [{ own: others }] : [])].map(({ own, ...place }): Found => {
    return { kind: "no-font", message: letters(own), ...place };
  });
}

/** Numbers of imported or older pages that readers see the usual value of. */
function unusedNumbers(page: PuckState): Found[] {
  return allItems(page).flatMap((at) =>
    wrongAmounts(findBlock(at.type)?.fields ?? {}, at.props, refuseNumber).map(
      ({ path, value, rule }): Found => {
        const message = `“${String(value).slice(0, 40)}” isn't used in “${labelOfField(at.type, path)}”. ${rule}.`;
        return { kind: "number-not-used", message, at };
      },
    ),
  );
}

function letters(missing: readonly string[]): string {
  return `The PDF will show empty boxes for these letters, for which the portal has no font: ${listLetters(missing)}. Replace or remove them.`;
}
