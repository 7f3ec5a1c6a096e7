import { clsx } from "clsx";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type AskedFormat, importFormats } from "#domain/stock/import-states.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { Button, buttonClass } from "#web/components/button.tsx";
import { DownloadLink } from "#web/components/download-link.tsx";
import { Field } from "#web/components/field.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { LeaveQuestion } from "#web/components/leave-question.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { messageOf } from "#web/lib/api-error.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { Card } from "#web/components/card.tsx";

const text = stockPageMessages.upload;
const maxBytes = 300_000_000;

/** By the file's name: browsers give CSV files many MIME types, or none. */
function contentTypeOf(file: File): string | null {
  if (/\.zip$/i.test(file.name)) return "application/zip";
  return /\.(?:csv|txt)$/i.test(file.name) ? "text/csv" : null;
}

/** A drop zone and file field for a stock file; once it is checked, its page opens. */
export function UploadCard() {
  const navigate = useNavigate();
  const fileId = useId();
  const [format, setFormat] = useState<AskedFormat>("auto");
  const [dragged, setDragged] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  // An effect: by then nothing uploads, and leaving the page asks nothing.
  useEffect(() => {
    if (made !== null) void navigate(`/autosallon-dashboard/imports/${made}`);
  }, [made, navigate]);

  async function send(file: File | undefined): Promise<void> {
    if (file === undefined || sending.current !== null) return;
    const contentType = contentTypeOf(file);
    if (contentType === null) return setError(text.wrongType);
    if (file.size > maxBytes) return setError(text.tooLarge);
    const stop = new AbortController();
    sending.current = stop;
    setError(null);
    setShare(0);
    try {
      const { id } = await uploadFile<{ id: string }>(file, {
        path: `/api/dealer/imports?format=${format}`,
        contentType,
        onProgress: setShare,
        signal: stop.signal,
      });
      setMade(id);
    } catch (failure) {
      if (!stop.signal.aborted) setError(messageOf(failure, text.failed));
    } finally {
      sending.current = null;
      setShare(null);
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setDragged(false);
    void send(event.dataTransfer.files[0]);
  }

  return (
    <Card id="upload" heading={text.heading} headingClass="text-lg">
      <p className="mt-2 max-w-2xl text-ink-soft">{text.lead}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an additional way; the field inside handles the keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDragged(true);
        }}
        onDragLeave={() => setDragged(false)}
        onDrop={drop}
        className={clsx(
          "mt-4 flex flex-col items-center gap-3 rounded-lg border-2 border-dashed p-6 text-center transition-colors",
          dragged ? "border-blue bg-blue-soft" : "border-line-strong bg-surface",
        )}
      >
        {share === null ? (
          <>
            <p className="font-medium max-md:hidden">{text.drop}</p>
            <label
              htmlFor={fileId}
              className={buttonClass(
                "primary",
                "lg",
                "relative max-w-full cursor-pointer text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-blue",
              )}
            >
              {text.choose}
              <input
                id={fileId}
                type="file"
                accept=".csv,.txt,.zip,text/csv,application/zip"
                className="absolute inset-0 cursor-pointer opacity-0"
                onChange={({ target }) => {
                  void send(target.files?.[0]);
                  // So that the same file can be chosen again.
                  target.value = "";
                }}
              />
            </label>
            <p className="text-sm text-ink-faint">{text.limits}</p>
          </>
        ) : (
          <div className="flex w-full max-w-md flex-col items-center gap-3" role="status">
            <p className="font-medium tabular-nums">{text.sending(Math.floor(share * 100))}</p>
            <progress value={share} max={1} aria-label={text.heading} className="bar" />
            <Button variant="quiet" onClick={() => sending.current?.abort()}>
              {text.cancel}
            </Button>
          </div>
        )}
      </div>
      <FormError className="mt-3">{error}</FormError>
      <LeaveQuestion isUploading={share !== null} title={text.leaveTitle} text={text.leaveText} />
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <Field label={text.format} className="max-sm:w-full">
          <Select
            value={format}
            onChange={({ target }) =>
              setFormat(importFormats.find((known) => known === target.value) ?? "auto")
            }
          >
            <Options values={importFormats} labelOf={(value) => text.formats[value]} />
          </Select>
        </Field>
        <DownloadLink href="/api/dealer/imports/template.csv">{text.template}</DownloadLink>
        <DownloadLink href="/api/dealer/export.csv">{text.export}</DownloadLink>
      </div>
    </Card>
  );
}
