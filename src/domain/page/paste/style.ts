/** Declarations of CSS by name, both in small letters. */
export type Style = Readonly<Record<string, string>>;

/** A style written at an element, after those that its classes have in the clipboard's style sheet. */
export function styleOf(
  attributes: Readonly<Record<string, string>>,
  sheet: Readonly<Record<string, Style>>,
): Style {
  const classes = (attributes.class ?? "").split(/\s+/).slice(0, 20);
  const style: Record<string, string> = {};
  for (const name of classes) if (Object.hasOwn(sheet, name)) Object.assign(style, sheet[name]);
  return Object.assign(style, readDeclarations(attributes.style ?? ""));
}

/** The declarations of a style sheet by class. Rules of other selectors are left out: they are of whole elements. */
export function readSheet(nodes: readonly PastedNode[]): Record<string, Style> {
  const sheet: Record<string, Style> = {};
  const css = nodes.filter((one) => typeof one === "string").join("");
  for (const rule of css.split("}")) {
    const [selectors = "", declarations = ""] = rule.split("{");
    for (const selector of selectors.split(",")) {
      const [, name] = /^\s*(?:<!--\s*)?[a-z\d]*\.([\w-]+)\s*$/i.exec(selector) ?? [];
      if (name !== undefined) sheet[name] = { ...sheet[name], ...readDeclarations(declarations) };
    }
  }
  return sheet;
}

function readDeclarations(written: string): Style {
  const style: Record<string, string> = {};
  for (const declaration of written.toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0) style[declaration.slice(0, colon).trim()] = declaration.slice(colon + 1).trim();
  }
  return style;
}

export function isHidden(style: Style, attributes: Readonly<Record<string, string>>): boolean {
  return (
    "hidden" in attributes ||
    /^none\b/.test(style.display ?? "") ||
    /^(?:hidden|collapse)\b/.test(style.visibility ?? "") ||
    /^all\b/.test(style["mso-hide"] ?? "")
  );
}

export type PastedNode = string | PastedElement;

export type PastedElement = {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** Its own style and that of its classes; nothing is inherited. */
  style: Style;
  children: PastedNode[];
};
