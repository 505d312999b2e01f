import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { addProduct, changeProduct, getProduct, listProducts } from "#contract/admin/products.ts";
import { formatRate } from "#domain/format.ts";
import { CataloguedProduct, ProductDetails, typedRate } from "#domain/products/product.ts";
import { sayChanged } from "#web/admin/ui/say-changed.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog, FormProblem } from "../ui/form-dialog.tsx";

const ProductForm = ProductDetails.extend({ productRate: typedRate() });

type ProductDialogProps = {
  /** Null to add a new product. */
  product: CataloguedProduct | null;
  onClose: () => void;
};

/** Adds or changes a product. What was typed stays in the form until the server has saved it. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const cached = useCached();
  const [read, setRead] = useState(product);
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(ProductForm),
    defaultValues: {
      productName: product?.productName ?? "",
      productUnit: product?.productUnit ?? "",
      productRate: product?.productRate?.toString() ?? "",
    },
  });
  const { errors } = formState;

  const submit = handleSubmit(async (details) => {
    try {
      await save(read, details);
    } catch (error) {
      const current = productNow(error);
      if (current === null) throw error;
      setRead(current);
      void cached.refetch(listProducts);
      throw new FormProblem(explainChange(current));
    }
    showToast({ title: product ? "Product changed" : "Product added", text: details.productName });
    await Promise.all([cached.refetch(listProducts), cached.refetch(getProduct)]);
    onClose();
  });

  return (
    <FormDialog
      title={product ? "Change product" : "Add product"}
      description={
        product
          ? "Drafts follow at once. Documents that were sent stay as their clients read them."
          : "Work orders can be priced by it from now on."
      }
      action={product ? "Save" : "Add"}
      failureTitle="The product was not saved"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" autoComplete="off" {...fieldOf(register, errors, "productName")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Unit"
          hint="hour, page, month"
          autoComplete="off"
          {...fieldOf(register, errors, "productUnit")}
        />
        <Field
          label="Rate"
          hint="Dollars per unit, before GST"
          inputMode="decimal"
          autoComplete="off"
          {...fieldOf(register, errors, "productRate")}
        />
      </div>
    </FormDialog>
  );
}

async function save(product: CataloguedProduct | null, details: ProductDetails): Promise<CataloguedProduct> {
  if (product === null) return call(addProduct, { body: details });
  const { productId, recordVersion } = product;
  return call(changeProduct, { params: { id: productId }, body: { ...details, recordVersion } });
}

/** The product as another editor left it, if that is why a change was refused. */
function productNow(error: unknown): CataloguedProduct | null {
  if (!(error instanceof ApiError)) return null;
  return CataloguedProduct.safeParse(error.details.product).data ?? null;
}

function explainChange({ productName, productUnit, productRate }: CataloguedProduct): string {
  const rate = productRate === null ? "without a rate" : formatRate(productRate);
  const now = [productName, productUnit ?? "without a unit", rate].join(", ");
  return sayChanged("this product", now);
}
