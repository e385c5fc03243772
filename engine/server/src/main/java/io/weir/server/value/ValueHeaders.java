package io.weir.server.value;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.client.pattern.large.LargeValue;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.TableRequest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** The headers that describe a value. */
final class ValueHeaders {

  /** Longest media type that is kept. */
  static final int TYPE_UNITS = 255;

  private static final AsciiString REPR_DIGEST = AsciiString.cached("Repr-Digest");
  private static final AsciiString POLICY = AsciiString.cached("Content-Security-Policy");
  private static final Pattern SHA_256 = Pattern.compile("sha-256=:([A-Za-z0-9+/]{43}=):");
  private static final String UNKNOWN_TYPE = "application/octet-stream";

  private ValueHeaders() {}

  /** Adds the headers that every answer about a stored value has. */
  static HttpReply version(HttpReply reply, LargeValue value) {
    return reply
        .with(HttpHeaderNames.ETAG, ValueConditions.tagOf(value))
        .with(
            REPR_DIGEST,
            "sha-256=:"
                + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(value.sha256()))
                + ":");
  }

  /**
   * Adds the headers of an answer with the value or a part of it.
   *
   * <p>A browser that shows the value runs none of its scripts: it comes from the service's own origin.
   */
  static HttpReply content(HttpReply reply, LargeValue value, long lengthBytes) {
    return version(reply, value)
        .with(HttpHeaderNames.CONTENT_TYPE, typeOf(value))
        .with(HttpHeaderNames.CONTENT_LENGTH, Long.toString(lengthBytes))
        .with(HttpHeaderNames.ACCEPT_RANGES, "bytes")
        .with(POLICY, "sandbox");
  }

  /** Returns the media type of the content that a request sends. Fails with {@code InvalidHeaderValue} if it is too long to be kept. */
  static String contentType(TableRequest request) {
    var type = request.header(HttpHeaderNames.CONTENT_TYPE);
    if (type.length() > TYPE_UNITS) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE,
          "header=Content-Type units=" + type.length() + " limit=" + TYPE_UNITS);
    }
    return type;
  }

  /** Returns the SHA-256 that the whole content must have, in hexadecimal; empty if the client sends none. Ignores other digests. */
  static Optional<String> sha256(TableRequest request) {
    var header = request.header(REPR_DIGEST);
    if (!header.contains("sha-256=")) {
      return Optional.empty();
    }
    var found = SHA_256.matcher(header);
    if (!found.find()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE, "header=Repr-Digest expected=sha-256=:BASE64:");
    }
    return Optional.of(HexFormat.of().formatHex(Base64.getDecoder().decode(found.group(1))));
  }

  /**
   * Returns the media type of a stored value. A head is an entity that anybody may have written, so a text that is no header is left out.
   */
  private static String typeOf(LargeValue value) {
    var type = value.contentType();
    return type.isEmpty() || !type.chars().allMatch(unit -> unit >= 0x20 && unit < 0x7F)
        ? UNKNOWN_TYPE
        : type;
  }
}
