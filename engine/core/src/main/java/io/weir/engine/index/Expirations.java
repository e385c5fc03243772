package io.weir.engine.index;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The rules of expiry of all tables, by table id. Any thread. */
public final class Expirations {

  private final Map<Integer, Expiration> rules = new ConcurrentHashMap<>();

  /** Returns the rule of a table; null when its entities do not expire. */
  public @Nullable Expiration of(int tableId) {
    return rules.isEmpty() ? null : rules.get(tableId);
  }

  /** Returns the ids of the tables that have a rule. */
  public List<Integer> tables() {
    return List.copyOf(rules.keySet());
  }

  /** Sets the rule of a table; null for none. */
  public void set(int tableId, @Nullable Expiration rule) {
    if (rule == null) {
      rules.remove(tableId);
    } else {
      rules.put(tableId, rule);
    }
  }
}
