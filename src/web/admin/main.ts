import "./zod-without-eval.ts";
import "./admin.css";
import { startPage } from "#web/lib/start-page.tsx";
import { router } from "./router.tsx";

startPage(router);
