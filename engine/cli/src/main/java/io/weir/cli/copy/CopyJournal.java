package io.weir.cli.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.weir.api.TableName;
import io.weir.api.error.TableServiceException;
import io.weir.cli.rows.InputException;
import io.weir.server.json.ControlLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The progress of a copy in a file, from which the next call continues: the ranges of each table,
 * and the place from which changes are followed. The file is replaced atomically. Belongs to one
 * thread at a time; a call blocks on the disk.
 */
final class CopyJournal {

  private static final String LINE = "$copy";
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String PLACE = "place";
  private static final String TABLE = "table:";
  private static final String BETWEEN = " ";

  private final Path file;
  private final Map<String, String> members = new HashMap<>();

  private CopyJournal(Path file, Map<String, String> members) {
    this.file = file;
    this.members.putAll(members);
  }

  /**
   * Opens the journal in a file, or begins one. Fails with {@link InputException} if the file holds
   * anything but the journal of this copy.
   */
  static CopyJournal open(Path file, String from, String to) throws IOException {
    if (!Files.exists(file)) {
      return new CopyJournal(file, Map.of(FROM, from, TO, to));
    }
    try {
      var line = ControlLine.read(Files.readAllBytes(file));
      if (line.name().equals(LINE)
          && line.get(FROM).equals(from)
          && line.get(TO).equals(to)) {
        var journal = new CopyJournal(file, line.members());
        journal.check();
        return journal;
      }
    } catch (TableServiceException | IllegalArgumentException e) {
      throw new InputException(
          "The journal cannot be read; delete it to copy from the start. file=" + file);
    }
    throw new InputException("The journal is of another copy; delete it, or name another file with"
        + " --journal. file=" + file);
  }

  private void check() {
    members.forEach((name, value) -> {
      if (name.startsWith(TABLE)) {
        ranges(value);
      }
    });
  }

  /** Returns the place from which changes are followed. */
  Optional<String> place() {
    return Optional.ofNullable(members.get(PLACE));
  }

  void notePlace(String place) {
    members.put(PLACE, place);
    write();
  }

  /** Returns the ranges of a table; none before its copy begins. */
  List<CopyRange> ranges(TableName table) {
    var text = members.get(TABLE + table);
    return text == null ? List.of() : ranges(text);
  }

  private static List<CopyRange> ranges(String text) {
    return Arrays.stream(text.split(BETWEEN)).map(CopyRange::decode).toList();
  }

  void note(TableName table, TableRanges ranges) {
    members.put(
        TABLE + table,
        ranges.all().stream().map(CopyRange::encode).collect(Collectors.joining(BETWEEN)));
    write();
  }

  private void write() {
    var out = Unpooled.buffer();
    try {
      new ControlLine(LINE, members).write(out);
      var draft = file.resolveSibling(file.getFileName() + ".new");
      Files.write(draft, out.toString(UTF_8).getBytes(UTF_8));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("The journal cannot be written. file=" + file, e);
    } finally {
      out.release();
    }
  }

  /** Deletes the journal of a complete copy. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
