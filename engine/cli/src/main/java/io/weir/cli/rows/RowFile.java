package io.weir.cli.rows;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A file of rows that was not looked into yet. */
public interface RowFile {

  /** Names of the columns that all rows have, in order; empty when each row names its own. */
  List<String> columns() throws IOException;

  /** Reads the file to its end, showing each row to the observer, and answers what can be loaded. The rows shown have no types yet. */
  TypedRows survey(Consumer<InputRow> observer) throws IOException;
}
