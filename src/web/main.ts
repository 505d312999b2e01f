import "./app.css";
import { meetDemandsWith } from "./lib/demands.ts";
import { startPage } from "./lib/start-page.tsx";
import { router } from "./router.ts";

meetDemandsWith(async () => (await import("./security/meet-demand.tsx")).meetDemand);
// The clients' fonts are optional (fonts.css): after this time the browser uses its own.
startPage(router, 100);
