import { Extension, type InputRule, textblockTypeInputRule, wrappingInputRule } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

const HEADINGS = { "# ": 2, "## ": 3, "### ": 4 } as const;

/** What people write at the start of a line by a habit from Markdown. */
export const Habits = Extension.create<{ hasHeadings: boolean }>({
  name: "habits",
  addOptions: () => ({ hasHeadings: false }),
  addInputRules() {
    const { heading, bulletList, orderedList, blockquote, codeBlock } = this.editor.schema.nodes;
    if (!heading || !bulletList || !orderedList || !blockquote || !codeBlock) return [];
    const rules: InputRule[] = [
      wrappingInputRule({ find: /^[-*] $/, type: bulletList }),
      wrappingInputRule({
        find: /^(\d{1,2})[.)] $/,
        type: orderedList,
        getAttributes: ([, start]) => ({ start: Number(start) }),
        joinPredicate: ([, start], { childCount, attrs }) => childCount + attrs.start === Number(start),
      }),
      wrappingInputRule({ find: /^> $/, type: blockquote }),
      textblockTypeInputRule({ find: /^``` ?$/, type: codeBlock }),
    ];
    if (!this.options.hasHeadings) return rules;
    const headings = Object.entries(HEADINGS).map(([written, level]) =>
      textblockTypeInputRule({
        find: new RegExp(`^${written}$`),
        type: heading,
        getAttributes: () => ({ level }),
      }),
    );
    return [...rules, ...headings];
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
          keydown: ({ composing, dom: { ownerDocument } }) => {
            if (!composing) ownerDocument.dispatchEvent(new Event("selectionchange"));
            return false;
          },
        },
      },
    }),
  ],
});
