package io.weir.pattern.relation;

import io.weir.api.TableName;
import io.weir.pattern.typed.EntityType;

/** A table, which exists, and the type of its entities. */
public record Members<T>(TableName table, EntityType<T> type) {}
