package io.weir.server.value;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.UUID;
import java.util.regex.Pattern;

/** The name of an upload, as addresses carry it: a GUID. */
final class UploadId {

  private static final Pattern GUID =
      Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private UploadId() {}

  /** Fails with {@code InvalidQueryParameterValue} for a text of another form. */
  static UUID parse(String text) {
    if (!GUID.matcher(text).matches()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "option=id expected=GUID");
    }
    return UUID.fromString(text);
  }
}
