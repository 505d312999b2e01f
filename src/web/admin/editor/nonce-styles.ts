const MARKED = new WeakSet<Document>();

/** Gives every style element that code adds to the document the page's nonce, without which the content policy refuses it. */
export function nonceStyles(target: Document, nonce: string | undefined): void {
  if (nonce === undefined || MARKED.has(target)) return;
  MARKED.add(target);
  const make = target.createElement.bind(target);
  target.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = make(name, options);
    if (name.toLowerCase() === "style") element.setAttribute("nonce", nonce);
    return element;
  }) as Document["createElement"];
}
