package io.weir.engine.backup;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.engine.catalog.Table;
import io.weir.engine.checkpoint.SnapshotDamaged;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.index.Expiration;
import io.weir.engine.index.ExpiryCheck;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.log.LogDamaged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One table as it was at a point, read from a backup and the log after it, without the other
 * tables.
 *
 * <p>Of the backup, the list of leaves is read, and the leaves in which the catalog and the table
 * are. The log is read up to the point, because its records are in the order of time. Memory is
 * bounded, see {@link TableReading}.
 *
 * <p>Entities that had expired at the point are left out, as a reader at that moment would not have
 * seen them.
 *
 * <p>Owner: one thread at a time, which blocks.
 */
public final class TableAtPoint {

  /**
   * The table that is looked for.
   *
   * @param mostBytes of the log's changes that are held in memory; the log is read again for more
   */
  public record Wanted(AccountName account, TableName name, long mostBytes) {

    /** Makes a search that takes 128 MiB, or an eighth of the heap if that is less. */
    public Wanted(AccountName account, TableName name) {
      this(account, name, TableReading.usualBytes());
    }
  }

  private final PointSource source;
  private final Table table;
  private final long presentTicks;
  private final long mostBytes;
  private @Nullable TableChanges known;
  private long entities;
  private long expired;

  private TableAtPoint(PointSource source, Table table, long presentTicks, long mostBytes) {
    this.source = source;
    this.table = table;
    this.presentTicks = presentTicks;
    this.mostBytes = mostBytes;
  }

  /**
   * Finds a table in a backup, and verifies everything that it is made of.
   *
   * @throws BackupRefused when there is no backup, it is damaged where the table needs it, it does
   *     not hold the point, or there is no such table
   */
  public static TableAtPoint in(
      Path backup, RestorePoint point, Wanted wanted, CopyListener listener) throws IOException {
    if (!Files.exists(backup.resolve(BackupManifest.FILE))) {
      throw new BackupRefused("The folder holds no backup: there is no file " + BackupManifest.FILE
          + ". folder=" + backup);
    }
    return in(new ReadOnlyFolder(FolderOnDisk.in(backup)), point, wanted, listener);
  }

  static TableAtPoint in(Folder backup, RestorePoint point, Wanted wanted, CopyListener listener)
      throws IOException {
    try {
      var manifest = BackupManifest.read(backup);
      var log = backup.folder(Backup.LOG);
      return verified(new PointSource(backup, log, manifest, point, listener), wanted);
    } catch (FileDamaged | LogDamaged | SnapshotDamaged e) {
      throw new BackupRefused(
          "The backup is damaged where this table needs it; take another. 'weir check "
              + backup.locate("") + "' tells all that is wrong with it. " + e.getMessage(),
          e);
    }
  }

  /**
   * Finds a table, and verifies everything that it is made of. Fails with {@link FileDamaged} and
   * others when that is damaged, and with {@link BackupRefused} when there is no such table.
   */
  public static TableAtPoint verified(PointSource source, Wanted wanted) throws IOException {
    source.listener().begin("Looking for the table", -1);
    source.requireSoundLists();
    var tables = TablesAtPoint.of(source);
    var found = new TableAtPoint(
        source,
        tables.require(wanted.account(), wanted.name()),
        source.presentTicks(tables.loggedTicks()),
        wanted.mostBytes());
    source.listener().begin("Verifying the table", -1);
    found.verify();
    return found;
  }

  private void verify() throws IOException {
    try (var reading = open()) {
      for (var some = reading.next(); some != null; some = reading.next()) {
        entities += some.size();
      }
      expired = reading.expired;
      known = reading.entries.whole();
    }
  }

  /** Returns the table as the catalog had it. */
  public Table table() {
    return table;
  }

  /** Returns the moment of the point: as given, or that of the last record before it. */
  public Instant moment() {
    return new EdmDateTime(presentTicks).toInstant();
  }

  /**
   * Returns the option of {@code weir restore} that names the point again, with a leading blank;
   * empty if it was named. The end of an archive moves on.
   */
  public String optionOfEnd() {
    return source.point() instanceof RestorePoint.End
        ? " --to-position " + source.manifest().points().end()
        : "";
  }

  /** Returns the number of entities. */
  public long entities() {
    return entities;
  }

  /** Returns how many more there were that had expired. */
  public long expired() {
    return expired;
  }

  /** Opens the entities. The order is the same each time. */
  public Entities open() {
    return new Entities();
  }

  /** The entities of the table, a part at a time. */
  public final class Entities implements AutoCloseable {

    private final TableReading entries =
        TableReading.of(source, table.id(), mostBytes, record -> {});
    private final Optional<ExpiryCheck> expiry =
        table.setting(TableSetting.EXPIRY).map(rule -> Expiration.of(rule).at(presentTicks));
    private long expired;

    private Entities() {
      if (known != null) {
        entries.beginWith(known);
      }
    }

    /**
     * Returns the next entities, some or none; null after the last ones. Each has the Timestamp
     * that it had.
     *
     * @throws FileDamaged if a leaf has changed since it was verified
     */
    public @Nullable Iterable<Entity> nextSome() throws IOException {
      var some = next();
      return some == null
          ? null
          : () -> some.entrySet().stream()
              .map(entry -> StoredEntity.of(entry.getKey(), entry.getValue()))
              .iterator();
    }

    private @Nullable NavigableMap<byte[], byte[]> next() throws IOException {
      var some = entries.next();
      if (some != null && expiry.isPresent()) {
        var before = some.size();
        some.values().removeIf(expiry.get()::isExpired);
        expired += before - some.size();
      }
      return some;
    }

    @Override
    public void close() throws IOException {
      entries.close();
    }
  }
}
