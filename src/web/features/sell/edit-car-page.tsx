import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { User } from "#contract/accounts.ts";
import type { Car, CarFields } from "#contract/cars.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { ErrorState, Loading } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { invalidateCar } from "#web/lib/cached-cars.ts";
import { useLeaving } from "#web/lib/use-leaving.ts";
import { CarForm, type PriceHintOf } from "./car-form.tsx";
import { type CarFormErrors, editCarValues } from "./car-form-values.ts";
import { draftKey, removeDraft } from "./draft.ts";
import { FormPage } from "./form-page.tsx";

/**
 * The server's text, else the page's: one for JSON without a text, another for an answer that is not JSON.
 */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return text.unexpected;
  if (error.hasMessage) return error.message;
  return error.hasJson ? text.updateFailed : text.serverError;
}

function EditForm({
  car,
  user,
  priceHint,
  onBack,
}: {
  car: Car;
  user: User;
  priceHint: PriceHintOf;
  onBack: () => void;
}) {
  const navigate = useNavigate();
  const [serverErrors, setServerErrors] = useState<CarFormErrors>({});
  const values = useMemo(() => editCarValues(car), [car]);
  const key = draftKey(user.id, car._id);
  const leaving = useLeaving();

  async function save(fields: CarFields): Promise<void> {
    const left = leaving();
    try {
      await api("PUT /api/cars/{id}", { params: { id: car._id }, body: fields }, { timeoutMs: 60_000 });
    } catch (error) {
      if (error instanceof ApiError) setServerErrors({ ...error.fields });
      toast.error(failureText(error));
      return;
    }
    removeDraft(key);
    invalidateCar(car._id);
    toast.success(text.updated);
    if (left.aborted) return;
    await navigate("/my-publishings");
    // On unmount the form stores its pending draft; delete that one, too.
    removeDraft(key);
  }

  return (
    <CarForm
      priceHint={priceHint}
      values={values}
      photos={car.photos}
      draftKey={key}
      submitLabel={text.save}
      serverErrors={serverErrors}
      onCancel={onBack}
      onSubmit={save}
    />
  );
}

/** /edit-car/{id}: the form of the user's own car. */
export function EditCarPage({
  id,
  user,
  priceHint,
  notFound,
  onBack,
}: {
  id: string;
  user: User;
  priceHint: PriceHintOf;
  notFound: (title: string, message: string) => ReactNode;
  onBack: () => void;
}) {
  const car = useQuery({
    queryKey: ["edit-car", id],
    queryFn: () => api("GET /api/cars/{id}", { params: { id } }),
    // A refetch must not change the form while the person types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
  });
  if (car.isPending)
    return (
      <>
        <h1 className="sr-only">{text.titleEdit}</h1>
        <Loading className="min-h-96" />
      </>
    );
  if (car.error instanceof ApiError && car.error.status === 404)
    return notFound(text.editNotFound, text.editNotFoundHint);
  if (car.data === undefined) {
    return (
      <ErrorState
        title={text.loadError}
        heading="h1"
        text={text.loadErrorHint}
        retrying={car.isFetching}
        onRetry={() => void car.refetch()}
      />
    );
  }
  // Another seller's car is public, but not theirs to edit: not found.
  if (car.data.user !== user.id) return notFound(text.editNotFound, text.editNotFoundHint);
  if (car.data.sold || car.data.deleted) return notFound(text.editImpossible, text.editImpossibleHint);
  return (
    <FormPage title={text.titleEdit} onBack={onBack} wide>
      <EditForm car={car.data} user={user} priceHint={priceHint} onBack={onBack} />
    </FormPage>
  );
}
