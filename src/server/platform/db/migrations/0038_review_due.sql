-- Noting a car for review waits for no other transaction: a row each time it is noted, and no reference to the car. The
-- unique row of 0033 and its reference let two edits that noted each other's car wait for each other.

alter table car_review_due drop constraint car_review_due_pkey;
alter table car_review_due drop constraint car_review_due_car_id_fkey;
alter table car_review_due add column id bigint primary key generated always as identity;
-- The rows of a car that is looked at.
create index car_review_due_car on car_review_due (car_id);

create or replace function note_for_review(ids uuid[]) returns void language sql as $$
  insert into car_review_due (car_id) select id from cars where id = any(ids);
$$;
