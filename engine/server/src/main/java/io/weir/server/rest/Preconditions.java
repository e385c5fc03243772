package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.TableWrite;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.IfMatch;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import java.util.List;
import java.util.Optional;

/**
 * Parses the {@code If-Match} header of a write.
 *
 * <p>Fails with {@code InvalidInput} if the value is neither {@code *} nor one weak ETag, if the
 * header occurs twice, or if {@code If-None-Match} is present, which the protocol does not support
 * for writes.
 */
final class Preconditions {

  private Preconditions() {}

  /** Returns the version that the stored entity must have; empty if the client sends none. */
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

  /**
   * Returns the check that a {@code HEAD} request in a joint commit names: by {@code If-None-Match:
   * *}, or by {@code If-Match}.
   */
  static TableWrite check(TableRequest request, Resource.EntityAt entity) {
    var none = request.head().headers().getAll(HttpHeaderNames.IF_NONE_MATCH);
    var versioned = request.head().headers().contains(HttpHeaderNames.IF_MATCH);
    if (none.equals(List.of("*")) && !versioned) {
      return TableWrite.absent(entity.table(), entity.key());
    }
    return TableWrite.present(entity.table(), entity.key(), required(request));
  }

  /**
   * Returns the version that the stored entity must have. Fails with {@code MissingRequiredHeader}
   * if the client sends none.
   */
  static IfMatch required(TableRequest request) {
    return of(request)
        .orElseThrow(() ->
            new InvalidRequestException(ErrorCode.MISSING_REQUIRED_HEADER, "header=If-Match"));
  }
}
