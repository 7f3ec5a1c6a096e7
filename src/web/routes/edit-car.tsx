import { sellMessages as text } from "#domain/messages/sell.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { CostsHint } from "#web/features/costs/costs-hint.tsx";
import { LatePriceHint } from "#web/features/prices/late-price-hint.tsx";
import type { PriceHintOf } from "#web/features/sell/car-form.tsx";
import { EditCarPage } from "#web/features/sell/edit-car-page.tsx";
import { useBack } from "#web/lib/back.ts";
import { NotFoundView } from "#web/features/shell/error-view.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/edit-car";

export const meta = privatePageMeta(text.titleEdit);

const priceHint: PriceHintOf = (facts) => (
  <>
    <LatePriceHint facts={facts} />
    <CostsHint car={facts} />
  </>
);

const notFound = (title: string, message: string) => (
  <NotFoundView title={title} message={message}>
    <ButtonLink to="/my-publishings" size="lg">
      {text.editNotFoundLink}
    </ButtonLink>
  </NotFoundView>
);

export default function Page({ params: { id } }: Route.ComponentProps) {
  const back = useBack("/my-publishings");
  return (
    <SignedInPage>
      {(user) => (
        <EditCarPage key={id} id={id} user={user} priceHint={priceHint} notFound={notFound} onBack={back} />
      )}
    </SignedInPage>
  );
}
