package io.weir.cli.format;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.EntityReader;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.InputRow;
import io.weir.cli.rows.InputRows;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** One reading of a file's lines. Blank lines are skipped. Belongs to one thread. */
final class NdjsonRows implements InputRows {

  /** A placeholder for the keys of a line whose properties form them later. */
  private static final EntityKey NO_KEY = new EntityKey("", "");

  private final LineReader lines;
  private final boolean hasKeys;
  private byte @Nullable [] ahead;

  NdjsonRows(InputStream in, boolean hasKeys) {
    this.lines = new LineReader(in);
    this.hasKeys = hasKeys;
  }

  @Override
  public boolean hasNext() {
    try {
      while (ahead == null || isBlank(ahead)) {
        ahead = lines.next();
        if (ahead == null) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public InputRow next() {
    if (!hasNext() || ahead == null) {
      throw new NoSuchElementException();
    }
    var line = ahead;
    ahead = null;
    return new NdjsonRow(lines.number(), entity(line));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private Entity entity(byte[] line) {
    try {
      return hasKeys ? EntityReader.read(line) : EntityReader.read(line, NO_KEY);
    } catch (InvalidRequestException e) {
      throw InputException.atLine(lines.number(), "not an entity. " + e.getMessage());
    }
  }

  private static boolean isBlank(byte[] line) {
    for (var unit : line) {
      if (unit != ' ' && unit != '\t') {
        return false;
      }
    }
    return true;
  }
}
