package io.weir.cli.archive;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Selection;
import io.weir.cli.format.JsonOutput;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.Pull;
import io.weir.cli.terminal.ProgressDisplay;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Writes accounts into a folder, table by table, in constant memory. */
public final class Exporter {

  /** Number of entities requested at a time. */
  private static final int DEMAND = 256;

  private static final int SHOWN_EVERY = 100;

  private final ReachableAccounts source;
  private final Path folder;
  private final ProgressDisplay display;
  private final Consumer<String> remarks;

  private Exporter(
      ReachableAccounts source, Path folder, ProgressDisplay display, Consumer<String> remarks) {
    this.source = source;
    this.folder = folder;
    this.display = display;
    this.remarks = remarks;
  }

  /**
   * Exports all accounts into a folder that is empty or absent. Returns the numbers of tables and
   * entities.
   *
   * @param remarks receives a text for everything that is left out, because the service does not
   *     have it or does not show it
   */
  public static TransferCounts run(
      ReachableAccounts source, Path folder, ProgressDisplay display, Consumer<String> remarks)
      throws IOException {
    Files.createDirectories(folder);
    requireEmpty(folder);
    var archive = new Exporter(source, folder, display, remarks).export();
    archive.write();
    return new TransferCounts(archive.tables().size(), archive.entities());
  }

  private static void requireEmpty(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      if (files.iterator().hasNext()) {
        throw new InputException(
            "The folder is not empty; name another one, or a new one. folder=" + folder);
      }
    }
  }

  private Archive export() throws IOException {
    var tables = new ArrayList<ArchivedTable>();
    for (var account : source.names()) {
      Files.createDirectories(folder.resolve(account.value()));
      var names = source.tables(account).tables().collectList().block();
      for (var table : names == null ? new ArrayList<TableName>() : names) {
        tables.add(export(account, table));
      }
    }
    return new Archive(folder, tables);
  }

  private ArchivedTable export(AccountName account, TableName table) throws IOException {
    var policies = source.policies(account).of(table);
    var definitions = TableDefinitions.of(source.tables(account), table, remarks);
    var target = folder.resolve(ArchivedTable.file(account, table));
    var crc = new CRC32C();
    var entities = 0L;
    try (var progress = display.begin("Exporting " + account + "/" + table, -1, "entities");
        var file =
            new CheckedOutputStream(new BufferedOutputStream(Files.newOutputStream(target)), crc);
        var output = JsonOutput.lines(file, Selection.ALL);
        var found = Pull.from(source.tables(account).query(table, Query.ALL.unordered()), DEMAND)) {
      for (var each = found.iterator(); each.hasNext(); entities++) {
        output.write(each.next());
        if (entities % SHOWN_EVERY == SHOWN_EVERY - 1) {
          progress.advance(SHOWN_EVERY);
        }
      }
      progress.advance(entities % SHOWN_EVERY);
    }
    return new ArchivedTable(
        account, table, entities, Files.size(target), (int) crc.getValue(), policies, definitions);
  }
}
