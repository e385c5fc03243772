package io.weir.cli.format;

import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.ObjectStream;
import io.weir.cli.rows.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The texts of entities in a file, one after another. Belongs to one thread. */
interface JsonTexts extends Closeable {

  /** Returns the next text; null at the end. Fails with {@link InputException} and the line. */
  byte @Nullable [] next() throws IOException;

  /** Returns the number of the line in which the last text begins, from 1. */
  long number();

  /** Returns the objects of a text that has them alone, in arrays or in pages. */
  static JsonTexts ofObjects(InputStream in) {
    return new Objects(new ObjectStream(in, LineReader.LONGEST_BYTES));
  }

  /** Objects wherever they begin and end. */
  record Objects(ObjectStream objects) implements JsonTexts {

    @Override
    public byte @Nullable [] next() throws IOException {
      try {
        return objects.next();
      } catch (InvalidRequestException e) {
        throw InputException.atLine(
            objects.line(), "not JSON of entities, or an incomplete end. " + e.getMessage());
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }

    @Override
    public long number() {
      return objects.line();
    }

    @Override
    public void close() throws IOException {
      objects.close();
    }
  }
}
