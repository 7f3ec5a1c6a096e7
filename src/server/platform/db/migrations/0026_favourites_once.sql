-- A heart that is taken away and given again on one day is one favourite, as a visitor who asks twice is one lead.

-- Those that have been counted stay counted: the totals of days are rows of their own.
delete from stat_events later using stat_events first
where later.kind = 'favourite' and first.kind = 'favourite' and later.id > first.id
  and later.cars[1] = first.cars[1] and later.day = first.day and later.visitor = first.visitor;
drop index stat_events_asked;
create unique index stat_events_once on stat_events ((cars[1]), day, visitor, kind)
  where kind in ('phone', 'whatsapp', 'viber', 'lead', 'favourite');
