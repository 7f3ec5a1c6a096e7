-- What a person has reported: for the export of an account, and when the account goes.
create index reports_of on reports (reporter_id, created_at) where reporter_id is not null;
