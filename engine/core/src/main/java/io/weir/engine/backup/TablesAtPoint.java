package io.weir.engine.backup;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.LogRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The catalog of a store at a point, read from a backup and the log after it.
 *
 * <p>Owner: one thread that may block.
 */
public final class TablesAtPoint {

  /** A refusal names no more tables than a person reads. */
  private static final int MOST_NAMES = 50;

  /** Above the keys of all tables. */
  private static final byte[] FIRST_INDEX = TreeKeys.endOfTable(Integer.MAX_VALUE);

  private final List<CatalogRow> rows = new ArrayList<>();

  /** When each table was dropped, of those that the log tells of. */
  private final Map<Named, Long> dropped = new HashMap<>();

  private long loggedTicks;

  private record Named(AccountName account, TableName table) {}

  private TablesAtPoint() {}

  static TablesAtPoint of(PointSource source) throws IOException {
    var tables = new TablesAtPoint();
    var most = TableReading.usualBytes();
    try (var reading = TableReading.of(source, Catalog.ID, most, tables::see)) {
      for (var some = reading.next(); some != null; some = reading.next()) {
        some.forEach((key, stored) -> tables.rows.add(CatalogRow.of(StoredEntity.of(key, stored))));
      }
    }
    return tables;
  }

  private void see(ByteBuffer record) {
    var ticks = LogRecord.ticks(record);
    loggedTicks = Math.max(loggedTicks, ticks);
    if (LogRecord.isOfCatalog(record)) {
      var unused = LogRecord.decode(record, new Drops(ticks));
    }
  }

  /** Receives tables, and then their entities. */
  public interface Sink {

    /** Receives a table, which may have no entities. */
    void table(Table table);

    /** Receives an entity of a table as it is stored, and ownership of the arrays. */
    void entity(Table table, byte[] key, byte[] stored);
  }

  /** Shows all tables at a point, and their entities in any order, expired ones too. */
  public static void showAll(PointSource source, Sink sink) throws IOException {
    source.listener().begin("Reading", -1);
    source.requireSoundLists();
    var tables = of(source).tables().collect(Collectors.toMap(Table::id, table -> table));
    var all = new TableReading(
        source,
        TreeKeys.endOfTable(Catalog.ID),
        FIRST_INDEX,
        TableReading.usualBytes(),
        record -> {});
    tables.values().forEach(sink::table);
    try (all) {
      for (var some = all.next(); some != null; some = all.next()) {
        some.forEach((key, stored) -> {
          var table = tables.get(TreeKeys.tableOf(key));
          if (table != null) {
            sink.entity(table, key, stored);
          }
        });
      }
    }
  }

  /** Returns the highest Timestamp of the records up to the point, in ticks; 0 without any. */
  long loggedTicks() {
    return loggedTicks;
  }

  /** Returns a table. Fails with {@link BackupRefused}, which tells the tables that there are. */
  Table require(AccountName account, TableName name) throws BackupRefused {
    return tables()
        .filter(table -> table.account().equals(account) && table.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new BackupRefused("There is no table " + name + " of the account "
            + account + " at this point" + whyNot(account, name) + others(account)));
  }

  private Stream<Table> tables() {
    return rows.stream().filter(Table.class::isInstance).map(Table.class::cast);
  }

  private String whyNot(AccountName account, TableName name) {
    var drop = dropped.get(new Named(account, name));
    if (drop != null) {
      return ": it was dropped at " + instant(drop)
          + "; restore an earlier moment, such as --to-time " + instant(drop - 1) + ".";
    }
    return isQueue(account, name)
        ? ": it is a queue, and queues come back with the whole store."
        : ".";
  }

  private boolean isQueue(AccountName account, TableName name) {
    return rows.stream()
        .filter(MessageQueue.class::isInstance)
        .map(MessageQueue.class::cast)
        .anyMatch(
            queue -> queue.account().equals(account) && queue.name().value().equals(name.folded()));
  }

  private String others(AccountName account) {
    var names = tables()
        .filter(table -> table.account().equals(account))
        .map(table -> table.name().value())
        .sorted()
        .toList();
    if (!names.isEmpty()) {
      return " It has the tables " + listed(names) + ".";
    }
    var accounts =
        tables().map(table -> table.account().value()).distinct().sorted().toList();
    return accounts.isEmpty()
        ? " It has no tables."
        : " The account has no tables; the accounts " + listed(accounts)
            + " have some: name one with --from-account.";
  }

  private static String listed(List<String> names) {
    var more = names.size() - MOST_NAMES;
    return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static Instant instant(long ticks) {
    return new EdmDateTime(ticks).toInstant();
  }

  /** Learns when tables were dropped. */
  private final class Drops implements LogRecord.Visitor {

    private final long ticks;

    Drops(long ticks) {
      this.ticks = ticks;
    }

    @Override
    public void removeKnown(byte[] key, byte[] before) {
      if (CatalogRow.of(StoredEntity.of(key, before)) instanceof Table table) {
        dropped.put(new Named(table.account(), table.name()), ticks);
      }
    }

    @Override
    public void put(byte[] key, byte[] stored) {}

    @Override
    public void remove(byte[] key) {}

    @Override
    public void removeRange(int partitionGroup, byte[] from, byte[] to) {}
  }
}
