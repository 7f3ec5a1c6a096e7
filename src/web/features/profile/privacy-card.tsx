import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { profileMessages } from "#domain/messages/profile.ts";
import { Button } from "#web/components/button.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { callText } from "#web/lib/call-text.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { downloadMyData } from "./use-profile.ts";
import { Card } from "#web/components/card.tsx";

const text = profileMessages.privacy;
const icon = { "aria-hidden": true, className: "size-5", strokeWidth: 2 } as const;

export function PrivacyCard({ isDealer, onDeleted }: { isDealer: boolean; onDeleted: () => void }) {
  const [deleting, setDeleting] = useState(false);

  const download = useAction(
    async () => {
      await downloadMyData();
      toast.success(text.downloaded);
    },
    text.downloadFailed,
    callText,
  );

  return (
    <Card id="privacy" heading={text.heading}>
      <p className="mt-2 text-ink-soft">
        {text.text} <TextLink to="/privacy">{text.policy}</TextLink>.
      </p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col max-sm:*:whitespace-normal!">
        <Button variant="secondary" loading={download.busy} onClick={download.run}>
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
