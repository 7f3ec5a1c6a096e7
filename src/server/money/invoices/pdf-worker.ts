/** The thread that makes a PDF file: laying out its text takes longer than a request may wait. */
import { parentPort, workerData } from "node:worker_threads";
import { drawInvoice } from "./draw-invoice.ts";
import { drawSummary } from "./draw-summary.ts";
import { pdfWorkSchema } from "./pdf-work.ts";

const work = pdfWorkSchema.parse(workerData);
const file = await ("number" in work ? drawInvoice(work) : drawSummary(work));
parentPort?.postMessage(file, []);
