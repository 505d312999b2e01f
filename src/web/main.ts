import "./app.css";
import { meetDemandsWith } from "./lib/demands.ts";
import { startPage } from "./lib/start-page.tsx";
import { router } from "./router.tsx";

meetDemandsWith(async () => (await import("./security/meet-demand.tsx")).meetDemand);
startPage(router);
