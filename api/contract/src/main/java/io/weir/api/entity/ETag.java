package io.weir.api.entity;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The version of an entity as a weak HTTP entity tag.
 *
 * <p>The service derives the tag from the Timestamp:
 * {@code W/"datetime'2020-11-07T01%3A23%3A21.0555975Z'"}. Any other weak tag is valid and names a
 * version that does not exist. Fails with {@code InvalidInput} for a text that is not a weak tag.
 *
 * @param text the tag as a header carries it
 */
public record ETag(String text) {

  private static final String BEGINNING = "W/\"";
  private static final Pattern OF_TIMESTAMP = Pattern.compile("W/\"datetime'([^']*)'\"");

  public ETag {
    if (!isWeak(text)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=weakETag value=" + Text.shown(text));
    }
  }

  /** Whether the text is a weak tag: its second quotation mark is the last character. */
  private static boolean isWeak(String text) {
    return text.startsWith(BEGINNING) && text.indexOf('"', BEGINNING.length()) == text.length() - 1;
  }

  /** Returns the tag of the version with this Timestamp in ticks. */
  public static ETag ofTimestamp(long ticks) {
    return new ETag(
        "W/\"datetime'" + new EdmDateTime(ticks).toString().replace(":", "%3A") + "'\"");
  }

  /**
   * Returns the Timestamp in ticks from which the service derived the tag. Empty for any other tag.
   */
  public OptionalLong timestamp() {
    var matcher = OF_TIMESTAMP.matcher(text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    var moment = matcher.group(1).replace("%3A", ":").replace("%3a", ":");
    try {
      return OptionalLong.of(EdmDateTime.parse(moment).ticks());
    } catch (TableServiceException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
