package io.weir.cli.rows;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The columns that form the keys: the texts of their cells, joined in order by {@value #SEPARATOR}.
 *
 * @param partition columns of the PartitionKey, at least one
 * @param row columns of the RowKey; if there are none, a running number is the whole RowKey
 * @param replacement replaces characters that keys must not contain; if absent, such a character is
 *     an error of the row
 */
public record KeyColumns(
    List<String> partition, List<String> row, @Nullable String replacement) {

  /** The text between the parts of a key. */
  public static final String SEPARATOR = "-";

  private static final Pattern FORBIDDEN = Pattern.compile("[/\\\\#?\\x00-\\x1F\\x7F-\\x9F]");

  public KeyColumns {
    partition = List.copyOf(partition);
    row = List.copyOf(row);
    if (replacement != null && FORBIDDEN.matcher(replacement).find()) {
      throw new InputException(
          "The replacement holds a character that no key may hold: / \\ # ? or a control character.");
    }
  }

  /**
   * Returns the keys of a row, without a running number. Fails with {@link InputException} if they
   * are invalid.
   */
  EntityKey keyOf(InputRow source) {
    return checked(source.line(), joined(source, partition), joined(source, row));
  }

  /** Returns the keys of a row, with its running number appended to the RowKey. */
  EntityKey keyOf(InputRow source, String number) {
    var rowKey = joined(source, row);
    return checked(
        source.line(),
        joined(source, partition),
        rowKey.isEmpty() ? number : rowKey + SEPARATOR + number);
  }

  private String joined(InputRow source, List<String> columns) {
    var joined = columns.size() == 1
        ? source.text(columns.get(0))
        : String.join(SEPARATOR, columns.stream().map(source::text).toList());
    return replacement == null ? joined : replaced(joined, replacement);
  }

  private static String replaced(String key, String replacement) {
    return FORBIDDEN.matcher(key).replaceAll(Matcher.quoteReplacement(replacement));
  }

  private EntityKey checked(long line, String partitionKey, String rowKey) {
    try {
      return new EntityKey(partitionKey, rowKey);
    } catch (InvalidRequestException e) {
      throw InputException.atLine(
          line,
          "the values of " + partition + " and " + row + " make no key. " + e.getMessage()
              + (replacement == null ? " Name a replacement with --key-replacement." : ""));
    }
  }
}
