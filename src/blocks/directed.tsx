import { createElement, type HTMLAttributes, type ReactNode, use } from "react";
import { plainText } from "#domain/page/rich-text.ts";
import { directionOf } from "#domain/text-direction.ts";
import { isolateFigures } from "./isolate-figures.tsx";
import { isolatedAttributes, SurroundingsContext, useTextAttributes } from "./text-attributes.ts";

type DirectedTextProps = HTMLAttributes<HTMLElement> & {
  as: string;
  text: string;
  scope?: "row";
  children?: ReactNode;
};

/** An element that declares the direction and the language of its text, found from its letters. */
export function DirectedText({ as, text, children, ...others }: DirectedTextProps) {
  return createElement(as, { ...useTextAttributes(text), ...others }, children ?? isolateFigures(text));
}

/** A text of people beside words of ours, or in a column that is aligned as a whole. */
export function Isolated({ text, children, ...others }: Omit<DirectedTextProps, "as" | "scope">) {
  const { whole } = use(SurroundingsContext);
  return (
    <bdi {...isolatedAttributes(text, whole || text)} {...others}>
      {children ?? isolateFigures(text)}
    </bdi>
  );
}

/** A text at the edge of its list or column, however it is read. Its element has the language: PDFs leave a bdi out. */
export function AlignedText({ as, text, children, ...others }: DirectedTextProps) {
  const { whole } = use(SurroundingsContext);
  const { lang, ...direction } = isolatedAttributes(text, whole || text);
  return createElement(as, { lang, ...others }, <bdi {...direction}>{children ?? isolateFigures(text)}</bdi>);
}

type DirectedProps = {
  as: "section" | "ol" | "ul";
  texts: readonly string[];
  className: string;
  children: ReactNode;
};

/** A block whose marks, numbers and edges are on the side where most of its texts begin. */
export function Directed({ as: Tag, texts, className, children }: DirectedProps) {
  const around = use(SurroundingsContext);
  const direction = directionOf(texts.map(plainText).join("\n")) ?? around.direction;
  return (
    <Tag className={className} dir={direction === around.direction ? undefined : direction}>
      <SurroundingsContext value={{ ...around, direction }}>{children}</SurroundingsContext>
    </Tag>
  );
}
