"""Takes the hyphen and its form between capitals out of a font's tabular figures. See README.md."""

import sys

from fontTools.ttLib import TTFont

path = sys.argv[1]
font = TTFont(path)
gsub = font["GSUB"].table
tables = [[getattr(one, "ExtSubTable", one) for one in lookup.SubTable] for lookup in gsub.LookupList.Lookup]
singles = [one.mapping for lookup in tables for one in lookup if "hyphen" in getattr(one, "mapping", {})]
hyphens = {"hyphen", *(mapping["hyphen"] for mapping in singles)}
for record in gsub.FeatureList.FeatureRecord:
    for index in record.Feature.LookupListIndex if record.FeatureTag == "tnum" else []:
        for one in tables[index]:
            one.mapping = {glyph: to for glyph, to in one.mapping.items() if glyph not in hyphens}
font.save(path)
