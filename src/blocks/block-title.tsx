import type { ReactNode } from "react";
import { TextElement } from "./directed.tsx";
import type { useHeadingTag } from "./heading-levels.ts";

type BlockTitleProps = {
  tag: ReturnType<typeof useHeadingTag>;
  text: string;
  className?: string;
  children: ReactNode;
};

/** The heading of a block. */
export function BlockTitle({ tag, text, className = "cp-block-title", children }: BlockTitleProps) {
  return (
    <TextElement as={tag} text={text} className={className}>
      {children}
    </TextElement>
  );
}
