-- Spellings of models that an admin merged into another model or corrected. Without them the next fetch of a stock file
-- that still has the spelling renamed its cars back, and suggested the model again.

-- A table of its own: each row of car_models is a model or a suggestion of one.
create table car_model_aliases (
  brand text not null references brands on update cascade,
  -- As car_models.folded. A model of this name has precedence.
  folded text not null,
  -- An approved model of the brand.
  model_id uuid not null references car_models on delete cascade,
  -- What a spelling means.
  primary key (brand, folded)
);
-- What goes with a model.
create index car_model_aliases_model on car_model_aliases (model_id);

-- Part of the catalogue that processes have in memory (0002).
create trigger car_model_aliases_notify after insert or update or delete on car_model_aliases
  for each statement execute function notify_catalogue_changed();
