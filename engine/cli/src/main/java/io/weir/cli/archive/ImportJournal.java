package io.weir.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.weir.api.error.TableServiceException;
import io.weir.cli.rows.InputException;
import io.weir.server.json.ControlLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;

/**
 * The progress of an import in a file, from which the next call continues: the number of
 * acknowledged lines of each table. The file is replaced atomically, and deleted when the import is
 * complete.
 */
final class ImportJournal {

  private static final String LINE = "$import";
  private static final String TARGET = "target";

  private final Path file;
  private final String target;
  private final Map<String, String> lines = new HashMap<>();

  private ImportJournal(Path file, String target) {
    this.file = file;
    this.target = target;
  }

  /**
   * Opens the journal in a file, or creates it. Fails with {@link InputException} if the journal
   * belongs to another import.
   */
  static ImportJournal open(Path file, String target) throws IOException {
    var journal = new ImportJournal(file, target);
    if (Files.exists(file)) {
      journal.read();
    }
    return journal;
  }

  private void read() throws IOException {
    try {
      var line = ControlLine.read(Files.readAllBytes(file));
      if (line.name().equals(LINE) && line.get(TARGET).equals(target)) {
        lines.putAll(line.members());
        lines.remove(TARGET);
        return;
      }
    } catch (TableServiceException e) {
      throw new InputException(
          "The journal cannot be read; delete it to import from the start. file=" + file);
    }
    throw new InputException("The journal is of an import into another place; delete it, or name"
        + " another file with --journal. file=" + file);
  }

  /** Returns the number of stored lines of the table. */
  long stored(ArchivedTable table) {
    return Long.parseLong(lines.getOrDefault(table.file(), "0"));
  }

  /** Records the number of stored lines of the table. */
  void note(ArchivedTable table, long stored) throws IOException {
    lines.put(table.file(), Long.toString(stored));
    var members = new HashMap<>(lines);
    members.put(TARGET, target);
    var out = Unpooled.buffer();
    try {
      new ControlLine(LINE, members).write(out);
      var draft = file.resolveSibling(file.getFileName() + ".new");
      Files.write(draft, out.toString(UTF_8).getBytes(UTF_8));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      out.release();
    }
  }

  /** Deletes the journal of a complete import. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
