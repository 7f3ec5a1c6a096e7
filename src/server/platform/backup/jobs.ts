import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Client } from "pg";
import { type BackedUpJob, jobSchema } from "./format.ts";

/*
 * Waiting jobs are promises that the site has made (an end of a subscription, a mail, a refund) and stand in no other
 * table, so a backup holds them. They are kept as what they are to be, not as graphile-worker's tables, whose form
 * changes with its versions. Its clock's own entries (known_crontabs) begin anew.
 */

const compress = promisify(gzip);
const uncompress = promisify(gunzip);
const jobsInPart = 2000;

/** The jobs of the snapshot as entries; even running ones are repeated, as after a crash. */
export async function* readJobs(client: Client): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const { rows } = await client.query(
    "select 1 where to_regclass('graphile_worker._private_jobs') is not null",
  );
  if (rows.length === 0) return;
  let after = "0";
  for (let part = 1; ; part += 1) {
    const { rows: jobs } = await client.query<BackedUpJob & { id: string }>(
      `select j.id::text, t.identifier as task, j.payload, q.queue_name as queue, j.run_at::text as "runAt",
         j.priority::int, j.attempts::int, j.max_attempts::int as "maxAttempts", j.key, j.last_error as "lastError"
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where j.id > $1::bigint order by j.id limit $2`,
      [after, jobsInPart],
    );
    const last = jobs.at(-1);
    if (last === undefined) return;
    after = last.id;
    // The id differs after a restore; parsing drops it.
    const lines = jobs.map((job) => `${JSON.stringify(job)}\n`).join("");
    yield { name: `jobs/${String(part).padStart(6, "0")}.gz`, bytes: await compress(lines) };
  }
}

/** Removes all jobs from the queue. */
export async function dropJobs(client: Client): Promise<void> {
  await client.query("delete from graphile_worker._private_jobs");
}

/** Queues the jobs of an entry again, with their number of attempts. Returns how many. */
export async function restoreJobs(client: Client, bytes: Buffer): Promise<number> {
  const lines = (await uncompress(bytes)).toString().split("\n");
  let restored = 0;
  for (const line of lines) {
    if (line === "") continue;
    const job = jobSchema.parse(JSON.parse(line));
    const { rows } = await client.query<{ id: string }>(
      `select id from graphile_worker.add_job(identifier => $1::text, payload => $2::json, queue_name => $3::text,
         run_at => $4::timestamptz, max_attempts => $5::int, job_key => $6::text, priority => $7::int)`,
      [job.task, JSON.stringify(job.payload), job.queue, job.runAt, job.maxAttempts, job.key, job.priority],
    );
    await client.query(
      "update graphile_worker._private_jobs set attempts = $2::int, last_error = $3::text where id = $1::bigint",
      [rows[0]?.id, job.attempts, job.lastError],
    );
    restored += 1;
  }
  return restored;
}
