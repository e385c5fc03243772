package io.weir.server.value;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.pattern.large.LargeValue;
import io.weir.pattern.large.ValueUpload;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.TableRequest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The headers that describe a value. */
final class ValueHeaders {

  /** Longest media type that is kept. */
  static final int TYPE_UNITS = 255;

  private static final AsciiString REPR_DIGEST = AsciiString.cached("Repr-Digest");
  private static final AsciiString POLICY = AsciiString.cached("Content-Security-Policy");
  private static final String SHA_256_NAME = "sha-256=";
  private static final Pattern SHA_256 =
      Pattern.compile(SHA_256_NAME + ":([A-Za-z0-9+/]{43}=):(?:\\s*;.*)?");
  private static final String UNKNOWN_TYPE = "application/octet-stream";

  private ValueHeaders() {}

  /** Adds the headers that every answer about a stored value has. */
  static HttpReply version(HttpReply reply, LargeValue value) {
    return digest(reply.with(HttpHeaderNames.ETAG, ValueConditions.tagOf(value)), value.sha256());
  }

  /** Adds the SHA-256 of a content, which is given in hexadecimal. */
  static HttpReply digest(HttpReply reply, String sha256) {
    var base64 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(sha256));
    return reply.with(REPR_DIGEST, "sha-256=:" + base64 + ":");
  }

  /**
   * Adds the headers of an answer with the value or a part of it.
   *
   * <p>A browser that shows the value runs none of its scripts: it comes from the service's own
   * origin.
   */
  static HttpReply content(HttpReply reply, LargeValue value, long lengthBytes) {
    return version(reply, value)
        .with(HttpHeaderNames.CONTENT_TYPE, typeOf(value))
        .with(HttpHeaderNames.CONTENT_LENGTH, Long.toString(lengthBytes))
        .with(HttpHeaderNames.ACCEPT_RANGES, "bytes")
        .with(POLICY, "sandbox");
  }

  /**
   * Returns the media type and the SHA-256 that a request declares. Fails with
   * {@code InvalidHeaderValue}.
   */
  static ValueUpload.Declared declared(TableRequest request) {
    return new ValueUpload.Declared(contentType(request), sha256(request));
  }

  private static String contentType(TableRequest request) {
    var type = request.header(HttpHeaderNames.CONTENT_TYPE);
    if (type.length() > TYPE_UNITS) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE,
          "header=Content-Type units=" + type.length() + " limit=" + TYPE_UNITS);
    }
    return type;
  }

  /**
   * Returns the SHA-256 that the whole content must have, in hexadecimal; empty if the client sends
   * none. Ignores digests of other kinds. Fails with {@code InvalidHeaderValue} for two that
   * differ, whether they stand on one line or on two.
   */
  static Optional<String> sha256(TableRequest request) {
    var digests = request.head().headers().getAll(REPR_DIGEST).stream()
        .flatMap(line -> Stream.of(line.split(",")))
        .map(String::strip)
        .filter(member -> member.startsWith(SHA_256_NAME))
        .map(ValueHeaders::sha256)
        .distinct()
        .toList();
    if (digests.size() > 1) {
      throw badDigest("one");
    }
    return digests.stream().findFirst();
  }

  private static String sha256(String member) {
    var found = SHA_256.matcher(member);
    if (!found.matches()) {
      throw badDigest("sha-256=:BASE64:");
    }
    return HexFormat.of().formatHex(Base64.getDecoder().decode(found.group(1)));
  }

  private static InvalidRequestException badDigest(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_HEADER_VALUE, "header=Repr-Digest expected=" + expected);
  }

  /**
   * Returns the media type of a stored value. Any program may write the entity of a head, so a text
   * that is no header is left out.
   */
  private static String typeOf(LargeValue value) {
    var type = value.contentType();
    return type.isEmpty() || !type.chars().allMatch(unit -> unit >= 0x20 && unit < 0x7F)
        ? UNKNOWN_TYPE
        : type;
  }
}
