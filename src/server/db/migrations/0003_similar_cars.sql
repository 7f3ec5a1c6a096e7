-- Cars like this one: the same model, brand or type, nearest in price on either side.
create index cars_similar_model on cars (brand, model, price, id) where state = 'active';
create index cars_similar_brand on cars (brand, price, id) where state = 'active';
create index cars_similar_type on cars (type, price, id) where state = 'active';
