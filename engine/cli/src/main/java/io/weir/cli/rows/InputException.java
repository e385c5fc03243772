package io.weir.cli.rows;

/** The input cannot be read as entities. The message states place and remedy. */
public final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public InputException(String message) {
    super(message, null, false, false);
  }

  /** Returns the failure of one row. */
  public static InputException atLine(long line, String fault) {
    return new InputException("Line " + line + ": " + fault);
  }
}
