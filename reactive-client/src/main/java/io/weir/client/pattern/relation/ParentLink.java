package io.weir.client.pattern.relation;

import io.weir.api.entity.EntityKey;
import io.weir.client.filter.Condition;
import java.util.function.Function;

/**
 * Which parent a child has, and where the children of a parent are found.
 *
 * @param parentOf the key of a child's parent
 * @param childrenOf a condition that all children of a parent meet. It may be met by others, which are read and left out, so a condition on
 *     the keys or on an index is cheap
 */
public record ParentLink<C>(
    Function<C, EntityKey> parentOf, Function<EntityKey, Condition> childrenOf) {}
