package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The text of a message: any characters that an XML document can hold. The service does not
 * interpret it. A client that sends bytes encodes them, usually in Base64.
 *
 * <p>Fails with {@code RequestBodyTooLarge} above {@link QueueLimits#MAX_TEXT_BYTES} in UTF-8, and
 * with {@code InvalidInput} for characters that XML does not know.
 */
public record MessageText(String value) {

  public MessageText {
    var bytes = 0;
    for (var i = 0; i < value.length(); i += Character.charCount(value.codePointAt(i))) {
      var codePoint = value.codePointAt(i);
      if (!isXml(codePoint)) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "codePoint=" + codePoint + " at=" + i);
      }
      bytes += utf8Bytes(codePoint);
    }
    if (bytes > QueueLimits.MAX_TEXT_BYTES) {
      throw new InvalidRequestException(
          ErrorCode.REQUEST_BODY_TOO_LARGE,
          "bytes=" + bytes + " limit=" + QueueLimits.MAX_TEXT_BYTES);
    }
  }

  private static int utf8Bytes(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  /** Source: XML 1.0, production 2, "Char". */
  private static boolean isXml(int codePoint) {
    return codePoint >= 0x20 && codePoint <= 0xD7FF
        || codePoint == '\t'
        || codePoint == '\n'
        || codePoint == '\r'
        || codePoint >= 0xE000 && codePoint <= 0xFFFD
        || codePoint >= 0x10000;
  }

  @Override
  public String toString() {
    return value;
  }
}
