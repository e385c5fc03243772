package io.weir.pattern.key;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.List;
import java.util.Optional;

/**
 * A contiguous range of keys, or of other texts, by UTF-16 unit.
 *
 * @param from first text of the range
 * @param end first text after the range; empty for no end
 */
public record KeyRange(String from, Optional<String> end) {

  /**
   * Returns the range of all keys with this prefix. Its end also consists of characters that keys
   * may contain. Fails as {@link EntityKey} does if no key can have the prefix.
   */
  public static KeyRange prefix(String beginning) {
    EntityKey.requireKey("CompoundKey", beginning);
    return new KeyRange(
        beginning, Successor.of(beginning, point -> EntityKey.isKey(Character.toString(point))));
  }

  /** Returns the range of all texts with this prefix, whatever characters they contain. */
  public static KeyRange textPrefix(String beginning) {
    return new KeyRange(beginning, Successor.of(beginning, point -> true));
  }

  /** Returns the range from one key, inclusive, to another, exclusive. */
  public static KeyRange between(String from, String end) {
    return new KeyRange(from, Optional.of(end));
  }

  /** Returns whether the text lies in the range. */
  public boolean contains(String text) {
    return text.compareTo(from) >= 0
        && end.map(last -> text.compareTo(last) < 0).orElse(true);
  }

  /**
   * Returns the range as a condition on {@code PartitionKey}, {@code RowKey} or another text
   * property.
   */
  public Filter of(String property) {
    var lower = new Filter.Comparison(property, Operator.GREATER_OR_EQUAL, new EdmString(from));
    return end.<Filter>map(last -> new Filter.And(
            List.of(lower, new Filter.Comparison(property, Operator.LESS, new EdmString(last)))))
        .orElse(lower);
  }
}
