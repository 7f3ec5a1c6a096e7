import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { ResetPasswordForm } from "#web/features/account/reset-password-form.tsx";
import { namedPageMeta } from "#web/lib/page-meta.ts";

export const meta = namedPageMeta({
  title: text.resetTitle,
  description: text.resetIntro,
  path: "/reset-password",
  index: false,
});

export default function Page() {
  return <ResetPasswordForm />;
}
