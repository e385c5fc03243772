package io.weir.api.index;

import io.weir.api.entity.EntityKey;

/**
 * Two entities with equal values in an index that was to be unique, when its backfill met them.
 * They may differ now.
 */
public record Duplicate(EntityKey first, EntityKey second) {}
