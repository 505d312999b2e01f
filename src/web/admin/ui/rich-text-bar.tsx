import type { ChainedCommands, Editor } from "@tiptap/core";
import {
  Bold,
  Heading,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Strikethrough,
  Table,
  TextQuote,
  Underline,
  Undo2,
} from "lucide-react";
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import { safeUrl } from "#domain/page/safe-url.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Button, ICON_BUTTON_CLASS } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { listen } from "./listeners.ts";
import { TableBar } from "./text/table-bar.tsx";
import { chainInFocus } from "./text/text-editor.ts";

type Command = {
  /** The mark or block of the schema that shows the button as pressed. */
  name: string;
  label: string;
  Icon: LucideIcon;
  run: (chain: ChainedCommands) => ChainedCommands;
};

const COMMANDS: readonly Command[] = [
  { name: "bold", label: "Bold", Icon: Bold, run: (chain) => chain.toggleBold() },
  { name: "italic", label: "Italic", Icon: Italic, run: (chain) => chain.toggleItalic() },
  { name: "underline", label: "Underline", Icon: Underline, run: (chain) => chain.toggleUnderline() },
  { name: "strike", label: "Strikethrough", Icon: Strikethrough, run: (chain) => chain.toggleStrike() },
  { name: "bulletList", label: "Bulleted list", Icon: List, run: (chain) => chain.toggleBulletList() },
  {
    name: "orderedList",
    label: "Numbered list",
    Icon: ListOrdered,
    run: (chain) => chain.toggleOrderedList(),
  },
  { name: "blockquote", label: "Quote", Icon: TextQuote, run: (chain) => chain.toggleBlockquote() },
];

const HEADING: Command = {
  name: "heading",
  label: "Heading",
  Icon: Heading,
  run: (chain) => chain.toggleHeading({ level: 3 }),
};

type RichTextBarProps = {
  /** The text's editor, in this document or in a frame's; null while it is not there yet. */
  editor: Editor | null;
  hasHeadings: boolean;
  /** Whether the text has an undo of its own. */
  hasUndo?: boolean;
  /** More commands for the table with the caret. */
  tableCommands?: ReactNode;
};

/** The buttons above a rich text. They keep the selection of the text. */
export function RichTextBar({ editor, ...others }: RichTextBarProps) {
  if (editor) return <Bar editor={editor} {...others} />;
  return (
    <div role="toolbar" aria-label="Formatting" className="min-h-10 border-line border-b touch:min-h-13" />
  );
}

function Bar({ editor, hasHeadings, hasUndo = false, tableCommands }: RichTextBarProps & { editor: Editor }) {
  /** The address of the link that is being changed; null: none is. */
  const [linked, setLinked] = useState<string | null>(null);
  const commands = hasHeadings ? [...COMMANDS, HEADING] : COMMANDS;
  const active = useEditorState(editor, (now) =>
    commands.flatMap(({ name }) => (now.isActive(name) ? name : [])).join(),
  ).split(",");
  const isInTable = useEditorState(editor, (now) => now.isActive("table"));
  const canUndo = useEditorState(editor, (now) => hasUndo && now.can().undo());
  const canRedo = useEditorState(editor, (now) => hasUndo && now.can().redo());

  const editLink = () => {
    editor.commands.extendMarkRange("link");
    setLinked(String(editor.getAttributes("link").href ?? ""));
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!hasCommand || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    editLink();
  });
  useEffect(() => listen(editor.view.dom, { keydown: press }), [editor]);

  function link(address: string) {
    setLinked(null);
    const chain = chainInFocus(editor);
    const attrs = { href: address };
    if (address === "") chain.unsetMark("link").run();
    else if (editor.state.selection.empty) {
      chain.insertContent({ type: "text", text: address, marks: [{ type: "link", attrs }] }).run();
    } else chain.setMark("link", attrs).run();
  }

  return (
    <>
      <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5 border-line border-b p-1">
        {commands.map(({ name, label, Icon, run }) => (
          <BarButton
            key={name}
            label={label}
            Icon={Icon}
            isPressed={active.includes(name)}
            onPress={() => run(chainInFocus(editor)).run()}
          />
        ))}
        <BarButton label="Link" Icon={LinkIcon} isPressed={linked !== null} onPress={editLink} />
        <BarButton
          label="Table"
          Icon={Table}
          isPressed={isInTable}
          onPress={() => isInTable || chainInFocus(editor).insertTable({ rows: 3, cols: 3 }).run()}
        />
        {hasUndo ? (
          <>
            <BarButton
              label="Undo"
              Icon={Undo2}
              isDisabled={!canUndo}
              onPress={() => chainInFocus(editor).undo().run()}
            />
            <BarButton
              label="Redo"
              Icon={Redo2}
              isDisabled={!canRedo}
              onPress={() => chainInFocus(editor).redo().run()}
            />
          </>
        ) : null}
      </div>
      {linked === null ? null : (
        <LinkRow
          current={linked}
          onLink={link}
          onCancel={() => {
            setLinked(null);
            editor.view.focus();
          }}
        />
      )}
      {isInTable ? <TableBar editor={editor}>{tableCommands}</TableBar> : null}
    </>
  );
}

type BarButtonProps = {
  label: string;
  Icon: LucideIcon;
  isPressed?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
};

function BarButton({ label, Icon, isPressed, isDisabled = false, onPress }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      className={classNames(
        ICON_BUTTON_CLASS,
        "size-8! touch:size-11!",
        isPressed && "bg-brand-soft text-brand!",
        isDisabled && "opacity-45",
      )}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => isDisabled || onPress()}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} />
    </button>
  );
}

type LinkRowProps = {
  /** The address that the words have already. */
  current: string;
  onLink: (address: string) => void;
  onCancel: () => void;
};

function LinkRow({ current, onLink, onCancel }: LinkRowProps) {
  const [address, setAddress] = useState(current);
  const [isWrong, setIsWrong] = useState(false);

  function add() {
    const typed = address.trim();
    const url = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed) ? `https://${typed}` : typed;
    if (url !== "" && safeUrl(url) === undefined) setIsWrong(true);
    else onLink(url);
  }

  return (
    <div className="flex flex-wrap items-start gap-2 border-line border-b p-2 [&>div:first-child]:min-w-60 [&>div:first-child]:flex-1">
      <TextField
        label={<span className="sr-only">Address of the link</span>}
        placeholder="https://"
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
      {current === "" ? null : (
        <Button size="md" tone="quiet" onClick={() => onLink("")}>
          Remove link
        </Button>
      )}
      <Button size="md" tone="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** A fact about the text with the caret, read again after each change. */
function useEditorState<Fact extends string | boolean>(editor: Editor, read: (editor: Editor) => Fact): Fact {
  const subscribe = useCallback(
    (listener: () => void) => {
      const events = ["transaction", "focus", "blur"] as const;
      for (const event of events) editor.on(event, listener);
      return () => {
        for (const event of events) editor.off(event, listener);
      };
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => read(editor));
}
