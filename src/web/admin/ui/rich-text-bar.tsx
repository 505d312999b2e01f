import { Bold, Heading, Italic, Link as LinkIcon, List, ListOrdered, type LucideIcon } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { safeUrl } from "#domain/page/safe-url.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Button, ICON_BUTTON_CLASS } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";

const COMMANDS: readonly { command: string; label: string; Icon: LucideIcon }[] = [
  { command: "bold", label: "Bold", Icon: Bold },
  { command: "italic", label: "Italic", Icon: Italic },
  { command: "insertUnorderedList", label: "Bulleted list", Icon: List },
  { command: "insertOrderedList", label: "Numbered list", Icon: ListOrdered },
];

type RichTextBarProps = {
  /** The text, in this document or in a frame's. */
  textRef: RefObject<HTMLDivElement | null>;
  onChange: () => void;
  hasHeadings: boolean;
};

/** The buttons above a rich text. They keep the selection of the text. */
export function RichTextBar({ textRef, onChange, hasHeadings }: RichTextBarProps) {
  const [active, setActive] = useState<readonly string[]>([]);
  const [isHeading, setIsHeading] = useState(false);
  /** The selection to which a link is added while its address is typed; null: no address is typed. */
  const [linked, setLinked] = useState<Range | null>(null);

  useEffect(() => {
    const owner = textRef.current?.ownerDocument ?? document;
    const look = () => {
      const isHere = textRef.current?.contains(owner.getSelection()?.anchorNode ?? null) === true;
      setIsHeading(isHere && /^h[2-4]$/.test(owner.queryCommandValue("formatBlock")));
      setActive(
        isHere ? COMMANDS.flatMap(({ command }) => (owner.queryCommandState(command) ? command : [])) : [],
      );
    };
    owner.addEventListener("selectionchange", look);
    return () => owner.removeEventListener("selectionchange", look);
  }, [textRef]);

  const selectionOf = () => textRef.current?.ownerDocument.getSelection() ?? null;

  function run(command: string, value?: string) {
    textRef.current?.focus();
    textRef.current?.ownerDocument.execCommand(command, false, value);
    onChange();
  }

  function askForLink() {
    const selection = selectionOf();
    const isHere = textRef.current?.contains(selection?.anchorNode ?? null) === true;
    if (selection && isHere && selection.rangeCount > 0) setLinked(selection.getRangeAt(0).cloneRange());
    else textRef.current?.focus();
  }

  function link(address: string) {
    const selection = selectionOf();
    if (linked === null || selection === null) return;
    textRef.current?.focus();
    selection.removeAllRanges();
    selection.addRange(linked);
    const isBare = selection.isCollapsed;
    setLinked(null);
    if (address === "") run("unlink");
    else if (!isBare) run("createLink", address);
    else {
      run("insertText", address);
      const node = selection.anchorNode;
      const end = selection.anchorOffset;
      if (node) selection.setBaseAndExtent(node, Math.max(0, end - address.length), node, end);
      run("createLink", address);
    }
  }

  return (
    <>
      <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5 border-line border-b p-1">
        {COMMANDS.map(({ command, label, Icon }) => (
          <BarButton
            key={command}
            label={label}
            isPressed={active.includes(command)}
            onPress={() => run(command)}
          >
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </BarButton>
        ))}
        {hasHeadings ? (
          <BarButton
            label="Heading"
            isPressed={isHeading}
            onPress={() => run("formatBlock", isHeading ? "p" : "h3")}
          >
            <Heading aria-hidden="true" strokeWidth={1.75} />
          </BarButton>
        ) : null}
        <BarButton label="Link" isPressed={linked !== null} onPress={askForLink}>
          <LinkIcon aria-hidden="true" strokeWidth={1.75} />
        </BarButton>
      </div>
      {linked ? <LinkRow onLink={link} onCancel={() => setLinked(null)} /> : null}
    </>
  );
}

type BarButtonProps = { label: string; isPressed: boolean; onPress: () => void; children: ReactNode };

function BarButton({ label, isPressed, onPress, children }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      className={classNames(
        ICON_BUTTON_CLASS,
        "size-8! touch:size-11!",
        isPressed && "bg-brand-soft text-brand!",
      )}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

type LinkRowProps = { onLink: (address: string) => void; onCancel: () => void };

function LinkRow({ onLink, onCancel }: LinkRowProps) {
  const [address, setAddress] = useState("");
  const [isWrong, setIsWrong] = useState(false);

  function add() {
    const typed = address.trim();
    const url = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed) ? `https://${typed}` : typed;
    if (url !== "" && safeUrl(url) === undefined) setIsWrong(true);
    else onLink(url);
  }

  return (
    <div className="flex flex-wrap items-start gap-2 border-line border-b p-2 [&>div:first-child]:min-w-48 [&>div:first-child]:flex-1">
      <Field
        label={<span className="sr-only">Address of the link</span>}
        placeholder="https://, or empty to remove the link"
        value={address}
        error={isWrong ? "Please enter an address such as https://example.com" : undefined}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
        autoFocus
      />
      <Button size="md" onClick={add}>
        Apply
      </Button>
      <Button size="md" tone="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
