import type { ReactNode } from "react";
import type { useHeadingTag } from "./heading-levels.ts";

type BlockTitleProps = { tag: ReturnType<typeof useHeadingTag>; className?: string; children: ReactNode };

/** The heading of a block. */
export function BlockTitle({ tag: Tag, className = "cp-block-title", children }: BlockTitleProps) {
  return (
    <Tag dir="auto" className={className}>
      {children}
    </Tag>
  );
}
