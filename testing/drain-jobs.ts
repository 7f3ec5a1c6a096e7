import { sql } from "kysely";
import type { Task } from "#server/platform/jobs/jobs.ts";
import type { TestDatabase } from "./database.ts";
import { noteFault } from "./faults.ts";

/**
 * Does all queued jobs of these tasks one after the other, and those that they queue; a job that fails stays, as it
 * would for its next try. Returns the errors, which are faults where no test says it causes them (faults.ts). For tests that decide themselves when jobs are done; no worker may run.
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
      noteFault("job.failed", `${job.task}: ${String(error)}`);
      errors.push(error);
      failed.add(job.id);
    }
  }
}
