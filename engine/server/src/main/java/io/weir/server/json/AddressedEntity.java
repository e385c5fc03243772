package io.weir.server.json;

import io.weir.api.entity.Entity;
import org.jspecify.annotations.Nullable;

/** An entity of a table; null when the table has none with the key that was asked for. */
public record AddressedEntity(TableAddress table, @Nullable Entity entity) {}
