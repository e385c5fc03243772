package io.weir.cli.options;

import io.weir.api.TableName;
import io.weir.api.error.InvalidRequestException;
import io.weir.cli.terminal.CommandFailure;

/** Reads the name of a table from the command line. */
public final class TableArgument {

  private TableArgument() {}

  /** Returns the name of a table. Fails with a sentence for a person when the text is no name. */
  public static TableName named(String text) {
    try {
      return new TableName(text);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage(
          "'" + text
              + "' is no name of a table: a letter, then 2 to 62 letters and digits, and not 'tables'.");
    }
  }
}
