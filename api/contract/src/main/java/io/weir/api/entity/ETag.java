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
 * <p>The service derives it from the Timestamp: {@code W/"datetime'2020-11-07T01%3A23%3A21.0555975Z'"}. Any other weak tag is
 * well-formed and names a version that does not exist. Fails with {@code InvalidInput} for a text that is no weak tag.
 *
 * @param text the tag as it stands in a header
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

  /** Whether the second quote is the last character. */
  private static boolean isWeak(String text) {
    return text.startsWith(BEGINNING) && text.indexOf('"', BEGINNING.length()) == text.length() - 1;
  }

  /** The tag of the version that was written at this tick. */
  public static ETag ofTimestamp(long ticks) {
    return new ETag(
        "W/\"datetime'" + new EdmDateTime(ticks).toString().replace(":", "%3A") + "'\"");
  }

  /** The tick that the tag was derived from; empty when no service made it. */
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
