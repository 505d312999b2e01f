import * as calls from "#contract/admin/products.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { conditionText } from "../db/columns.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { byId, type Route, route } from "../http/route.ts";
import { importRoutes } from "../imports/run-import.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, EVERY_ROW, MEMBER_ROLES, see } from "../rls/row-rules.ts";
import { isInCatalogue, products } from "../schema/products.ts";
import { getProduct } from "./get-product.ts";
import { productImport, writeCatalogue } from "./import-products.ts";
import { findCatalogue } from "./queries.ts";
import { addProduct, changeProduct, deleteProduct, retireProduct } from "./write-product.ts";

const ACTIONS: Actions = {
  portal: {
    "product.add": "added a product",
    "product.change": "changed a product",
    "product.delete": "deleted a product",
    "product.restore": "brought a product back",
    "product.retire": "retired a product",
  },
};

const nameProducts: HitLoader = async (reader, ids) => {
  const { productId, productName } = products;
  const rows = await reader
    .select({ id: productId, name: productName })
    .from(products)
    .where(isAnyOf(productId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row }));
};

export const noun: Noun = {
  actions: ACTIONS,
  namedInDetails: ["product.add", "product.change", "product.delete", "product.retire", "product.restore"],
  rows: {
    products: [see(["visitor", ...MEMBER_ROLES], EVERY_ROW), ...COMPANY],
  },
  search: {
    kind: "product",
    ofCompany: {
      source: {
        table: "products",
        id: "product_id",
        text: "product_name",
        words: "words",
        touchedAt: "created_at",
        isOrdered: false,
        where: conditionText(products, isInCatalogue),
        isOfOrganization: false,
      },
      name: nameProducts,
    },
  },
};

export const routes: Route[] = [
  route(calls.listProducts, ({ deps }) => findCatalogue(deps.db)),
  route(calls.addProduct, ({ deps, caller, body }) => addProduct(deps, caller, body)),
  route(calls.changeProduct, byId(changeProduct)),
  route(calls.getProduct, ({ deps, params }) => getProduct(deps.db, params.id)),
  route(calls.retireProduct, ({ deps, caller, params, body }) =>
    retireProduct(deps, caller, params.id, body.isRetired),
  ),
  route(calls.exportProducts, async ({ deps }) => ({ csv: await writeCatalogue(deps.db) })),
  ...importRoutes(calls.checkProducts, calls.importProducts, () => productImport),
  route(calls.deleteProduct, byId(deleteProduct)),
];
