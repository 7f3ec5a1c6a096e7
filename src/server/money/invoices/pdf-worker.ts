/** The thread that makes PDF files: laying out the text takes longer than a request may wait. */
import { parentPort } from "node:worker_threads";
import { drawInvoice } from "./draw-invoice.ts";
import { drawSummary } from "./draw-summary.ts";
import { pdfWorkSchema } from "./pdf-work.ts";

async function make(sent: unknown): Promise<void> {
  const work = pdfWorkSchema.parse(sent);
  const file = await ("number" in work ? drawInvoice(work) : drawSummary(work));
  parentPort?.postMessage(file, []);
}

parentPort?.on("message", (sent: unknown) => void make(sent));
