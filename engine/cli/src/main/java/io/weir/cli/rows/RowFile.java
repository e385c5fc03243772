package io.weir.cli.rows;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A file of rows before its survey. */
public interface RowFile {

  /** Names of the columns that all rows have, in order; empty when each row names its own. */
  List<String> columns() throws IOException;

  /**
   * Reads the file to its end, passes each row to the observer, and returns the typed rows. The
   * observed rows have no types yet.
   */
  TypedRows survey(Consumer<InputRow> observer) throws IOException;

  /**
   * Returns the rows without reading them all: the first ones determine the types of all. They can
   * be read once, and the file is not opened again.
   *
   * @param rows number of rows that determine the types
   */
  TypedRows begun(int rows) throws IOException;
}
