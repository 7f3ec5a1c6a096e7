-- The admin lists are read from the database and from no memory (decision 0026): what they search and order by, and the
-- end of the notifications that only fed that memory.

-- domain/text/fold.ts in SQL: lower case, accents gone, white space single. Combining marks of the Latin, Greek and
-- Cyrillic scripts. What admins type is folded by fold(): a test compares the two.
create function folded(value text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  translate(replace(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')), 'ß', 'ss'),
    'ıłđŁĐ', 'ildld'),
  '\s+', ' ', 'g'));

-- domain/text/albanian-order.ts in SQL: texts stand in the Albanian alphabet's order when these keys are compared by
-- collation "C".
create function albanian_key(value text) returns text language sql immutable strict parallel safe
return folded(regexp_replace(
  regexp_replace(translate(lower(normalize(value, nfc)), 'ËÇ', 'ëç'), '([dstxz])h|([gn])j|(l)l|(r)r', '\1\2\3\4~', 'g'),
  '[ëç]', '\&~', 'g'));

alter table users
  -- What admins search users by, a line each: name, e-mail, phone.
  add column search_text text collate "C" not null generated always as
    (folded(first_name || ' ' || last_name) || E'\n' || folded(email) || E'\n' || coalesce(phone, '')) stored,
  -- What admins order users by.
  add column name_key text collate "C" not null generated always as (albanian_key(first_name || ' ' || last_name)) stored;
alter table dealers
  -- Admins find users by the business's name too.
  add column search_text text collate "C" not null generated always as (folded(business_name)) stored;
alter table cars
  -- What admins search and order cars by.
  add column search_text text collate "C" not null generated always as (folded(brand || ' ' || model)) stored;

-- Admin lists: the newest cars, whatever their state, a page at a time; charts: the cars of a range of days.
create index cars_created_at on cars (created_at, id);

drop trigger user_added_or_removed on users;
drop trigger user_changed on users;
drop function notify_user_changed;
