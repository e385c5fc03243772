package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.json.MetadataLevel;
import io.weir.server.request.MediaType;
import io.weir.server.request.TableRequest;
import java.util.List;

/**
 * Which form of JSON is meant.
 *
 * <p>{@code $format} in the query overrides {@code Accept}; the public Java client depends on it. Where neither is given, or any form
 * will do, it is the minimal level. Of several media types the first that can be served is.
 *
 * <p>Fails with {@code MediaTypeNotSupported} when only other formats are wanted, with {@code JsonFormatNotSupported} for a level of
 * JSON that does not exist.
 */
final class Negotiation {

  private static final String JSON = "application/json";

  private Negotiation() {}

  /** The level in which to answer. */
  static MetadataLevel answer(TableRequest request) {
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

  /** Makes sure that a body may be read as JSON; one that does not say what it is may. */
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

  /** OData's short names are taken as well. */
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
