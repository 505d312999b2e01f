import * as calls from "#contract/admin/products.ts";
import { type Route, route } from "../http/route.ts";
import { importRoutes } from "../imports/import-routes.ts";
import { changeProduct } from "./change-product.ts";
import { addProduct } from "./create-products.ts";
import { deleteProduct } from "./delete-product.ts";
import { getProduct } from "./get-product.ts";
import { productImport, writeCatalogue } from "./import-products.ts";
import { findCatalogue } from "./queries.ts";
import { retireProduct } from "./retire-product.ts";

export const productRoutes: Route[] = [
  route(calls.listProducts, ({ deps }) => findCatalogue(deps.db)),
  route(calls.addProduct, ({ deps, caller, body }) => addProduct(deps, caller, body)),
  route(calls.changeProduct, ({ deps, caller, params, body }) =>
    changeProduct(deps, caller, params.id, body),
  ),
  route(calls.getProduct, ({ deps, params }) => getProduct(deps.db, params.id)),
  route(calls.retireProduct, ({ deps, caller, params, body }) =>
    retireProduct(deps, caller, params.id, body.isRetired),
  ),
  route(calls.exportProducts, async ({ deps }) => ({ csv: await writeCatalogue(deps.db) })),
  ...importRoutes(calls.checkProducts, calls.importProducts, productImport),
  route(calls.deleteProduct, ({ deps, caller, params }) => deleteProduct(deps, caller, params.id)),
];
