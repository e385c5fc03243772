package io.weir.api.index;

import io.weir.api.edm.EdmBinary;

/**
 * A position in the order of an index, completed by the key of an entity.
 *
 * @param index the name of the index
 * @param values the values of the entry, as the service encodes them
 */
public record IndexPosition(IndexName index, EdmBinary values) {}
