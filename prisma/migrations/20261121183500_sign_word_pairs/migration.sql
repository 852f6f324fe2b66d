-- The words of a module gain a sign for each two words that follow each other, as apps/api/src/domain/modules/search-words.ts
-- computes it, so that the index tells a phrase from its scattered words. It fills what there is here, and not in batches,
-- since there is no release yet that could run beside it.
WITH placed AS (
    SELECT l.module_id, w.lexeme, p.place
    FROM module_listings l, unnest(l.words) AS w, unnest(w.positions) AS p (place)
    WHERE left(w.lexeme, 1) NOT IN ('~', '@')
), followed AS (
    SELECT module_id, lexeme, place,
        lead(lexeme) OVER of_module AS next_lexeme, lead(place) OVER of_module AS next_place
    FROM placed
    WINDOW of_module AS (PARTITION BY module_id ORDER BY place)
), signed AS (
    SELECT module_id, array_to_tsvector(array_agg(DISTINCT '+' || left(md5(lexeme || ' ' || next_lexeme), 4))) AS signs
    FROM followed
    WHERE next_place = place + 1
    GROUP BY module_id
)
UPDATE module_listings l SET words = l.words || s.signs FROM signed s WHERE s.module_id = l.module_id;
