import { block, heading, paragraph } from "./gallery-block.ts";
import type { GallerySection } from "./gallery-sections.ts";

const VIDEOS = ["aqz-KE-bpKQ", "eRsGyueVLvQ", "R6MlUcmOul8"].map((id) => `https://youtu.be/${id}`);

const CARDS = [
  {
    title: "Saltbush Tours: booked out by March",
    summary:
      "A booking site that answers before people ask. <strong>Three times</strong> the bookings of the year before.",
    link: "https://example.com/saltbush",
    image: "/demo/harbour-hero.svg",
    imagePosition: "left",
  },
  {
    title: "Fernwood Dental",
    summary: "New patients find a time in forty seconds.",
    link: "https://example.com/fernwood",
    image: "/demo/harbour-store.svg",
    colour: "#14213d",
    imageSize: "contain",
  },
  { title: "On a pale green, without a picture or a link", summary: "Words alone.", colour: "#dfeae3" },
  { title: "Without anything else", link: "https://example.com/" },
];

const PHASES = [
  {
    name: "Listen",
    description: "A morning on the roastery floor, an afternoon with your order inbox.",
    time: "1 week",
  },
  {
    name: "Design",
    description: "Three rounds, each on a real phone with <strong>five of your customers</strong>.",
    time: "3 weeks",
  },
  { name: "Build", description: "Every Friday you click through what is done.", time: "6 weeks" },
  { name: "Launch and stay", time: "from week 11" },
];

export const PROPOSAL_SECTIONS: GallerySection[] = [
  {
    block: "Proven Way of Working",
    setting: "phases",
    content: [block("ProvenWayOfWorking", { phases: PHASES })],
  },
  {
    block: "Deliverables",
    setting: "title and items",
    content: [
      block("Deliverables", {
        title: "What you will have in your hands",
        items: [
          { content: "A store with <strong>all ninety products</strong>, entered and proofread" },
          { content: "The wholesale portal, with each café’s own prices and cut-off times by roasting day" },
          { content: "Two training sessions\nand a handbook of one page" },
        ],
      }),
    ],
  },
  {
    block: "Case Studies",
    setting: "header and cards",
    content: [block("CaseStudies", { header: "Work like yours", cards: CARDS })],
  },
  {
    block: "Case Studies",
    setting: "one card, no header",
    content: [block("CaseStudies", { cards: CARDS.slice(0, 1) })],
  },
  { block: "Video", setting: "YouTube", content: [block("Video", { source: VIDEOS[0] })] },
  {
    block: "Video",
    setting: "a file",
    content: [block("Video", { source: "videos.example.com/roastery.mp4" })],
  },
  {
    block: "Video",
    setting: "a YouTube address without an id",
    content: [block("Video", { source: "https://www.youtube.com/watch?v=short" })],
  },
  {
    block: "Video Grid",
    setting: "title and videos; one address without an id is passed over",
    content: [block("VideoGrid", { title: "See it at work", urls: [...VIDEOS, "https://www.youtube.com/"] })],
  },
  {
    block: "Link Wrapper",
    setting: "around a container; around a button of its own",
    content: [
      block("LinkWrapper", {
        link: "https://example.com/",
        target: "_blank",
        content: [
          block("Container", {
            backgroundColor: "#f3ede2",
            backgroundOpacity: 1,
            content: [heading("All of this is a link", "h4"), paragraph("Press anywhere.", "sm")],
          }),
        ],
      }),
      block("LinkWrapper", {
        link: "https://example.com/",
        content: [
          block("Container", {
            backgroundColor: "#dfeae3",
            backgroundOpacity: 1,
            content: [
              heading("So is this, and the button leads elsewhere", "h4"),
              block("Button", { text: "Elsewhere", link: "#terracotta" }),
            ],
          }),
        ],
      }),
    ],
  },
  {
    block: "Page Break",
    setting: "between two paragraphs",
    content: [paragraph("Above the break."), block("PageBreak"), paragraph("Below the break.")],
  },
  {
    block: "Empty",
    setting: "what authors see of blocks without content",
    content: [
      ...[
        "PricingTable",
        "Video",
        "ProvenWayOfWorking",
        "Deliverables",
        "CaseStudies",
        "VideoGrid",
        "LinkWrapper",
      ].map((type) => block(type)),
      block("Unheard"),
    ],
  },
];
