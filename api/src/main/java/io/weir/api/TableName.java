package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of a table: a letter, then 2 to 62 letters and digits.
 *
 * <p>Names that differ in case alone name the same table; the case of its creation is kept and listed. {@code tables} is reserved.
 * Fails with {@code OutOfRangeInput} for a name of other length and with {@code InvalidResourceName} for other characters.
 */
public record TableName(String value) {

  private static final int SHORTEST = 3;
  private static final int LONGEST = 63;
  private static final Pattern RULE = Pattern.compile("[A-Za-z][A-Za-z0-9]*");

  public TableName {
    if (value.length() < SHORTEST || value.length() > LONGEST) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT,
          "tableNameLength=" + value.length() + " from=" + SHORTEST + " to=" + LONGEST);
    }
    if (!RULE.matcher(value).matches() || value.equalsIgnoreCase("tables")) {
      throw new InvalidRequestException(ErrorCode.INVALID_RESOURCE_NAME, "table=" + value);
    }
  }

  /** The name under which the table is looked up: lower case. */
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
