// Puck as its manual shows it, with the blocks of the measured pages: what our editor is compared with.
import { type Config, type Data, Puck } from "@puckeditor/core";
import "@puckeditor/core/puck.css";
import { createRoot } from "react-dom/client";
import { makeSections } from "../make-sections.ts";

const CONFIG: Config = {
  components: {
    Container: {
      fields: { content: { type: "slot" } },
      render: ({ content: Content }) => <Content />,
    },
    Heading: {
      fields: { text: { type: "text" } },
      render: ({ text }) => <h2>{text}</h2>,
    },
    Paragraph: {
      fields: { text: { type: "textarea" } },
      render: ({ text }) => <p>{text}</p>,
    },
    List: {
      fields: { items: { type: "array", arrayFields: { title: { type: "text" } } } },
      render: ({ items }) => (
        <ul>
          {(items as { title: string }[]).map(({ title }) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      ),
    },
  },
};

const blocks = Number(new URLSearchParams(window.location.search).get("blocks"));
const root = document.getElementById("root");
if (root) createRoot(root).render(<Puck config={CONFIG} data={makeSections(blocks) as Data} />);
