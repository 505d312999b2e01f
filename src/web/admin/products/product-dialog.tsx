import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { addProduct, changeProduct, listProducts } from "#contract/admin/products.ts";
import { Product } from "#domain/products/product.ts";
import { formatRate, ProductDetails, TypedRate } from "#domain/products/product-details.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { explainFormFailure } from "#web/lib/explain-failure.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";

const ProductForm = ProductDetails.extend({ productRate: TypedRate });

type ProductDialogProps = {
  /** Null to add a new product. */
  product: Product | null;
  onClose: () => void;
};

/** Adds or changes a product. What was typed stays in the form until the server has saved it. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const formId = useId();
  const cached = useCached();
  const [asRead, setAsRead] = useState(product);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(ProductForm),
    defaultValues: {
      productName: product?.productName ?? "",
      productUnit: product?.productUnit ?? "",
      productRate: product?.productRate?.toString() ?? "",
    },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (details) => {
    setFailure(null);
    try {
      await save(asRead, details);
    } catch (error) {
      setFailure(explainFormFailure(error));
      const current = productNow(error);
      if (current) {
        setFailure(explainChange(current));
        setAsRead(current);
        void cached.refetch(listProducts);
      }
      return;
    }
    showToast({ title: product ? "Product changed" : "Product added", text: details.productName });
    await cached.refetch(listProducts);
    onClose();
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={isSubmitting}
      title={product ? "Change product" : "Add product"}
      description={
        product
          ? "Drafts show the new price at once. Decided documents keep theirs."
          : "Work orders can be priced by it from now on."
      }
      actions={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={formId} isBusy={isSubmitting}>
            {product ? "Save" : "Add"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {failure ? (
          <Notice tone="error" title="The product was not saved">
            {failure}
          </Notice>
        ) : null}
        <Field
          label="Name"
          autoComplete="off"
          error={errors.productName?.message}
          {...register("productName")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Unit"
            hint="hour, page, month"
            autoComplete="off"
            error={errors.productUnit?.message}
            {...register("productUnit")}
          />
          <Field
            label="Rate"
            hint="Dollars per unit, before GST"
            inputMode="decimal"
            autoComplete="off"
            error={errors.productRate?.message}
            {...register("productRate")}
          />
        </div>
      </form>
    </Dialog>
  );
}

async function save(product: Product | null, details: ProductDetails): Promise<Product> {
  if (product === null) return call(addProduct, { body: details });
  const { productId, ...asRead } = product;
  return call(changeProduct, { params: { id: productId }, body: { ...details, asRead } });
}

/** The product as another editor left it, if that is why a change was refused. */
function productNow(error: unknown): Product | null {
  if (!(error instanceof ApiError)) return null;
  return Product.safeParse(error.details.product).data ?? null;
}

function explainChange({ productName, productUnit, productRate }: Product): string {
  const rate = productRate === null ? "without a rate" : formatRate(productRate);
  const now = [productName, productUnit ?? "without a unit", rate].join(", ");
  return `Somebody else has changed it meanwhile. It is now: ${now}. Save again to replace that by what you typed.`;
}
