package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.IfMatch;
import io.weir.server.request.TableRequest;
import java.util.Optional;

/**
 * The {@code If-Match} of a write.
 *
 * <p>Fails with {@code InvalidInput} when it is neither {@code *} nor one weak tag, when it is sent more than once, and when {@code
 * If-None-Match} is sent, which no write of the protocol knows.
 */
final class Preconditions {

  private Preconditions() {}

  /** The version that must be stored; empty when the client names none. */
  static Optional<IfMatch> of(TableRequest request) {
    var headers = request.head().headers();
    if (headers.contains(HttpHeaderNames.IF_NONE_MATCH)) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "header=If-None-Match");
    }
    var values = headers.getAll(HttpHeaderNames.IF_MATCH);
    if (values.size() > 1) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "header=If-Match count=" + values.size());
    }
    return values.stream().findFirst().map(value -> IfMatch.parse(value.strip()));
  }

  /** The version that must be stored. Fails with {@code MissingRequiredHeader} when the client names none. */
  static IfMatch required(TableRequest request) {
    return of(request)
        .orElseThrow(() ->
            new InvalidRequestException(ErrorCode.MISSING_REQUIRED_HEADER, "header=If-Match"));
  }
}
