package io.weir.cli.rows;

/** The input cannot be read as entities. The message states place and remedy. */
public final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is wrong with a text that cannot be decoded, and the remedy. */
  public static final String OTHER_ENCODING =
      "the file is not UTF-8 text, or not of the encoding that is stated for it; name the right one"
          + " with --encoding, such as windows-1252.";

  public InputException(String message) {
    super(message, null, false, false);
  }

  /** Returns the failure of one row. */
  public static InputException atLine(long line, String fault) {
    return new InputException("Line " + line + ": " + fault);
  }

  /** Returns the failure of what follows a row. */
  public static InputException afterLine(long line, String fault) {
    return new InputException("After line " + line + ": " + fault);
  }
}
