package io.weir.api.index;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.regex.Pattern;

/**
 * The name of an index within its table: 1 to 63 ASCII letters, digits and underscores, beginning
 * with a letter. Case counts.
 *
 * <p>Fails with {@code InvalidResourceName} for any other text.
 */
public record IndexName(String value) {

  private static final Pattern FORM = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,62}");

  public IndexName {
    if (!FORM.matcher(value).matches()) {
      throw new InvalidRequestException(ErrorCode.INVALID_RESOURCE_NAME, "expected=indexName");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
