package io.weir.api;

import io.weir.api.index.SortProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognises orders that are the order of keys. */
final class KeyDirection {

  private static final List<String> KEYS = List.of("PartitionKey", "RowKey");

  private KeyDirection() {}

  /** Returns the direction of keys that an order means; null when it is another order. */
  static @Nullable Direction of(List<SortProperty> order) {
    var names = order.stream().map(SortProperty::name).toList();
    if (names.size() > KEYS.size() || !KEYS.subList(0, names.size()).equals(names)) {
      return null;
    }
    if (order.stream().noneMatch(SortProperty::descending)) {
      return Direction.ASCENDING;
    }
    // PartitionKey alone in descending order leaves rows ascending, which no scan of keys does.
    return names.size() == KEYS.size() && order.stream().allMatch(SortProperty::descending)
        ? Direction.DESCENDING
        : null;
  }
}
