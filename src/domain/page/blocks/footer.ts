import type { BlockEdit } from "../block-edit.ts";
import { email, link, text } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "Footer",
  hasControls: true,
  fields: { businessName: text, abn: text, address: text, termsLink: link, contactEmail: email },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "Footer",
  group: "proposal",
  fields: {
    businessName: { label: "Business name" },
    abn: { label: "ABN" },
    address: { label: "Postal address" },
    termsLink: { label: "Address of the terms" },
    contactEmail: { label: "Contact email" },
  },
};
