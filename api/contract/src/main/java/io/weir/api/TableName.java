package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Locale;

/**
 * The name of a table: a letter, then 2 to 62 letters and digits.
 *
 * <p>Names that differ only in case name the same table. The table keeps the case in which it was
 * created. {@code tables} is reserved.
 *
 * <p>Fails with {@code OutOfRangeInput} for a name of another length and with
 * {@code InvalidResourceName} for other characters.
 */
public record TableName(String value) {

  private static final int SHORTEST = 3;
  private static final int LONGEST = 63;

  public TableName {
    if (value.length() < SHORTEST || value.length() > LONGEST) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT,
          "tableNameLength=" + value.length() + " from=" + SHORTEST + " to=" + LONGEST);
    }
    if (!isPlain(value) || value.equalsIgnoreCase("tables")) {
      throw new InvalidRequestException(ErrorCode.INVALID_RESOURCE_NAME, "table=" + value);
    }
  }

  /**
   * Whether the text is a letter followed by letters and digits.
   *
   * <p>deliberate: no regular expression, because every request creates a name.
   */
  private static boolean isPlain(String value) {
    for (var i = 0; i < value.length(); i++) {
      var unit = value.charAt(i);
      var isLetter = unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z';
      if (!isLetter && (i == 0 || unit < '0' || unit > '9')) {
        return false;
      }
    }
    return true;
  }

  /** Returns the lower-case form, under which the table is looked up. */
  public String folded() {
    return value.toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableName that && value.equalsIgnoreCase(that.value);
  }

  @Override
  public int hashCode() {
    return folded().hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
