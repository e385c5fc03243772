package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Texts by name that a queue carries for its users. Names keep their case and are equal if they
 * differ only in case.
 *
 * <p>Fails with {@code InvalidMetadata} for a name that is no ASCII identifier or a value that a
 * header cannot carry, and with {@code MetadataTooLarge} above
 * {@link QueueLimits#MAX_METADATA_CHARS}.
 */
public record QueueMetadata(Map<String, String> texts) {

  /** No texts. */
  public static final QueueMetadata NONE = new QueueMetadata(Map.of());

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7E]*");

  public QueueMetadata {
    var copy = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    var chars = 0;
    for (var text : texts.entrySet()) {
      var value = text.getValue().strip();
      if (!NAME.matcher(text.getKey()).matches()
          || !VALUE.matcher(value).matches()
          || copy.put(text.getKey(), value) != null) {
        throw new InvalidRequestException(ErrorCode.INVALID_METADATA, "metadata=" + text.getKey());
      }
      chars += text.getKey().length() + value.length();
    }
    if (chars > QueueLimits.MAX_METADATA_CHARS) {
      throw new InvalidRequestException(
          ErrorCode.METADATA_TOO_LARGE,
          "chars=" + chars + " limit=" + QueueLimits.MAX_METADATA_CHARS);
    }
    texts = Collections.unmodifiableMap(copy);
  }
}
