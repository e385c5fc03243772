package io.weir.client.pattern.relation;

import io.weir.api.TableName;
import io.weir.client.typed.EntityType;

/** A table, which exists, and the type of its entities. */
public record Members<T>(TableName table, EntityType<T> type) {}
