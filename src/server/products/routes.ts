import * as calls from "#contract/admin/products.ts";
import { type Route, route } from "../http/route.ts";
import { addProduct } from "./add-product.ts";
import { changeProduct } from "./change-product.ts";
import { findCatalogue } from "./queries.ts";

export const productRoutes: Route[] = [
  route(calls.listProducts, ({ deps }) => findCatalogue(deps.db)),
  route(calls.addProduct, ({ deps, caller, body }) => addProduct(deps, caller, body)),
  route(calls.changeProduct, ({ deps, caller, params, body }) =>
    changeProduct(deps, caller, params.id, body),
  ),
];
