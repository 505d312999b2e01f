import { createElement, type SVGProps } from "react";

/** An icon as the package of icons describes it. */
type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] };

/**
 * Takes the place of the package's own maker of icons, which also reads a context and builds names that nobody uses, on
 * every page (docs/decisions/0046-weight.md).
 */
// biome-ignore lint/style/noDefaultExport: the icons import it so
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return createElement(
      "svg",
      {
        width: 24,
        height: 24,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": !("aria-label" in props) || undefined,
        ...props,
      },
      ...shapes,
    );
  };
}
