package io.weir.pattern.partitioned;

import io.weir.api.entity.ETag;

/**
 * A map as it is stored.
 *
 * @param map the map
 * @param version for {@link ShardMaps#replace}
 */
public record StoredShardMap(ShardMap map, ETag version) {}
