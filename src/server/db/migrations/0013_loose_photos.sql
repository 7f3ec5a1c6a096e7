-- How many photos of a person are on no car: asked before each upload. Loose ones are at most a week old, so a dealer's
-- thousands on cars are not read for it. It serves what photos_owner was for (an account's photos) as well.
create index photos_owner_created on photos (owner_id, created_at) where owner_id is not null;
drop index photos_owner;
