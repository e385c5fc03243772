package io.weir.pattern.large;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Optional;

/**
 * The conditions under which a finished upload becomes the value.
 *
 * @param replaces the values that it may replace
 * @param sha256 the SHA-256 that its bytes must have, in lower-case hexadecimal; empty for the one
 *     with which the upload began, if any
 */
public record Acceptance(Replaces replaces, Optional<String> sha256) {

  /** Accepts any bytes, in place of any value or none. */
  public static final Acceptance ALWAYS = of(Replaces.ANYTHING);

  /** Returns conditions that accept any bytes. */
  public static Acceptance of(Replaces replaces) {
    return new Acceptance(replaces, Optional.empty());
  }

  /** Fails with {@code InvalidInput} if the upload has begun with another SHA-256 than this one. */
  void requireSameContent(ValueUpload upload) {
    var begun = upload.content().sha256();
    if (begun.isPresent() && sha256.isPresent() && !begun.equals(sha256)) {
      throw otherContent(begun.get(), sha256.get());
    }
  }

  /** Returns the failure for bytes that have another SHA-256 than expected. */
  static InvalidRequestException otherContent(String expected, String received) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "sha256=other expected=" + expected + " received=" + received);
  }
}
