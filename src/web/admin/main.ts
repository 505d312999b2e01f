import "./zod-without-eval.ts";
import "./admin.css";
import { meetDemandsWith } from "#web/lib/demands.ts";
import { startPage } from "#web/lib/start-page.tsx";
import { router } from "./router.tsx";

meetDemandsWith(async () => (await import("#web/security/meet-demand.tsx")).meetDemand);
startPage(router);
