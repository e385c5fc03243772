package io.weir.cli.rows;

import java.io.IOException;
import java.util.List;

/** A file of rows whose types are known. It can be read repeatedly. */
public interface TypedRows {

  /** Begins a reading. */
  InputRows open() throws IOException;

  /** What becomes of each column, for a person to read, one line a column; empty when each row says it itself. */
  List<String> description();
}
