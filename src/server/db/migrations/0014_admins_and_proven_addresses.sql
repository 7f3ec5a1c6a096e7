-- Who became an admin how, whose e-mail address is proven, and names that are one line.

alter table users
  -- When a mailed link came back from this address: it is the owner's. Null: nobody has proven it. A new address is
  -- unproven again.
  add column email_verified_at timestamptz,
  -- When ADMIN_EMAIL made this account, or took it over. It keeps its own password from then on.
  add column admin_by_config_at timestamptz;

-- The few admins: whether somebody else is one.
create index users_admins on users (id) where is_admin;

-- Names that were stored before they became one line (domain/text/clean.ts). One that is nothing but control
-- characters keeps a mark, because a name has at least one character.
update users set
  first_name = coalesce(nullif(btrim(regexp_replace(first_name, '[\u0001-\u0020\u007f-\u00a0\u2028\u2029]+', ' ', 'g')), ''), '-'),
  last_name = coalesce(nullif(btrim(regexp_replace(last_name, '[\u0001-\u0020\u007f-\u00a0\u2028\u2029]+', ' ', 'g')), ''), '-')
where first_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]' or last_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
