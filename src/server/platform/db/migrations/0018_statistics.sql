-- What sellers learn of the interest in their cars: how often a car was shown and opened, and how many asked.

-- An event as it was recorded, some 90 days long. Of a visitor it has a hash alone, whose salt is another each day, and of
-- the time the day.
create table stat_events (
  id bigint generated always as identity primary key,
  -- Of Europe/Belgrade.
  day date not null,
  kind text not null check (kind in ('impression', 'view', 'phone', 'whatsapp', 'viber', 'lead', 'share', 'compare',
    'favourite', 'sheet_scan')),
  visitor bytea not null check (length(visitor) = 8),
  -- The cars of an answer: a list shows several at once, and a row each would cost ten times as much.
  cars uuid[] not null check (kind = 'impression' or cardinality(cars) = 1)
);
-- A visitor who asks about a car counts once a day for each way of asking, and is one lead.
create unique index stat_events_asked on stat_events ((cars[1]), day, visitor, kind)
  where kind in ('phone', 'whatsapp', 'viber', 'lead');
-- Sweeping old events; their days lie in the order of the rows.
create index stat_events_day on stat_events using brin (day);

-- Events a car, day and kind. They stay.
create table stat_days (
  car_id uuid not null references cars on delete cascade,
  day date not null,
  kind text not null,
  count integer not null check (count > 0),
  -- A car's, or a stock's, over some days.
  primary key (car_id, day, kind)
);

-- Up to which event (inclusive) they are in stat_days: one row.
create table stat_counted (
  is_only boolean primary key default true check (is_only),
  up_to bigint not null
);
insert into stat_counted (up_to) values (0);

-- Of today; deleted when the day is over, so that nobody can tell whose a hash was. In no backup.
create table visitor_salts (
  day date primary key,
  salt bytea not null
);

-- Events that are not in stat_days yet, a car, day and kind; those of cars that are gone are left out.
create view stat_uncounted as
select c.id as car_id, e.day, e.kind, count(*)::integer as count
from stat_events e
cross join unnest(e.cars) as shown (car_id)
join cars c on c.id = shown.car_id
where e.id > (select up_to from stat_counted)
group by c.id, e.day, e.kind;

-- The calls for phone numbers that were counted before.
insert into stat_days (car_id, day, kind, count)
select car_id, day, kind, count from car_leads cross join (values ('phone'), ('lead')) as kinds (kind);
drop table car_leads;
