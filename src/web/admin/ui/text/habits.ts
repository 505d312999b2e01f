import { Extension, InputRule, textblockTypeInputRule, wrappingInputRule } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

const HEADINGS = { "# ": 2, "## ": 3, "### ": 4 } as const;

type HabitsOptions = { hasHeadings: boolean; announce: (what: string) => void };

/** Markdown shortcuts at the start of a line. The result is announced. */
export const MarkdownShortcuts = Extension.create<HabitsOptions>({
  name: "habits",
  addOptions: () => ({ hasHeadings: false, announce: () => undefined }),
  addInputRules() {
    const { heading, bulletList, orderedList, blockquote, codeBlock } = this.editor.schema.nodes;
    if (!heading || !bulletList || !orderedList || !blockquote || !codeBlock) return [];
    const { hasHeadings, announce } = this.options;
    const announced = (what: string, { find, handler }: InputRule) =>
      new InputRule({
        find,
        handler: (props) => {
          if (handler(props) === null) return null;
          announce(what);
          return undefined;
        },
      });
    const headings = Object.entries(HEADINGS).map(([written, level]) =>
      announced(
        `Heading ${level}`,
        textblockTypeInputRule({
          find: new RegExp(`^${written}$`),
          type: heading,
          getAttributes: () => ({ level }),
        }),
      ),
    );
    return [
      ...(hasHeadings ? headings : []),
      announced("Bulleted list", wrappingInputRule({ find: /^[-*] $/, type: bulletList })),
      announced(
        "Numbered list",
        wrappingInputRule({
          find: /^(\d{1,2})[.)] $/,
          type: orderedList,
          getAttributes: ([, start]) => ({ start: Number(start) }),
          joinPredicate: ([, start], { childCount, attrs }) => childCount + attrs.start === Number(start),
        }),
      ),
      announced(
        "Lettered list",
        wrappingInputRule({
          find: /^([aAiI])\) $/,
          type: orderedList,
          getAttributes: ([, type]) => ({ type }),
          joinPredicate: () => false,
        }),
      ),
      announced("Quote", wrappingInputRule({ find: /^> $/, type: blockquote })),
      announced("Preformatted text", textblockTypeInputRule({ find: /^``` ?$/, type: codeBlock })),
    ];
  },
});

/** Calls `onWord` before the first letter of each word, where a step of undo ends. */
export const Words = Extension.create<{ onWord: () => void }>({
  name: "words",
  addOptions: () => ({ onWord: () => undefined }),
  addProseMirrorPlugins() {
    const { onWord } = this.options;
    return [
      new Plugin({
        props: {
          handleTextInput: ({ state, composing }, from, _to, text) => {
            const before = state.doc.textBetween(Math.max(0, from - 1), from, "\n", " ");
            if (!composing && /^\S/.test(text) && /^\s$/.test(before)) onWord();
            return false;
          },
        },
      }),
    ];
  },
});

/** Reads the selection that a key made before the next key acts on it: browsers report it late, above all busy ones. */
export const KeySelection = Extension.create({
  name: "keySelection",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (view) => {
            readSelection(view);
            return false;
          },
        },
      },
    }),
  ],
});

/** Reads the selection as it is on the page now. */
export function readSelection({ composing, dom: { ownerDocument } }: EditorView): void {
  if (!composing) ownerDocument.dispatchEvent(new Event("selectionchange"));
}
