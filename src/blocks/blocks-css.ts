import contents from "./styles/contents.css?raw";
import lists from "./styles/lists.css?raw";
import optionalWork from "./styles/optional-work.css?raw";
import page from "./styles/page.css?raw";
import print from "./styles/print.css?raw";
import proposal from "./styles/proposal.css?raw";
import rhythm from "./styles/rhythm.css?raw";
import sums from "./styles/sums.css?raw";
import tables from "./styles/tables.css?raw";
import text from "./styles/text.css?raw";
import video from "./styles/video.css?raw";
import workOrders from "./styles/work-orders.css?raw";

export const BLOCKS_CSS = [
  page,
  text,
  lists,
  tables,
  rhythm,
  workOrders,
  optionalWork,
  sums,
  proposal,
  video,
  print,
  contents,
].join("\n");
