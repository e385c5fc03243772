package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.json.MetadataLevel;
import io.weir.server.request.MediaType;
import io.weir.server.request.TableRequest;
import java.util.List;

/**
 * Chooses the media types of requests and responses.
 *
 * <p>{@code $format} in the query overrides {@code Accept}, which the public Java client requires.
 * Without either, or if any format is acceptable, the response has the minimal level. If
 * {@code Accept} contains several media types, the first supported one is used.
 *
 * <p>Fails with {@code MediaTypeNotSupported} if only other formats are acceptable, with
 * {@code JsonFormatNotSupported} for an unknown metadata level.
 */
final class Negotiation {

  private static final String JSON = "application/json";

  private Negotiation() {}

  /** Returns the metadata level of the response. */
  static MetadataLevel responseLevel(TableRequest request) {
    var format = request.options().get("$format", "");
    var wanted = format.isEmpty() ? request.head().accept() : List.of(ofFormat(format));
    if (wanted.isEmpty()) {
      return MetadataLevel.MINIMAL;
    }
    for (var type : wanted) {
      if (type.covers(JSON)) {
        return level(type);
      }
    }
    throw new InvalidRequestException(ErrorCode.MEDIA_TYPE_NOT_SUPPORTED, "supported=" + JSON);
  }

  /** Fails unless the body is JSON. A request without {@code Content-Type} is accepted. */
  static void requireJsonBody(TableRequest request) {
    if (request.header(HttpHeaderNames.CONTENT_TYPE).isEmpty()) {
      return;
    }
    var type = request.head().contentType();
    if (!type.name().equals(JSON)) {
      throw new InvalidRequestException(ErrorCode.MEDIA_TYPE_NOT_SUPPORTED, "supported=" + JSON);
    }
    level(type);
  }

  /** Parses {@code $format}, which may be a media type or OData's short name {@code json}. */
  private static MediaType ofFormat(String format) {
    return MediaType.parse(format.equals("json") ? JSON : format);
  }

  private static MetadataLevel level(MediaType type) {
    var wanted = type.parameter("odata");
    if (wanted.isEmpty()) {
      return MetadataLevel.MINIMAL;
    }
    for (var level : MetadataLevel.values()) {
      if (level.parameter().equals(wanted)) {
        return level;
      }
    }
    throw new InvalidRequestException(ErrorCode.JSON_FORMAT_NOT_SUPPORTED, "odata=" + wanted);
  }
}
