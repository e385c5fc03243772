package io.weir.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.weir.api.AccountName;
import io.weir.api.error.TableServiceException;
import io.weir.cli.rows.InputException;
import io.weir.server.json.ControlLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A complete archive.
 *
 * @param folder of the archive
 * @param tables in the order in which they were exported
 */
record Archive(Path folder, List<ArchivedTable> tables) {

  private static final String FILE = "export.ndjson";
  private static final String END = "$end";

  Archive {
    tables = List.copyOf(tables);
  }

  /** Returns whether a folder holds an archive. */
  static boolean isAt(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /** Reads the list of tables. Fails with {@link InputException} if it is incomplete. */
  static Archive read(Path folder) throws IOException {
    var tables = new ArrayList<ArchivedTable>();
    var number = 0L;
    for (var text : Files.readAllLines(folder.resolve(FILE), UTF_8)) {
      number++;
      try {
        var line = ControlLine.read(text.getBytes(UTF_8));
        if (line.name().equals(END) && line.number("tables") == tables.size()) {
          return new Archive(folder, tables);
        }
        tables.add(ArchivedTable.of(line));
      } catch (TableServiceException | IllegalArgumentException e) {
        throw InputException.atLine(number, "not what was exported. file=" + folder.resolve(FILE));
      }
    }
    throw new InputException(
        "The export is incomplete: " + folder.resolve(FILE) + " ends early. Export again.");
  }

  /** Makes the folder an archive, atomically. */
  void write() throws IOException {
    var out = Unpooled.buffer();
    try {
      tables.forEach(table -> table.line().write(out));
      new ControlLine(
              END,
              Map.of(
                  "tables", Integer.toString(tables.size()), "entities", Long.toString(entities())))
          .write(out);
      var draft = folder.resolve(FILE + ".new");
      Files.write(draft, out.toString(UTF_8).getBytes(UTF_8));
      Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      out.release();
    }
  }

  /** Returns a copy without some accounts. */
  Archive of(Predicate<AccountName> accounts) {
    return new Archive(
        folder, tables.stream().filter(table -> accounts.test(table.account())).toList());
  }

  long entities() {
    return tables.stream().mapToLong(ArchivedTable::entities).sum();
  }

  long bytes() {
    return tables.stream().mapToLong(ArchivedTable::bytes).sum();
  }

  List<AccountName> accounts() {
    return tables.stream().map(ArchivedTable::account).distinct().toList();
  }

  Path file(ArchivedTable table) {
    return folder.resolve(table.file());
  }
}
