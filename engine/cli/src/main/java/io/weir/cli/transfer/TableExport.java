package io.weir.cli.transfer;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.cli.format.Output;
import io.weir.cli.format.TextFormat;
import io.weir.cli.rows.Pull;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Terminal;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;

/**
 * The export of one table to a file or to standard output, with all properties and types, in the
 * order of keys.
 *
 * <p>Separated values need the names of all properties before the first row, so the table is read
 * twice. A property that the table got meanwhile has no column: the export then fails at its end. A
 * file has the name {@code FILE.part} until it is complete.
 *
 * <p>Belongs to one thread, which blocks.
 */
final class TableExport {

  /** Entities requested at a time. */
  private static final int DEMAND = 256;

  private static final int SHOWN_EVERY = 256;
  private static final int MOST_PROPERTIES = 10_000;

  private final TableService service;
  private final TableName table;
  private final TextFormat format;
  private final Terminal terminal;

  TableExport(TableService service, TableName table, TextFormat format, Terminal terminal) {
    this.service = service;
    this.table = table;
    this.format = format;
    this.terminal = terminal;
  }

  /** Writes the table to standard output. Ends early, without failure, when nobody reads it. */
  void print() throws IOException {
    var properties = properties();
    try (var output = format.whole(terminal.out(), properties)) {
      if (write(output)) {
        terminal.isUnread();
      }
    }
  }

  /** Writes the table to a file, compressed if its name ends in {@code .gz}. */
  void write(Path file) throws IOException {
    var part = Path.of(file + ".part");
    var properties = properties();
    try (var bytes = opened(part, file);
        var output = format.whole(bytes, properties)) {
      write(output);
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static OutputStream opened(Path part, Path file) throws IOException {
    var bytes = new BufferedOutputStream(Files.newOutputStream(part));
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".gz")
        ? new GZIPOutputStream(bytes)
        : bytes;
  }

  /** Returns the names of all properties in order; none for a format that does not need them. */
  private Collection<String> properties() {
    if (!format.isSeparated()) {
      return List.of();
    }
    var names = new TreeSet<String>();
    try (var progress = terminal.progress().begin("Looking for properties", -1, "entities");
        var found = Pull.from(service.query(table, Query.ALL.unordered()), DEMAND)) {
      var shown = new Shown(progress);
      for (var each = found.iterator(); each.hasNext(); shown.next()) {
        for (var cursor = each.next().properties(); cursor.next(); ) {
          names.add(cursor.name());
        }
        requireColumns(names.size());
      }
      shown.end();
    }
    return names;
  }

  private static void requireColumns(int properties) {
    if (properties > MOST_PROPERTIES) {
      throw CommandFailure.failed("The table has more than " + MOST_PROPERTIES
          + " properties, too many for columns. Use --format ndjson.");
    }
  }

  /** Returns whether all was written, and somebody reads it. */
  private boolean write(Output output) throws IOException {
    try (var progress = terminal.progress().begin("Exporting " + table, -1, "entities");
        var found = Pull.from(service.query(table, Query.ALL), DEMAND)) {
      var shown = new Shown(progress);
      for (var each = found.iterator(); each.hasNext(); ) {
        output.write(each.next());
        if (shown.next() && terminal.isUnread()) {
          return false;
        }
      }
      shown.end();
    }
    output.end();
    requireAll(output.leftOut());
    return true;
  }

  private static void requireAll(Collection<String> leftOut) {
    if (!leftOut.isEmpty()) {
      throw CommandFailure.failed("The table got properties while it was read, which have no"
          + " column: " + leftOut + ". Export it again, or use --format ndjson.");
    }
  }

  /** Entities that were not reported as progress yet. */
  private static final class Shown {

    private final LoadProgress progress;
    private int entities;

    Shown(LoadProgress progress) {
      this.progress = progress;
    }

    /** Counts an entity. Returns whether progress was reported. */
    boolean next() {
      if (++entities < SHOWN_EVERY) {
        return false;
      }
      end();
      return true;
    }

    void end() {
      progress.advance(entities);
      entities = 0;
    }
  }
}
