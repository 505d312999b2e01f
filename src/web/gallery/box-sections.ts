import { block, heading, paragraph } from "./gallery-block.ts";
import type { GallerySection } from "./gallery-sections.ts";

const HERO = "/demo/harbour-hero.svg";
const STORE = "/demo/harbour-store.svg";

const card = (title: string) => [
  heading(title, "h4"),
  paragraph("A short text that says what is in it.", "sm"),
];
const cards = (...titles: string[]) =>
  titles.map((title) =>
    block("Container", { backgroundColor: "#f3ede2", backgroundOpacity: 1, content: card(title) }),
  );

export const BOX_SECTIONS: GallerySection[] = [
  {
    block: "Button",
    setting: "alignment, target",
    content: ["left", "center", "right"].map((align) =>
      block("Button", { text: `Go to the ${align}`, link: "#terracotta", target: "_blank", align }),
    ),
  },
  {
    block: "Button",
    setting: "full width, own padding, own colours, without an address",
    content: [
      block("Button", { text: "Book a call", link: "https://example.com/", width: "full", target: "_blank" }),
      block("Button", {
        text: "Own colours, also on hover",
        link: "https://example.com/",
        padding: { top: 16, right: 40, bottom: 16, left: 40 },
        backgroundColor: "#14213d",
        borderColor: "#fca311",
        textColor: "#ffffff",
        hoverBackgroundColor: "#fca311",
        hoverBorderColor: "#14213d",
        hoverTextColor: "#14213d",
      }),
      block("Button", { text: "Leads nowhere", link: "javascript:alert(1)" }),
    ],
  },
  {
    block: "Container",
    setting: "one column, defaults",
    content: [block("Container", { content: card("Defaults") })],
  },
  ...[2, 3, 4].map((columns) => ({
    block: "Container",
    setting: `${columns} columns`,
    content: [
      block("Container", {
        columns,
        padding: 0,
        content: cards(...["Plan", "Make", "Launch", "Care"].slice(0, columns)),
      }),
    ],
  })),
  ...["start", "center", "end", "space-between", "space-around", "space-evenly"].map((justifyContent) => ({
    block: "Container",
    setting: `justifyContent ${justifyContent}`,
    content: [
      block("Container", {
        columns: 2,
        gap: 8,
        justifyContent,
        backgroundColor: "#f3ede2",
        backgroundOpacity: 1,
        content: [paragraph("Left word"), paragraph("Right word")],
      }),
    ],
  })),
  {
    block: "Container",
    setting: "background image, blur, scale, colour and opacity, maxWidth",
    content: [
      block("Container", {
        backgroundImage: HERO,
        backgroundColor: "#14213d",
        backgroundOpacity: 0.78,
        padding: 48,
        content: [
          heading("On a picture under navy", "h2"),
          paragraph("Text turns light, <a href='https://example.com/'>links</a> as well."),
          block("Button", { text: "A button on it", link: "#terracotta" }),
        ],
      }),
      block("Container", {
        backgroundImage: STORE,
        blur: 6,
        scale: 1.2,
        backgroundColor: "#fffdfa",
        backgroundOpacity: 0.8,
        maxWidth: 480,
        content: card("Blurred, 480 pixels at most"),
      }),
    ],
  },
  {
    block: "Image",
    setting: "contain; custom size; alignment; padding",
    content: [
      block("Image", { src: HERO, alt: "A cup of coffee before Sydney Harbour" }),
      ...["left", "center", "right"].map((alignment) =>
        block("Image", {
          src: STORE,
          alt: "The store on a phone",
          sizeMode: "custom",
          width: 160,
          height: 160,
          alignment,
        }),
      ),
      block("Image", { src: STORE, alt: "The store on a phone", padding: 32 }),
    ],
  },
];
