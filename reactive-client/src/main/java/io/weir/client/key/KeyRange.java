package io.weir.client.key;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.List;
import java.util.Optional;

/**
 * A run of keys, or of other texts, by UTF-16 unit.
 *
 * @param from the first that may be in it
 * @param end the first behind it; empty when it has no end
 */
public record KeyRange(String from, Optional<String> end) {

  /**
   * All keys that begin so. The end, too, is made of characters that keys hold. Fails as {@link EntityKey} does for what no key begins
   * with.
   */
  public static KeyRange prefix(String beginning) {
    KeyRule.require(beginning);
    return new KeyRange(
        beginning, Successor.of(beginning, point -> EntityKey.isKey(Character.toString(point))));
  }

  /** All texts that begin so, whatever characters they hold. */
  public static KeyRange textPrefix(String beginning) {
    return new KeyRange(beginning, Successor.of(beginning, point -> true));
  }

  /** All keys from one to before another. */
  public static KeyRange between(String from, String end) {
    return new KeyRange(from, Optional.of(end));
  }

  /** Whether the text lies within. */
  public boolean contains(String text) {
    return text.compareTo(from) >= 0
        && end.map(last -> text.compareTo(last) < 0).orElse(true);
  }

  /** The range as a condition on {@code PartitionKey}, {@code RowKey} or another property of text. */
  public Filter of(String property) {
    var lower = new Filter.Comparison(property, Operator.GREATER_OR_EQUAL, new EdmString(from));
    return end.<Filter>map(last -> new Filter.And(
            List.of(lower, new Filter.Comparison(property, Operator.LESS, new EdmString(last)))))
        .orElse(lower);
  }
}
