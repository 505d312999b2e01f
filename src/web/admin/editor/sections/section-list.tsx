import { Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { PageContent } from "#blocks/page-content.tsx";
import type { RenderContext } from "#blocks/render-context.ts";
import { getSection, listSections, removeSection } from "#contract/admin/sections.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import { withNewIds } from "#domain/page/edit-page.ts";
import { showStoredImages } from "#domain/page/images.ts";
import { unshowableTypes, withoutUnknown } from "#domain/page/known-blocks.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import type { FullSection, Section } from "#domain/sections/section.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { IconButton } from "#web/ui/button.tsx";
import { DeleteDialog } from "#web/ui/form-dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Fetched } from "../../ui/fetched.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useIsNear } from "../../ui/viewports.tsx";
import { useGrip } from "../drag/press-to-drag.ts";
import { useEditor } from "../editing-context.ts";
import { newId } from "../new-item.ts";
import { RenameSectionDialog } from "./section-dialogs.tsx";

type SectionListProps = {
  /** The search text; empty for all sections. */
  typed: string;
  /** Whether a block was found. */
  hasBlocks: boolean;
  /** The label of the selected block if it is a container. */
  holder: string | null;
};

/** The saved sections, each with a picture of its blocks. */
export function SectionList({ typed, hasBlocks, holder }: SectionListProps) {
  const sections = useCall(listSections, {});
  const [changed, setChanged] = useState<{ section: Section; how: "rename" | "remove" } | null>(null);
  const cached = useCached();
  const query = comparableText(typed.trim());
  const found = sections.data?.filter(({ name }) => comparableText(name).includes(query));
  const close = () => setChanged(null);
  const isNothing = query !== "" && found?.length === 0;
  return (
    <section aria-label="Sections" className="px-3 pb-3">
      {isNothing && !hasBlocks ? <p className="text-ink-soft">No blocks or sections found.</p> : null}
      <h2 hidden={isNothing} className="mb-1 font-medium text-ink-faint text-xs">
        Sections
      </h2>
      <Fetched
        answer={sections}
        loading="Loading the sections"
        className="h-28 w-full"
        failure="We couldn't load the saved sections."
      >
        {({ length }) =>
          length === 0 && !isNothing ? (
            <p className="text-ink-soft text-sm">
              No sections yet. Select blocks and choose “Save as section”.
            </p>
          ) : (
            <ul className="space-y-3">
              {found?.map((section) => (
                <SectionRow
                  key={section.sectionId}
                  section={section}
                  holder={holder}
                  onRename={() => setChanged({ section, how: "rename" })}
                  onRemove={() => setChanged({ section, how: "remove" })}
                />
              ))}
            </ul>
          )
        }
      </Fetched>
      {changed?.how === "rename" ? <RenameSectionDialog section={changed.section} onClose={close} /> : null}
      <DeleteDialog
        isOpen={changed?.how === "remove"}
        item={changed?.section.name ?? ""}
        note="Documents keep their copies of it."
        onDelete={async () => {
          if (changed) await call(removeSection, { params: { id: changed.section.sectionId } });
          await cached.refetch(listSections);
        }}
        onClose={close}
      />
    </section>
  );
}

type SectionRowProps = {
  section: Section;
  holder: string | null;
  onRename: () => void;
  onRemove: () => void;
};

function SectionRow({ section: { sectionId, name }, holder, onRename, onRemove }: SectionRowProps) {
  const { editing, announce } = useEditor();
  const row = useRef<HTMLLIElement>(null);
  const isNear = useIsNear(row, "200px");
  // A section that was shown once stays.
  const [isShown, setIsShown] = useState(false);
  if (isNear && !isShown) setIsShown(true);
  const { data, error } = useCall(getSection, isShown ? { params: { id: sectionId } } : null);
  const { run } = useAction("The section wasn't added");
  const unknownTypes = data ? unshowableTypes(data.page) : [];
  const grip = useGrip(() => (data ? { items: withNewIds(withoutUnknown(data.page).content, newId) } : null));

  async function insert(isInside: boolean) {
    const { page } = await call(getSection, { params: { id: sectionId } });
    const items = withNewIds(withoutUnknown(page).content, newId);
    if (items.length > 0) editing.insert(items, isInside);
    const gone = unshowableTypes(page).map((type) => `No configuration for ${type}`);
    if (gone.length > 0) showToast({ title: "Left out", text: gone.join(", ") });
    if (items.length === 0) announce("Nothing was added");
  }

  return (
    <li ref={row}>
      <button
        type="button"
        aria-label={`Add section ${name}`}
        title={`Add section ${name}`}
        {...grip}
        onClick={() => void run(() => insert(false))}
        className="block w-full overflow-hidden rounded-md border border-line text-left hover:border-brand"
      >
        {data ? (
          <Miniature section={data} />
        ) : error ? (
          <span className="block p-3 text-ink-soft text-sm">{explainFailure(error)}</span>
        ) : (
          <Skeleton className="h-28 w-full rounded-none" />
        )}
      </button>
      {unknownTypes.map((type) => (
        <p key={type} className="text-amber-ink text-sm">
          No configuration for {type}
        </p>
      ))}
      <div className="flex items-center gap-0.5">
        <span dir="auto" className="min-w-0 flex-1 truncate text-sm" title={name}>
          {name}
        </span>
        <IconButton
          label={`Rename ${name}`}
          Icon={Pencil}
          className="size-7! touch:size-11!"
          onClick={onRename}
        />
        <IconButton
          label={`Delete ${name}`}
          Icon={Trash2}
          className="size-7! touch:size-11!"
          onClick={onRemove}
        />
        {holder ? (
          <IconButton
            label={`Add section ${name} inside the ${holder}`}
            Icon={Plus}
            className="size-7! touch:size-11!"
            onClick={() => void run(() => insert(true))}
          />
        ) : null}
      </div>
    </li>
  );
}

const CONTEXT: RenderContext = { mode: "view", sanitise: sanitiseHtml, areChoicesLocked: true };

/** A small picture of a section: its blocks as readers see them, made smaller. */
function Miniature({ section: { page, images } }: { section: FullSection }) {
  const shown = useMemo(() => {
    const copies = new Map(images.map(({ source, ...copy }) => [source, copy]));
    return showStoredImages(resolveWorkOrders(page, { workOrders: [], products: [] }), copies);
  }, [page, images]);
  return (
    <div aria-hidden="true" inert className="editor-miniature">
      <div className="editor-miniature__page">
        <PageContent page={shown} context={CONTEXT} />
      </div>
    </div>
  );
}
