import { ArrowLeft, Ellipsis, PanelLeft, PanelRight, Redo2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { allItems } from "#domain/page/walk-page.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useNavigate, useSearchParams } from "#web/lib/routing/use-routing.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { previewPath } from "../ui/document-paths.ts";
import { useAction } from "../ui/use-action.ts";
import { fittingViewport, useWindowWidth, type Viewport, Viewports, Zoom } from "../ui/viewports.tsx";
import { AddPanel } from "./add-panel.tsx";
import { listenForAreaKeys } from "./area-keys.ts";
import { Canvas } from "./canvas.tsx";
import { Conflict } from "./conflict.tsx";
import { DragLayer } from "./drag/drag-layer.tsx";
import { useEditing, useEditor } from "./editing-context.ts";
import { listenForKeys } from "./editor-keys.ts";
import { FieldsPanel } from "./fields-panel.tsx";
import { FindAndReplace } from "./find-panel.tsx";
import { rememberTexts } from "./insert-text.ts";
import { writeAfter } from "./line-keys.ts";
import { OtherAuthors } from "./other-authors.tsx";
import type { PageEditing } from "./page-editing.ts";
import { SaveStatus, useSaved } from "./save-status.tsx";
import { ChecksPanel, SendWithChecks } from "./send-with-checks.tsx";
import { StructureTree } from "./structure-tree.tsx";
import { useClipboard } from "./use-clipboard.ts";
import { useNamedVariables, VariablesPanel } from "./variables-panel.tsx";

type EditorLayoutProps = { isRestored: boolean; onReopen: () => void };

const PANELS = ["Add", "Structure", "Variables", "Settings"] as const;
type Panel = (typeof PANELS)[number];
type LeftPanel = Exclude<Panel, "Settings">;

/** The editor's own layout: a bar, the panels and the canvas. On narrow windows one panel at a time lies above it. */
export function EditorLayout({ isRestored, onReopen }: EditorLayoutProps) {
  const { editing, edited } = useEditor();
  /** The panels that a wide window shows beside the page. */
  const [beside, setBeside] = useState({ left: true, right: true });
  const windowWidth = useWindowWidth();
  const fitting = fittingViewport(windowWidth < 1024 ? windowWidth : windowWidth - widthOf(beside));
  const [chosen, setChosen] = useState<Viewport | null>(null);
  const viewport = chosen ?? fitting;
  const [zoom, setZoom] = useState<number | null>(null);
  const [left, setLeft] = useState<LeftPanel>("Add");
  /** The panel that is open where there is no room for all. */
  const [open, setOpen] = useState<Panel | null>(null);
  useEditorKeys(editing);
  const named = useNamedVariables();
  const isTemplate = edited.kind === "template";
  // A document has no variables, except those without a text.
  const panels = PANELS.filter((panel) => panel !== "Variables" || isTemplate || named.length > 0);
  const leftPanels = panels.filter((panel) => panel !== "Settings");
  const nameOf = (panel: Panel) =>
    panel === "Variables" && !isTemplate ? `Variables (${named.length})` : panel;
  const [isChecking, setIsChecking] = useState(false);
  /** Whether a phone shows what else the bar has. */
  const [isMore, setIsMore] = useState(false);

  function show(panel: Panel) {
    setOpen(panel === open ? null : panel);
    if (panel !== "Settings") setLeft(panel);
  }

  const areChecksShown = isChecking && (windowWidth < 1024 ? open === "Settings" : beside.right);

  function check(isNow: boolean) {
    setIsChecking(isNow);
    if (windowWidth < 1024) setOpen(isNow ? "Settings" : null);
    else if (isNow) setBeside({ ...beside, right: true });
  }

  return (
    <div className="flex h-full flex-col bg-paper text-ink">
      <header className="relative flex min-h-13 flex-wrap items-center xl:flex-nowrap gap-x-3 gap-y-1 border-line border-b px-3 py-1.5">
        <BackLink to={edited.path} name={edited.name} />
        <SaveStatus />
        <div className="flex items-center gap-1 sm:ml-auto xl:shrink-0">
          <OtherAuthors />
          <History />
          <IconButton
            label="More"
            Icon={Ellipsis}
            aria-expanded={isMore}
            className="sm:hidden"
            onClick={() => setIsMore(!isMore)}
          />
        </div>
        <div
          className={classNames(
            "flex-wrap items-center gap-1 max-sm:w-full sm:flex sm:flex-nowrap xl:shrink-0",
            isMore ? "flex" : "hidden",
          )}
        >
          <Viewports width={viewport.width} onChange={setChosen} />
          <Zoom zoom={zoom} onChange={setZoom} />
          <PanelSwitches beside={beside} onChange={setBeside} />
          <FindAndReplace />
          <div className="flex flex-wrap items-center gap-1">
            <LeaveSaved />
            <SendWithChecks isChecking={areChecksShown} onCheck={check} />
          </div>
        </div>
        <div className="flex w-full gap-1 lg:hidden">
          {panels.map((panel) => (
            <PanelTab key={panel} isHere={panel === open} onPress={() => show(panel)}>
              {nameOf(panel)}
            </PanelTab>
          ))}
        </div>
      </header>
      <Conflict onReopen={onReopen} />
      <Notices isRestored={isRestored} />
      <div className="relative flex min-h-0 flex-1">
        <Side name="Blocks" isOpen={open !== null && open !== "Settings"} isBeside={beside.left} side="left">
          <div className="hidden gap-1 border-line border-b p-2 lg:flex">
            {leftPanels.map((panel) => (
              <PanelTab key={panel} isHere={panel === left} onPress={() => setLeft(panel)}>
                {nameOf(panel)}
              </PanelTab>
            ))}
          </div>
          {left === "Add" ? <AddPanel /> : null}
          {left === "Structure" ? <StructureTree /> : null}
          {left === "Variables" ? <VariablesPanel onReopen={onReopen} /> : null}
        </Side>
        <section aria-label="Page" className="relative min-w-0 flex-1 bg-sunken">
          <Canvas width={viewport.width} zoom={zoom} />
        </section>
        <Side name="Settings of the block" isOpen={open === "Settings"} isBeside={beside.right} side="right">
          {areChecksShown ? (
            <ChecksPanel
              // Where the panel lies above the page, it would cover the block.
              onGone={() => windowWidth < 1024 && check(false)}
              onClose={() => check(false)}
            />
          ) : null}
          <FieldsPanel />
        </Side>
      </div>
      <DragLayer />
    </div>
  );
}

function useEditorKeys(editing: PageEditing): void {
  useEffect(() => listenForKeys(document, editing), [editing]);
  useEffect(() => listenForAreaKeys(document, editing), [editing]);
  useEffect(() => rememberTexts(document), []);
  useClipboard(document);
  useWriteAtOnce();
  useWriteOn(editing);
}

/** After a sign-in over the page (src/web/lib/session.ts) the author writes on in the same text. */
function useWriteOn(editing: PageEditing): void {
  useEffect(() => {
    const page = document.documentElement;
    const watcher = new MutationObserver(() => {
      const { selectedId: blockId } = editing;
      const isOnPage = document.activeElement instanceof HTMLIFrameElement;
      if (page.dataset.covered === undefined && isOnPage && blockId !== null)
        editing.requestCaret({ blockId, side: "end" });
    });
    watcher.observe(page, { attributeFilter: ["data-covered"] });
    return () => watcher.disconnect();
  }, [editing]);
}

/** A new document opens with the caret in its first text, on a blank page in a first paragraph. */
function useWriteAtOnce(): void {
  const { editing } = useEditor();
  const [params] = useSearchParams();
  const isNew = params.has("write");
  useEffect(() => {
    if (!isNew) return;
    if (editing.page.content.length === 0) return writeAfter(editing, null);
    const text = allItems(editing.page).find(
      ({ type, props }) => ["Heading", "Paragraph", "List"].includes(type) && !editing.isFixed(props.id),
    );
    if (!text) return;
    editing.select(text.props.id);
    editing.requestCaret({ blockId: text.props.id, side: "end" });
  }, [editing, isNew]);
}

function BackLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      className="flex min-w-24 max-w-full items-center gap-2 rounded-md px-1.5 py-1 hover:bg-hover max-lg:flex-1 touch:min-h-11"
    >
      <ArrowLeft aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />
      <span className="sr-only">Back to </span>
      <h1 dir="auto" className="truncate font-medium text-base">
        {name}
      </h1>
    </Link>
  );
}

type Beside = { left: boolean; right: boolean };

/** Switches that show panels beside the page, or leave their room to the page. */
function PanelSwitches({ beside, onChange }: { beside: Beside; onChange: (beside: Beside) => void }) {
  const switchOf = (side: keyof Beside) => ({
    "aria-pressed": beside[side],
    className: beside[side] ? "bg-brand-soft text-brand!" : undefined,
    onClick: () => onChange({ ...beside, [side]: !beside[side] }),
  });
  return (
    <div className="hidden lg:flex">
      <IconButton label="Blocks beside the page" Icon={PanelLeft} {...switchOf("left")} />
      <IconButton label="Settings beside the page" Icon={PanelRight} {...switchOf("right")} />
    </div>
  );
}

function Notices({ isRestored }: Pick<EditorLayoutProps, "isRestored">) {
  const [read, setRead] = useState<readonly string[]>([]);
  const { edited, isCopySaved } = useEditor();
  const { problems } = edited;
  const all: Readonly<Record<string, boolean>> = {
    restored: isRestored,
    noRoom: !isCopySaved,
    unread: problems.length > 0,
  };
  // A new problem is announced again.
  if (read.some((name) => all[name] !== true)) setRead(read.filter((name) => all[name] === true));
  const shown = Object.entries(all).flatMap(([name, isSo]) => (isSo && !read.includes(name) ? name : []));
  if (shown.length === 0) return null;
  return (
    <div className="max-h-48 space-y-2 overflow-y-auto border-line border-b p-3">
      {shown.includes("restored") ? (
        <Notice tone="info">Changes that weren't saved when this page was closed are back.</Notice>
      ) : null}
      {shown.includes("noRoom") ? (
        <Notice tone="warning">This browser has no room to store unsaved changes. Wait for “Saved”.</Notice>
      ) : null}
      {shown.includes("unread") ? <UnreadNotice /> : null}
      <button type="button" className="text-sm underline" onClick={() => setRead([...read, ...shown])}>
        Dismiss
      </button>
    </div>
  );
}

function History() {
  const { editing } = useEditor();
  const canUndo = useEditing((now) => now.canUndo);
  const canRedo = useEditing((now) => now.canRedo);
  return (
    <>
      <IconButton label="Undo" Icon={Undo2} disabled={!canUndo} onClick={() => editing.undo()} />
      <IconButton label="Redo" Icon={Redo2} disabled={!canRedo} onClick={() => editing.redo()} />
    </>
  );
}

/** How much of a wide window its panels take. */
function widthOf({ left, right }: Beside): number {
  return (left ? 288 : 0) + (right ? 320 : 0);
}

type PanelTabProps = { isHere: boolean; onPress: () => void; children: ReactNode };

function PanelTab({ isHere, onPress, children }: PanelTabProps) {
  return (
    <button
      type="button"
      aria-pressed={isHere}
      onClick={onPress}
      className={classNames(
        "flex-auto whitespace-nowrap rounded-md px-2 py-1.5 font-medium text-sm touch:min-h-11",
        isHere ? "bg-brand-soft text-brand" : "text-ink-soft hover:bg-hover",
      )}
    >
      {children}
    </button>
  );
}

type SideProps = {
  name: string;
  /** Whether it lies above the page where there is no room beside it. */
  isOpen: boolean;
  isBeside: boolean;
  side: "left" | "right";
  children: ReactNode;
};

function Side({ name, isOpen, isBeside, side, children }: SideProps) {
  return (
    <section
      aria-label={name}
      data-fields={side === "right" || undefined}
      className={classNames(
        // Positioned: what is hidden from sight in it would otherwise make the whole editor scroll.
        "relative w-full flex-col overflow-y-auto overscroll-contain bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:z-20 max-lg:border-line max-lg:shadow-float sm:w-80 lg:w-64 xl:w-72",
        isBeside ? "lg:flex" : "lg:hidden",
        side === "left" ? "left-0 border-line lg:border-r" : "right-0 border-line lg:border-l xl:w-80",
        isOpen ? "flex" : "hidden",
      )}
    >
      {children}
    </section>
  );
}

/** Leads to screens that show the page as it is stored, once the last word is. */
function LeaveSaved() {
  const { edited } = useEditor();
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

/** Lists the parts of the stored page that cannot be read. They remain stored until an author removes them. */
function UnreadNotice() {
  const { problems, leaveOutUnread } = useEditor().edited;
  const [isRemoved, setIsRemoved] = useState(false);
  const { isBusy, run } = useAction("The parts weren't removed");
  const remove = () => run(() => leaveOutUnread().then(() => setIsRemoved(true)));
  if (isRemoved) return <Notice tone="success">The unreadable parts were removed.</Notice>;
  return (
    <Notice
      tone="warning"
      title="Parts of this page can't be read"
      action={
        <Button size="sm" isBusy={isBusy} onClick={() => void remove()}>
          Remove them
        </Button>
      }
    >
      <ul className="list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <p className="mt-1">
        They remain stored with the page and aren't shown to readers until you remove them.
      </p>
    </Notice>
  );
}
