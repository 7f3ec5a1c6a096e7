-- Similar cars come from the search's index in memory; nothing else asked these.
drop index cars_similar_model;
drop index cars_similar_brand;
drop index cars_similar_type;
