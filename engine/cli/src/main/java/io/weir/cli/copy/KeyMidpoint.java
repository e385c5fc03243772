package io.weir.cli.copy;

import io.weir.api.entity.EntityKey;
import java.util.Optional;

/**
 * Keys between two others, in the order of UTF-16 units, which is that of every table service.
 * Immutable.
 */
final class KeyMidpoint {

  private static final int ABOVE_ALL = 0x10000;

  private KeyMidpoint() {}

  /**
   * Returns a key that is greater than the lower one and less than the upper one, in about the
   * middle of the texts between them. Empty if there is none of the lower one's length or one unit
   * more.
   */
  static Optional<String> between(String lower, Optional<String> upper) {
    var prefix = new StringBuilder();
    var limit = upper;
    for (var i = 0; i <= lower.length(); i++) {
      var least = i < lower.length() ? lower.charAt(i) : 0;
      var most = unit(limit, i);
      var middle = usable(least, most);
      if (middle > 0) {
        var key = prefix + Character.toString(middle);
        if (EntityKey.isKey(key)) {
          return Optional.of(key);
        }
      }
      if (least != most) {
        limit = Optional.empty(); // what follows the prefix is below the upper key now
      }
      prefix.append(least);
    }
    return Optional.empty();
  }

  private static int unit(Optional<String> limit, int at) {
    return limit.map(key -> at < key.length() ? (int) key.charAt(at) : 0).orElse(ABOVE_ALL);
  }

  /**
   * Returns a unit between two others that may stand in a key, as near to the middle as there is
   * one; 0 for none.
   */
  private static int usable(int least, int most) {
    var middle = least + (most - least) / 2;
    for (var away = 0; away <= most - least; away++) {
      for (var unit : new int[] {middle - away, middle + away}) {
        if (unit > least && unit < most && EntityKey.isKey(String.valueOf((char) unit))) {
          return unit;
        }
      }
    }
    return 0;
  }
}
