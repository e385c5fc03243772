package io.weir.cli.rows;

/** A file that cannot be made entities of. The message says where and what to do, for the person who named the file. */
public final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public InputException(String message) {
    super(message, null, false, false);
  }

  /** A fault of one row. */
  public static InputException atLine(long line, String fault) {
    return new InputException("Line " + line + ": " + fault);
  }
}
