package io.weir.client.value;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;

/**
 * The name of a large value.
 *
 * @param key of the entity that the value belongs to
 * @param name empty for the value whose own row has this key
 */
public record ValueName(TableName table, EntityKey key, String name) {}
