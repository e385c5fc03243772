package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.engine.index.Expiration;
import io.weir.engine.index.Expirations;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.LiveTables;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TokenKeys;
import io.weir.engine.index.TreeKeys;
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
 * The existing tables and the settings of accounts and tables, in memory.
 *
 * <p>Look-ups run on any thread. {@link #add}, {@link #remove} and {@link #change} run on the loop
 * of the shard that owns the account's catalog partition, after the change is durable.
 */
public final class Catalog implements LiveTables {

  /** The catalog's own table id in the clustered index. */
  public static final int ID = TreeKeys.CATALOG;

  /**
   * By folded name; compares without regard to case, so that a request need not fold the name that
   * it looks up.
   */
  private final Map<AccountName, ConcurrentSkipListMap<String, Table>> accounts =
      new ConcurrentHashMap<>();

  private final Map<AccountName, Settings> settings = new ConcurrentHashMap<>();

  /** The ids of tables, of their indexes and of queues, and those of the catalog and of tokens. */
  private final Set<Integer> liveIds = ConcurrentHashMap.newKeySet();

  /** The indexes of each table that has some, by the table's id. */
  private final Map<Integer, List<TableIndex>> indexes = new ConcurrentHashMap<>();

  private final Consumers consumers = new Consumers();
  private final Queues queues = new Queues(liveIds);
  private final Expirations expirations = new Expirations();

  /** The ids of the tables that keep before-images. */
  private final Set<Integer> withImages = ConcurrentHashMap.newKeySet();

  private final AtomicInteger lastId = new AtomicInteger();

  /** Creates a catalog without tables. */
  public Catalog() {
    liveIds.add(ID);
    liveIds.add(TokenKeys.ID);
  }

  /** Returns the table with this name, compared without regard to case; null when there is none. */
  public @Nullable Table find(AccountName account, TableName name) {
    var tables = accounts.get(account);
    return tables == null ? null : tables.get(name.value());
  }

  /** Returns a live view of the account's tables, sorted by folded name. */
  public NavigableMap<String, Table> tables(AccountName account) {
    return accounts.computeIfAbsent(
        account, absent -> new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER));
  }

  /** Returns the accounts that have tables, sorted by name. */
  public List<AccountName> accounts() {
    return accounts.entrySet().stream()
        .filter(account -> !account.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .sorted(Comparator.comparing(AccountName::value))
        .toList();
  }

  /** Returns the existing queues. */
  public Queues queues() {
    return queues;
  }

  /** Returns the existing consumers of the change feed. */
  public Consumers consumers() {
    return consumers;
  }

  /** Returns the account's own settings: texts by name. */
  public Map<String, String> settings(AccountName account) {
    return settings.getOrDefault(account, Settings.NONE).texts();
  }

  /** Changes some of the account's settings. */
  public void change(AccountName account, Map<String, String> changed) {
    settings.put(account, settings.getOrDefault(account, Settings.NONE).with(changed));
  }

  /** Changes some of a table's settings. */
  public void change(AccountName account, TableName name, Map<String, String> changed) {
    tables(account).computeIfPresent(name.folded(), (folded, table) -> {
      var after = table.with(changed);
      compileSettings(after);
      return after;
    });
  }

  @Override
  public @Nullable Expiration expirationOf(int tableId) {
    return expirations.of(tableId);
  }

  /** Returns the rules of expiry, by table id. */
  public Expirations expirations() {
    return expirations;
  }

  @Override
  public boolean keepsBeforeImages(int tableId) {
    return !withImages.isEmpty() && withImages.contains(tableId);
  }

  private void compileSettings(Table table) {
    var expiry = table.setting(TableSetting.EXPIRY);
    expirations.set(table.id(), expiry.map(Expiration::of).orElse(null));
    if (table.setting(TableSetting.FEED).orElseThrow().beforeImages()) {
      withImages.add(table.id());
    } else {
      withImages.remove(table.id());
    }
  }

  /** Whether a table, an index or a queue with this id exists. */
  @Override
  public boolean isLive(int id) {
    return liveIds.contains(id);
  }

  /**
   * Returns the indexes of a table, sorted by name. Returns the same list until the table's indexes
   * change.
   */
  @Override
  public List<TableIndex> indexesOf(int tableId) {
    return indexes.getOrDefault(tableId, List.of());
  }

  /**
   * Gives a table the indexes of {@code of}. Returns the table with them; null when the table does
   * not exist any more.
   */
  public @Nullable Table changeIndexes(Table of) {
    var after = tables(of.account()).computeIfPresent(of.name().folded(), (folded, table) -> {
      if (table.id() != of.id()) {
        return table;
      }
      var changed = table.withIndexes(of.indexes());
      enterIndexes(changed);
      table.indexes().stream()
          .map(TableIndex::id)
          .filter(id -> changed.indexes().stream().noneMatch(index -> index.id() == id))
          .forEach(liveIds::remove);
      return changed;
    });
    return after == null || after.id() != of.id() ? null : after;
  }

  private void enterIndexes(Table table) {
    for (var index : table.indexes()) {
      reserveIds(IndexKeys.numberOf(index.id()));
      liveIds.add(index.id());
    }
    if (table.indexes().isEmpty()) {
      indexes.remove(table.id());
    } else {
      indexes.put(table.id(), table.indexes());
    }
  }

  /** Returns a number that no table's and no index's id was made of. */
  public int nextId() {
    return lastId.incrementAndGet();
  }

  /** Reserves all ids up to this one: none of them is given again. */
  public void reserveIds(int upTo) {
    lastId.accumulateAndGet(upTo, Math::max);
  }

  /** The highest id that was given or reserved. */
  public int highestId() {
    return lastId.get();
  }

  /** Adds a table. */
  public void add(Table table) {
    reserveIds(table.id());
    liveIds.add(table.id());
    enterIndexes(table);
    compileSettings(table);
    tables(table.account()).put(table.name().folded(), table);
  }

  /** Removes a table. Its id stays reserved. */
  public void remove(Table table) {
    tables(table.account()).remove(table.name().folded(), table);
    liveIds.remove(table.id());
    indexes.remove(table.id());
    table.indexes().forEach(index -> liveIds.remove(index.id()));
    expirations.set(table.id(), null);
    withImages.remove(table.id());
  }

  /**
   * Replaces the content by these rows. Nothing may be looked up meanwhile except consumers, of
   * which one that stays is never absent.
   */
  public void replaceBy(List<CatalogRow> rows) {
    accounts.values().forEach(tables -> List.copyOf(tables.values()).forEach(this::remove));
    queues.clear();
    settings.clear();
    consumers.keep(rows);
    rows.stream().filter(row -> !(row instanceof ConsumerRow)).forEach(row -> row.enter(this));
  }
}
