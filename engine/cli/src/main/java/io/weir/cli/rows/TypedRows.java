package io.weir.cli.rows;

import java.io.IOException;
import java.util.List;

/** A file of rows whose types are known. It can be read repeatedly. */
public interface TypedRows {

  /** Begins a reading. */
  InputRows open() throws IOException;

  /**
   * Returns a description of each column for the user, one per line; empty if each row states its
   * own types.
   */
  List<String> description();
}
