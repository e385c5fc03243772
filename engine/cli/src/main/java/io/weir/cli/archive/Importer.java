package io.weir.cli.archive;

import io.weir.api.AccountName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.cli.format.JsonFile;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.InputRow;
import io.weir.cli.rows.InputRows;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.ProgressDisplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Stores an archive, table by table, in constant memory. */
public final class Importer {

  /** Lines between two journal records: the most that a continued import stores twice. */
  static final int LINES_A_NOTE = 20_000;

  private final Archive archive;
  private final Function<AccountName, Optional<Destination>> target;
  private final int inFlight;
  private final ImportJournal journal;
  private final Consumer<String> remarks;
  private long entities;

  private Importer(
      Archive archive,
      Function<AccountName, Optional<Destination>> target,
      int inFlight,
      ImportJournal journal,
      Consumer<String> remarks) {
    this.archive = archive;
    this.target = target;
    this.inFlight = inFlight;
    this.journal = journal;
    this.remarks = remarks;
  }

  /** Returns whether a folder holds the output of {@link Exporter}. */
  public static boolean isArchive(Path folder) {
    return Archive.isAt(folder);
  }

  /** Returns the accounts of the tables in an archive. */
  public static List<AccountName> accountsIn(Path folder) throws IOException {
    return Archive.read(folder).accounts();
  }

  /**
   * Verifies the archive, then stores it.
   *
   * @param target returns the destination of an account's tables and policies; empty for an account
   *     that is left out
   * @param journalFile records the progress
   * @param targetName names the target in the journal
   * @param remarks receives a text for everything that is left out, because the target does not
   *     have it or does not permit it
   */
  public static TransferCounts run(
      Path folder,
      Function<AccountName, Optional<Destination>> target,
      int inFlight,
      Path journalFile,
      String targetName,
      ProgressDisplay display,
      Consumer<String> remarks)
      throws IOException {
    var archive = Archive.read(folder).of(account -> target.apply(account).isPresent());
    verify(archive, display);
    var journal = ImportJournal.open(journalFile, targetName);
    var importer = new Importer(archive, target, inFlight, journal, remarks);
    try (var progress = display.begin("Storing", archive.entities(), "entities")) {
      for (var table : archive.tables()) {
        importer.store(table, progress);
      }
    }
    journal.delete();
    return new TransferCounts(archive.tables().size(), importer.entities);
  }

  private static void verify(Archive archive, ProgressDisplay display) throws IOException {
    try (var progress = display.begin("Verifying", archive.bytes(), "bytes")) {
      for (var table : archive.tables()) {
        var crc = new CRC32C();
        try (var in = new CheckedInputStream(Files.newInputStream(archive.file(table)), crc)) {
          var buffer = new byte[1 << 16];
          for (var read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            progress.advance(read);
          }
        }
        if ((int) crc.getValue() != table.crc32c()) {
          throw new InputException("The file " + archive.file(table)
              + " is not what was exported: its checksum differs. Nothing was stored.");
        }
      }
    }
  }

  private void store(ArchivedTable table, LoadProgress progress) throws IOException {
    var destination = target.apply(table.account()).orElseThrow();
    var loader = new Loader(destination.tables(), inFlight);
    loader.ensure(table.table()).block();
    var stored = journal.stored(table);
    try (var rows =
        new JsonFile(() -> Files.newInputStream(archive.file(table)), true, true).open()) {
      for (var line = 0L; line < stored && rows.hasNext(); line++) {
        rows.next();
      }
      progress.advance(stored);
      for (var chunk = next(rows); !chunk.isEmpty(); chunk = next(rows)) {
        loader
            .load(
                table.table(),
                Flux.fromIterable(chunk).subscribeOn(Schedulers.boundedElastic()),
                progress)
            .block();
        stored += chunk.size();
        entities += chunk.size();
        journal.note(table, stored);
      }
    }
    if (!table.policies().all().isEmpty()) {
      replacePolicies(table, destination);
    }
    table.definitions().declare(destination.tables(), table.table(), remarks);
  }

  private void replacePolicies(ArchivedTable table, Destination destination) throws IOException {
    try {
      destination.policies().replace(table.table(), table.policies());
    } catch (PoliciesRefused e) {
      remarks.accept("Left out: policies table=" + table.table() + ". " + e.getMessage());
    }
  }

  private static List<Entity> next(InputRows rows) {
    var chunk = new ArrayList<Entity>();
    var bytes = 0L;
    while (rows.hasNext() && chunk.size() < LINES_A_NOTE && bytes < 64L << 20) {
      var entity = entity(rows.next());
      chunk.add(entity);
      bytes += entity.encoded().length;
    }
    return chunk;
  }

  private static Entity entity(InputRow row) {
    var entity =
        new EntityBuilder().key(new EntityKey(row.text("PartitionKey"), row.text("RowKey")));
    row.fill(entity);
    return entity.build();
  }
}
