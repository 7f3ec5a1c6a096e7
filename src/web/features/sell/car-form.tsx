import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import type { CarFields } from "#contract/cars.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { Button } from "#web/components/button.tsx";
import { sayPartFailed } from "#web/components/load-part.ts";
import { LeaveQuestion } from "#web/components/leave-question.tsx";
import { toast } from "#web/components/toast.ts";
import {
  CarSection,
  DescriptionSection,
  FactsSection,
  MoreSection,
  SellerSection,
} from "./car-form-sections.tsx";
import { FieldPlace } from "./car-form-fields.tsx";
import {
  type CarField,
  type CarFormErrors,
  type CarFormValues,
  estimatedFacts,
  type EstimatedFacts,
  isFormField,
  withDraft,
  omitEmptyNewFacts,
} from "./car-form-values.ts";
import { EquipmentSection } from "./equipment-section.tsx";
import { CarPreview } from "./car-preview.tsx";
import { type FormPhoto, readDraft, removeDraft } from "./draft.ts";
import { DraftStatus } from "./draft-status.tsx";
import { usablePhotos, uploadedPhotos } from "./photo-list.ts";
import { PhotoPicker } from "./photo-picker.tsx";
import { useBrands, useModels } from "./use-catalogue.ts";
import { useDraft } from "./use-draft.ts";
import { usePhotoUploads } from "./use-photo-uploads.ts";

/** Renders a price hint for the facts of an estimate. */
export type PriceHintOf = (facts: EstimatedFacts) => ReactNode;

export interface CarFormProps {
  /** Initial values if no draft is stored. */
  values: CarFormValues;
  photos: readonly FormPhoto[];
  draftKey: string;
  submitLabel: string;
  /** Gets the valid car. The server's errors by field come back through `serverErrors`. */
  onSubmit: (car: CarFields, photos: readonly FormPhoto[]) => Promise<void>;
  onCancel: () => void;
  serverErrors: CarFormErrors;
  /** Renders the price range of cars like the one typed so far. */
  priceHint: PriceHintOf;
}

const loadChecks = () => import("./check-car.ts");

const resolver: Resolver<CarFormValues> = async (...form) => {
  const checks = await loadChecks().catch(() => null);
  // An error without a field or a text, which a submission says.
  if (checks === null) return { values: {}, errors: { root: {} } };
  return checks.carFormResolver(...form);
};

/** Scrolls to the first invalid field and focuses it (specification.md#sell-form). */
function focusField(form: HTMLFormElement | null, name: CarField): void {
  const place = form?.querySelector(`[data-field="${name}"]`);
  place?.closest("details")?.setAttribute("open", "");
  place?.scrollIntoView({ block: "center" });
  place
    ?.querySelector<HTMLElement>("[data-field-focus], input:not([hidden]), select, textarea")
    ?.focus({ preventScroll: true });
}

/** The form of specification.md#sell-form, for a new car and for editing one. */
export function CarForm({
  values,
  photos,
  draftKey,
  submitLabel,
  onSubmit,
  onCancel,
  serverErrors,
  priceHint,
}: CarFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => readDraft(draftKey, Date.now()));
  const [draftShown, setDraftShown] = useState(draft !== null);
  const uploads = usePhotoUploads(draft?.photos ?? photos);
  const [photoError, setPhotoError] = useState<string>();
  const { control, register, handleSubmit, watch, getValues, setValue, setError, reset, formState } =
    useForm<CarFormValues>({
      resolver,
      defaultValues: draft === null ? values : withDraft(values, draft),
      reValidateMode: "onChange",
      // We move the focus ourselves: react-hook-form does not know photos and comboboxes.
      shouldFocusError: false,
    });

  const current = watch();
  const ready = uploadedPhotos(uploads.items);
  const { state: draftState, saveNow } = useDraft(
    draftKey,
    { values: current, photos: ready },
    { values, photos },
  );
  const uploading = uploads.items.some((item) => item.state === "waiting" || item.state === "uploading");
  // A draft stores only uploaded photos: not those that are uploading or wait for a retry.
  const unsent = uploading || uploads.items.some((item) => item.state === "failed" && item.retryable);
  const brands = useBrands();
  const models = useModels(current.brand);
  // specification.md#sell-form: no submit while brands load or after a load error, although the built-in
  // lists can fill the form (docs/decisions/0008).
  const loadError = brands.data?.fallback === true || models.data?.fallback === true;

  useEffect(() => {
    for (const [name, message] of Object.entries(serverErrors)) {
      if (name === "images") setPhotoError(message);
      else if (isFormField(values, name)) setError(name, { type: "server", message });
    }
    if (Object.keys(serverErrors).length === 0) return;
    let ended = false;
    const focusFirst = async () => {
      const checks = await loadChecks().catch(() => null);
      const first = checks?.firstWrongField(serverErrors) ?? null;
      if (first !== null && !ended) focusField(form.current, first);
    };
    void focusFirst();
    return () => {
      ended = true;
    };
  }, [serverErrors, setError, values]);

  const isBegun = formState.isDirty || draft !== null || uploads.items.length > 0;
  useEffect(() => {
    // The submission tries again.
    if (isBegun) void loadChecks().catch(() => undefined);
  }, [isBegun]);

  useLayoutEffect(() => {
    // After a reload the restored scroll position would be the footer, because the form renders after the
    // account is known.
    if (draft !== null) globalThis.scrollTo(0, 0);
  }, [draft]);

  useEffect(() => {
    if (uploads.items.length > 0) setPhotoError(undefined);
  }, [uploads.items.length]);

  function fail(errors: CarFormErrors, first: CarField | null): void {
    if (first === null) return;
    setPhotoError(errors.images);
    toast.error(errors[first] ?? text.unexpected);
    focusField(form.current, first);
  }

  /** Validates the whole form, because photos are part of its order; null if it is invalid. */
  async function check(): Promise<CarFields | null> {
    const { checkCar, firstWrongField } = await loadChecks();
    const images = ready.map((photo) => photo.url);
    const { car, errors } = checkCar(getValues(), images);
    if (errors !== null) fail(errors, firstWrongField(errors));
    return car;
  }

  async function send(): Promise<void> {
    const car = await check();
    if (car === null) return;
    if (uploading) {
      toast.info(text.photosStillUploading);
      focusField(form.current, "images");
      return;
    }
    // Photos that cannot be uploaded have shown their reason; those that can be
    // retried need the person's decision.
    if (uploads.items.some((item) => item.state === "failed" && item.retryable)) {
      setPhotoError(text.photosSomeFailed);
      toast.error(text.photosSomeFailed);
      focusField(form.current, "images");
      return;
    }
    // Otherwise leaving the page would store the draft again after the car is saved.
    saveNow();
    await onSubmit(omitEmptyNewFacts(car, values), ready);
  }

  const submit = handleSubmit(send, async (errors) => {
    if (errors.root === undefined) await check();
    else void sayPartFailed();
  });

  async function reload(): Promise<void> {
    const [again, modelsAgain] = await Promise.all([
      brands.refetch(),
      current.brand === "" ? null : models.refetch(),
    ]);
    if (again.data?.fallback === false && modelsAgain?.data?.fallback !== true) toast.success(text.reloaded);
    else toast.error(text.brandsUnexpected);
  }

  function discardDraft(): void {
    removeDraft(draftKey);
    reset(values);
    uploads.reset(photos);
    setDraftShown(false);
    toast.info(text.draftDiscarded);
  }

  const errors: CarFormErrors = Object.fromEntries(
    Object.entries(formState.errors).map(([name, error]) => [name, error?.message]),
  );
  const section = { control, register, errors, isSubmitted: formState.isSubmitted };
  return (
    <div className="gap-x-12 lg:grid lg:grid-cols-[minmax(0,1fr)_18rem]">
      <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="min-w-0">
        {draftShown && (
          <div
            role="status"
            className="mb-8 flex flex-wrap items-center gap-3 rounded-lg bg-blue-soft px-4 py-3"
          >
            <p className="grow">{text.draftFound}</p>
            <Button variant="quiet" onClick={discardDraft}>
              {text.draftDiscard}
            </Button>
          </div>
        )}
        <section className="pb-8">
          <h2 className="mb-5 text-xl">{text.sectionPhotos}</h2>
          <FieldPlace name="images">
            <PhotoPicker uploads={uploads} error={photoError} />
          </FieldPlace>
        </section>
        <CarSection
          {...section}
          values={current}
          setValue={setValue}
          catalogue={{
            brands: brands.data,
            brandsLoading: brands.isPending,
            models: models.data,
            modelsLoading: models.isLoading,
            onReload: () => void reload(),
          }}
        />
        <FactsSection
          {...section}
          values={current}
          setValue={setValue}
          priceHint={priceHint(estimatedFacts(current))}
        />
        <MoreSection {...section} values={current} />
        <EquipmentSection control={control} error={errors.equipment} />
        <DescriptionSection {...section} />
        <SellerSection {...section} />
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-3 sm:mx-0 sm:px-0 short:static">
          {loadError ? (
            <p
              role="status"
              className="flex basis-full items-center gap-x-2 text-sm text-red sm:basis-auto sm:grow"
            >
              <span className="min-w-0 grow">{text.loadErrorStops}</span>
              <Button
                variant="quiet"
                loading={brands.isFetching || models.isFetching}
                onClick={() => void reload()}
              >
                {text.reload}
              </Button>
            </p>
          ) : (
            <DraftStatus state={draftState} />
          )}
          <Button variant="secondary" size="lg" className="max-sm:px-4" onClick={onCancel}>
            {text.cancel}
          </Button>
          <Button
            type="submit"
            size="lg"
            className="min-w-0 grow max-sm:px-4 sm:grow-0"
            loading={formState.isSubmitting}
            disabled={brands.isPending || loadError}
          >
            {submitLabel}
          </Button>
        </div>
      </form>
      <CarPreview values={current} photo={usablePhotos(uploads.items)[0]} />
      <LeaveQuestion
        isUploading={unsent}
        // A draft stores everything but those photos, if it can be stored.
        losesMore={draftState === "off"}
        title={text.leaveTitle}
        text={text.leaveText}
      />
    </div>
  );
}
