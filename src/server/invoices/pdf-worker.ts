/** The thread that makes a PDF file: laying out its text takes longer than a request may wait. */
import { parentPort, workerData } from "node:worker_threads";
import { drawInvoice } from "./draw-invoice.ts";
import { documentSchema } from "./invoice-facts.ts";

const file = await drawInvoice(documentSchema.parse(workerData));
parentPort?.postMessage(file, []);
