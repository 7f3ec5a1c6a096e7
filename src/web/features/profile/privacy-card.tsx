import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { profileMessages } from "#domain/messages/profile.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "#web/components/button.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { NetworkError, messageOf } from "#web/lib/api-error.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { downloadMyData } from "./use-profile.ts";
import { Card } from "#web/components/card.tsx";

const text = profileMessages.privacy;
const icon = { "aria-hidden": true, className: "size-5", strokeWidth: 2 } as const;

/** Exports the account's data, and deletes the account. */
export function PrivacyCard({ isDealer, onDeleted }: { isDealer: boolean; onDeleted: () => void }) {
  const [downloading, setDownloading] = useState(false);
  const [deleting, setDeleting] = useState(false);

  async function download(): Promise<void> {
    setDownloading(true);
    try {
      await downloadMyData();
      toast.success(text.downloaded);
    } catch (error) {
      toast.error(
        error instanceof NetworkError ? uiMessages.networkError : messageOf(error, text.downloadFailed),
      );
    } finally {
      setDownloading(false);
    }
  }

  return (
    <Card id="privacy" heading={text.heading}>
      <p className="mt-2 text-ink-soft">
        {text.text} <TextLink to="/privacy">{text.policy}</TextLink>.
      </p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col max-sm:*:whitespace-normal!">
        <Button variant="secondary" loading={downloading} onClick={() => void download()}>
          <Download {...icon} />
          {text.download}
        </Button>
        <Button variant="danger-quiet" onClick={() => setDeleting(true)}>
          <Trash2 {...icon} />
          {text.remove}
        </Button>
      </div>
      <DeleteAccountDialog
        open={deleting}
        isDealer={isDealer}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </Card>
  );
}
