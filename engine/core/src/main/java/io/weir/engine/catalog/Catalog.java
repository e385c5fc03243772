package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The tables that exist, and what accounts keep about themselves and about them, in memory.
 *
 * <p>Look-ups: any thread. {@link #add}, {@link #remove} and {@link #change}: the loop of the shard that owns the account's partition of
 * the catalog, once the change is durable.
 */
public final class Catalog {

  /** The id of the catalog's own table in the clustered index. */
  public static final int ID = 0;

  private final Map<AccountName, ConcurrentSkipListMap<String, Table>> accounts =
      new ConcurrentHashMap<>();
  private final Map<AccountName, Settings> settings = new ConcurrentHashMap<>();
  private final Set<Integer> liveIds = ConcurrentHashMap.newKeySet();
  private final AtomicInteger lastId = new AtomicInteger();

  /** A catalog without tables. */
  public Catalog() {
    liveIds.add(ID);
  }

  /** The table of this name, in any case, if there is one. */
  public @Nullable Table find(AccountName account, TableName name) {
    var tables = accounts.get(account);
    return tables == null ? null : tables.get(name.folded());
  }

  /** The account's tables by folded name, in order; a live view. */
  public NavigableMap<String, Table> tables(AccountName account) {
    return accounts.computeIfAbsent(account, absent -> new ConcurrentSkipListMap<>());
  }

  /** The accounts that have tables, by name. */
  public List<AccountName> accounts() {
    return accounts.entrySet().stream()
        .filter(account -> !account.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .sorted(Comparator.comparing(AccountName::value))
        .toList();
  }

  /** What the account keeps about itself: texts by name. */
  public Map<String, String> settings(AccountName account) {
    return settings.getOrDefault(account, Settings.NONE).texts();
  }

  /** Some of the account's settings are others from now on. */
  public void change(AccountName account, Map<String, String> changed) {
    settings.put(account, settings.getOrDefault(account, Settings.NONE).with(changed));
  }

  /** Some of a table's settings are others from now on. */
  public void change(AccountName account, TableName name, Map<String, String> changed) {
    tables(account).computeIfPresent(name.folded(), (folded, table) -> table.with(changed));
  }

  /** Whether a table of this id exists. */
  public boolean isLive(int id) {
    return liveIds.contains(id);
  }

  /** An id that no table ever had. */
  public int nextId() {
    return lastId.incrementAndGet();
  }

  /** Takes note that no id up to this one may be given again. */
  public void reserveIds(int upTo) {
    lastId.accumulateAndGet(upTo, Math::max);
  }

  /** The highest id that was given or may have left a trace. */
  public int highestId() {
    return lastId.get();
  }

  /** The table exists from now on. */
  public void add(Table table) {
    reserveIds(table.id());
    liveIds.add(table.id());
    tables(table.account()).put(table.name().folded(), table);
  }

  /** The table exists no longer; its id stays used. */
  public void remove(Table table) {
    tables(table.account()).remove(table.name().folded(), table);
    liveIds.remove(table.id());
  }
}
