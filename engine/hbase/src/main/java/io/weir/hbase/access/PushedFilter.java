package io.weir.hbase.access;

import io.weir.api.entity.Entity;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import io.weir.engine.query.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The part of a filter that the region servers evaluate, and the part that is left.
 *
 * <p>Region servers read a filter as text. Text cannot express a condition on a property that is
 * named like a literal, such as {@code NaN}; the entities of such a filter are sent and checked
 * here. Belongs to one thread at a time.
 */
final class PushedFilter {

  private final String text;
  private final @Nullable Predicate rest;

  private PushedFilter(String text, @Nullable Predicate rest) {
    this.text = text;
    this.rest = rest;
  }

  static PushedFilter of(Filter filter) {
    try {
      return new PushedFilter(FilterPrinter.print(filter), null);
    } catch (InvalidRequestException inexpressible) {
      return new PushedFilter(FilterPrinter.print(Filter.ALL), Predicate.of(filter));
    }
  }

  /** Returns the text for the region servers. */
  String text() {
    return text;
  }

  /** Whether the region servers evaluate the whole filter. */
  boolean isWhole() {
    return rest == null;
  }

  /** Whether an entity that a region server sent satisfies the rest. */
  boolean accepts(Entity entity) {
    if (rest == null) {
      return true;
    }
    var bytes = entity.encoded();
    var storedAt = Integer.BYTES + entity.keyLengthBytes();
    return rest.test(
        bytes, Integer.BYTES, entity.keyLengthBytes(), bytes, storedAt, bytes.length - storedAt);
  }
}
