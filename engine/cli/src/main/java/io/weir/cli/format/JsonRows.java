package io.weir.cli.format;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.EntityReader;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.InputRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** One reading of a file of JSON. Blank lines are skipped. Belongs to one thread. */
public final class JsonRows implements InputRows {

  /** A placeholder for the keys of an object whose properties form them later. */
  private static final EntityKey NO_KEY = new EntityKey("", "");

  private final JsonTexts texts;
  private final boolean hasKeys;
  private byte @Nullable [] ahead;

  JsonRows(JsonTexts texts, boolean hasKeys) {
    this.texts = texts;
    this.hasKeys = hasKeys;
  }

  @Override
  public boolean hasNext() {
    try {
      while (ahead == null || isBlank(ahead)) {
        ahead = texts.next();
        if (ahead == null) {
          return false;
        }
      }
      return true;
    } catch (CharacterCodingException e) {
      throw InputException.afterLine(texts.number(), InputException.OTHER_ENCODING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public JsonRow next() {
    if (!hasNext() || ahead == null) {
      throw new NoSuchElementException();
    }
    var line = ahead;
    ahead = null;
    return new JsonRow(texts.number(), entity(line));
  }

  @Override
  public void close() throws IOException {
    texts.close();
  }

  private Entity entity(byte[] line) {
    try {
      return hasKeys ? EntityReader.read(line) : EntityReader.read(line, NO_KEY);
    } catch (InvalidRequestException e) {
      throw InputException.atLine(texts.number(), "not an entity. " + e.getMessage());
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
