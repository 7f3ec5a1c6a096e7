import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { SignupPage } from "#web/features/dealer/signup-page.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";

export const meta = privatePageMeta(dealerPageMessages.signup.title);

export default function Page() {
  return (
    <SignedInPage>
      {({ dealerSubscription: known }) => (
        <SignupPage subscribed={known?.active === true} returning={known !== null} />
      )}
    </SignedInPage>
  );
}
