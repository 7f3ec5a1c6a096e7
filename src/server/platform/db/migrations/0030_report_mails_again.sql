-- Until 0.3.0 two jobs had the name send_report_mail, so that mails to reporters failed for good: they are tried again.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs
    set attempts = 0, run_at = now()
    where attempts >= max_attempts
    and task_id = (select id from graphile_worker._private_tasks where identifier = 'send_report_mail');
  end if;
end
$$;
