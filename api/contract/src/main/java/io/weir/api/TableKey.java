package io.weir.api;

import io.weir.api.entity.EntityKey;

/**
 * The address of an entity in an account.
 *
 * @param table compared without regard to case
 * @param key the entity's key in the table
 */
public record TableKey(TableName table, EntityKey key) {}
