package io.weir.api.search;

import io.weir.api.entity.Entity;

/**
 * A found entity.
 *
 * @param entity as the table holds it, with the selected properties
 * @param score its rank by BM25: comparable within one answer only
 */
public record SearchHit(Entity entity, float score) {}
