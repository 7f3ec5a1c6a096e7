import { sql } from "kysely";
import type { Task } from "#server/platform/jobs/jobs.ts";
import type { TestDatabase } from "./database.ts";
import { recordFault } from "./faults.ts";

/**
 * Runs all queued jobs of these tasks sequentially, and the jobs that they queue; a failing job stays queued
 * for its retry. Returns the errors; they are faults unless a test declares them (faults.ts). For tests
 * without a running worker.
 */
export async function drainJobs(
  { db }: TestDatabase,
  tasks: Readonly<Record<string, Task>>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const failed = new Set<number>();
  for (;;) {
    const { rows } = await sql<{ id: number; task: string; payload: unknown }>`
      select j.id, t.identifier as task, j.payload
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      order by j.id`.execute(db);
    const job = rows.find(({ id, task }) => task in tasks && !failed.has(id));
    if (job === undefined) return errors;
    try {
      await tasks[job.task]?.run(job.payload, new AbortController().signal);
      await sql`delete from graphile_worker._private_jobs where id = ${job.id}`.execute(db);
    } catch (error) {
      recordFault("job.failed", `${job.task}: ${String(error)}`);
      errors.push(error);
      failed.add(job.id);
    }
  }
}
